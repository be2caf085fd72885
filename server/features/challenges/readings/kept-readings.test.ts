// SPDX-License-Identifier: Apache-2.0

/** How each answer of the source is stored, and which readings a result is based on. */
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startChallengesTest, startDeps } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../../tests/support/running-attempt.ts';
import { withReadings } from '../../../../tests/support/with-readings.ts';
import { zeroStats } from '../../../providers/games/fortnite/answer.ts';
import { type ReadDeps, readAttempt } from './read-attempt.ts';

const challenges = openForTests(startChallengesTest);
const { running, stands } = runningAttempts(() => challenges);

type Run = Awaited<ReturnType<typeof running>>;
const minuteMs = 60_000;
const neverPlayed = { kind: 'never-played', stats: zeroStats };

/** Reads an attempt after `ms`, with this answer from the source. */
async function readAfter(run: Run, ms: number, answer: object, freeRate = 3) {
  challenges.test.clock.advance(ms);
  const source = { read: async () => answer, freeRate: async () => freeRate } as never;
  await readAttempt(run, withReadings(startDeps(challenges) as unknown as ReadDeps, { source }));
  const { readings } = await challenges.receipt(run.player, run.attemptId);
  return readings.map(({ takenAt: _, ...reading }) => reading);
}

it.each([
  [{ kind: 'private' }, { kind: 'private', sourceWide: false }],
  [{ kind: 'unknown' }, { kind: 'fault', detail: 'the account does not exist any more' }],
  [{ kind: 'rate-limited' }, { kind: 'fault', detail: 'HTTP 429: too many requests' }],
  [
    { kind: 'fault', detail: 'HTTP 502' },
    { kind: 'fault', detail: 'HTTP 502' },
  ],
  [neverPlayed, { kind: 'stats', matches: 0, kills: 0 }],
])('stores the answer %o as %o, unless another reading was taken meanwhile', async (answer, kept) => {
  const run = await running();
  expect(await readAfter(run, 0, answer)).toEqual([]);
  expect(await readAfter(run, 1, answer)).toMatchObject([kept]);
});

it("stores totals in their game's format, and prefers that format to the old columns", async () => {
  const run = await running();
  const { db } = challenges.test;
  const { initial } = await challenges.receipt(run.player, run.attemptId);
  const row = await db.row(sql`
    select reading, matches, kills from attempt_readings where attempt_id = ${run.attemptId} and number = 0`);
  expect(row).toMatchObject({ reading: initial, matches: expect.any(Number), kills: expect.any(Number) });
  const other = { ...initial, kills: 7, top10: 3 };
  await db.run(sql`
    insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played,
      reading)
    values (${run.attemptId}, 1, 'stats', now(), 0, 0, 0, 0, 0, 0, ${JSON.stringify(other)})`);
  const { readings } = await challenges.receipt(run.player, run.attemptId);
  expect(readings).toEqual([other]);
});

it('stores a fault when the source has accepted no request for a long time', async () => {
  const run = await running();
  const busy = { kind: 'busy', retryInMs: 1_000 };
  expect(await readAfter(run, 20 * minuteMs, busy, 0)).toEqual([
    { kind: 'fault', detail: 'the source takes no requests' },
  ]);
});

it('bases a result without a match on the first and last reading', async () => {
  const run = await running();
  const fault = { kind: 'fault', detail: 'HTTP 502' };
  for (const minutes of [30, 30, 7 * 60]) await readAfter(run, minutes * minuteMs, fault);
  expect(await stands(run)).toBe('CANCELLED source-down');
  const made = await challenges.test.db.row(sql`
    select baseline_reading, decided_by_reading from attempts where id = ${run.attemptId}`);
  expect(made).toEqual({ baselineReading: 0, decidedByReading: 3 });
});

it('notifies the page of a running attempt only when its status or reason changes', async () => {
  const run = await running();
  const told = () =>
    challenges.test.db.rows<{ status: string }>(sql`
      select data ->> 'status' as status from live_events
      where player_id = ${run.player.id} and name = 'attempt' order by id offset 1`);
  const fault = { kind: 'fault', detail: 'HTTP 502' };
  const steps: unknown[] = [];
  // The same reason with a different status.
  await challenges.read(run.attemptId, 6);
  steps.push([await stands(run), (await told()).length]);
  for (const answer of [neverPlayed, neverPlayed, fault, fault, { kind: 'private' }]) {
    await readAfter(run, 5 * minuteMs, answer);
    steps.push([await stands(run), (await told()).length]);
  }
  expect(steps).toEqual([
    ['IN_PROGRESS awaiting-match', 1],
    ['IN_PROGRESS source-behind', 2],
    ['IN_PROGRESS source-behind', 2],
    ['IN_PROGRESS source-fault', 3],
    ['IN_PROGRESS source-fault', 3],
    ['IN_PROGRESS private-once', 4],
  ]);
});
