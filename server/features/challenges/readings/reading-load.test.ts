// SPDX-License-Identifier: Apache-2.0

import { beforeEach, expect, it } from 'vitest';
import { insertAttempt, openAttemptRows, secondGame } from '../../../../tests/support/attempt-rows.ts';
import { fakeClock } from '../../../../tests/support/clock.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { createReadingLoad } from './reading-load.ts';

const db = openAttemptRows();
const clock = fakeClock();
let freeRate = 3;
const source = { freeRate: async () => freeRate };
const pace = { requestsPerSecond: 3, timeScale: 1 };
const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
const start = async (minutesAgo = 0, dueMinutesAgo = -3) =>
  insertAttempt(db, (await createPlayer(db)).id, {
    status: 'PENDING',
    startedAt: ago(minutesAgo),
    nextReadingAt: ago(dueMinutesAgo),
  });
function keep(timeScale = 1) {
  const load = createReadingLoad({ game: 'fortnite', db, clock, source, pace: { ...pace, timeScale } });
  return { ...load, findLoad: async () => (await load.find()).load };
}
beforeEach(() => clock.advance(3_600_000));

it('the load is counted every ten seconds, and grows with the entries of this process meanwhile', async () => {
  const load = keep();
  await start(50);
  await start();
  const first = await load.findLoad();
  expect(first).toBe(1.4);
  await start();
  load.add();
  expect(await load.findLoad()).toBe(2.4);
  // An entry through another process.
  await start();
  expect(await load.findLoad()).toBe(2.4);
  clock.advance(10_000);
  expect(await load.findLoad()).toBe(3.4);
});

it('counts an entry twice rather than never when it arrives during the count', async () => {
  const load = keep();
  const before = await load.findLoad();
  clock.advance(10_000);
  const counting = load.findLoad();
  load.add();
  expect(await counting).toBe(before + 1);
  clock.advance(10_000);
  expect(await load.findLoad()).toBe(before);
});

it('the load is counted more often when the sandbox clock runs faster', async () => {
  const load = keep(100);
  const before = await load.findLoad();
  await start();
  clock.advance(99);
  expect(await load.findLoad()).toBe(before);
  clock.advance(1);
  expect(await load.findLoad()).toBe(before + 1);
});

it('counts only its own game’s attempts, however late another game’s are', async () => {
  const load = keep();
  const before = await load.find();
  const { id: playerId } = await createPlayer(db);
  const times = { startedAt: ago(1), nextReadingAt: ago(200_000) };
  await insertAttempt(db, playerId, { status: 'PENDING', ...times, game: secondGame });
  clock.advance(10_000);
  expect(await load.find()).toEqual(before);
  const other = createReadingLoad({ game: secondGame, db, clock, source, pace });
  expect(await other.find()).toMatchObject({ load: 1 });
});

it('uses the rate of the active keys, or of all keys when none is active', async () => {
  const getRate = async () => (await keep().find()).pace.requestsPerSecond;
  expect(await getRate()).toBe(3);
  freeRate = 2;
  expect(await getRate()).toBe(2);
  freeRate = 0;
  expect(await getRate()).toBe(3);
});

it('the delay is that of the oldest due reading, ignoring ten lost ones', async () => {
  const getOverdue = async () => (await keep().find()).overdueMs;
  for (let strays = 0; strays < 10; strays++) await start(60, 100_000);
  expect(await getOverdue()).toBeLessThan(90_000 * 60_000);
  await start(60, 90_000);
  expect(await getOverdue()).toBe(90_000 * 60_000);
});

it('ignores one percent of running attempts as lost', async () => {
  const offsets: unknown[] = [];
  const crowded = Object.create(db, {
    one: { value: async () => ({ young: 900, late: 600 }) },
    row: { value: async ({ values }: { values: unknown[] }) => void offsets.push(...values) },
  });
  await createReadingLoad({ game: 'fortnite', db: crowded, clock, source, pace }).find();
  expect(offsets).toEqual(['fortnite', 15]);
});
