// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { insertAttempt, openAttemptRows } from '../../../../tests/support/attempt-rows.ts';
import { fakeClock } from '../../../../tests/support/clock.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { watchPrivateAnswers } from './private-answers.ts';

const db = openAttemptRows();
const clock = fakeClock();
const pace = { requestsPerSecond: 3, timeScale: 1 };

async function readPrivate(): Promise<void> {
  const id = await insertAttempt(db, (await createPlayer(db)).id, { startedAt: clock.now() });
  await db.run(sql`
    insert into attempt_readings (attempt_id, number, kind, taken_at, source_wide)
    values (${id}, 1, 'private', ${clock.now()}, false)`);
}

it("checks the source's answers about other players at most once in ten seconds", async () => {
  const isSourceWide = watchPrivateAnswers({ game: 'fortnite', db, clock, pace });
  for (const _ of [1, 2]) await readPrivate();
  expect(await isSourceWide()).toBe(false);
  await readPrivate();
  clock.advance(9_999);
  expect(await isSourceWide()).toBe(false);
  clock.advance(1);
  expect(await isSourceWide()).toBe(true);
  clock.advance(20 * 60_000);
  expect(await isSourceWide()).toBe(false);
});
