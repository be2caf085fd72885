// SPDX-License-Identifier: Apache-2.0

import { beforeEach, expect, it } from 'vitest';
import { insertAttempt, openAttemptRows } from '../../../tests/support/attempt-rows.ts';
import { fakeClock } from '../../../tests/support/clock.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { keepReadingLoad } from './reading-load.ts';

const db = openAttemptRows();
const clock = fakeClock();
const pace = { requestsPerSecond: 3, timeScale: 1 };
const start = async (minutesAgo = 0) =>
  insertAttempt(db, (await createPlayer(db)).id, {
    status: 'PENDING',
    startedAt: new Date(clock.now().getTime() - minutesAgo * 60_000),
  });
beforeEach(() => clock.advance(3_600_000));

it('is counted once in ten seconds, and with what entered by this process since', async () => {
  const load = keepReadingLoad({ db, clock, pace });
  await start(50);
  await start();
  const first = await load.find();
  expect(first).toBe(1.4);
  await start();
  load.add();
  expect(await load.find()).toBe(2.4);
  // By another process.
  await start();
  expect(await load.find()).toBe(2.4);
  clock.advance(10_000);
  expect(await load.find()).toBe(3.4);
});

it('counts twice rather than never what enters while it is counted', async () => {
  const load = keepReadingLoad({ db, clock, pace });
  const before = await load.find();
  clock.advance(10_000);
  const counting = load.find();
  load.add();
  expect(await counting).toBe(before + 1);
  clock.advance(10_000);
  expect(await load.find()).toBe(before);
});

it('is counted anew as much sooner as time runs faster', async () => {
  const load = keepReadingLoad({ db, clock, pace: { ...pace, timeScale: 100 } });
  const before = await load.find();
  await start();
  clock.advance(99);
  expect(await load.find()).toBe(before);
  clock.advance(1);
  expect(await load.find()).toBe(before + 1);
});
