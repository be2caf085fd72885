// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { type AttemptProgress, maxAskedReadings } from '../../../../contract/attempt-progress.ts';
import { startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { type Running, runningAttempts } from '../../../../tests/support/running-attempt.ts';
import { readTask } from './reading-jobs.ts';

const challenges = openForTests(startChallengesTest);
const { running } = runningAttempts(() => challenges);

async function ask(
  { attemptId, player }: Running,
  method: 'GET' | 'POST' = 'GET',
  token = player.token,
): Promise<{ status: number; code?: string; data: AttemptProgress }> {
  const path = method === 'GET' ? 'progress' : 'read-now';
  const answer = await challenges.test.call({
    method,
    url: `/challenge/attempts/${attemptId}/${path}`,
    token,
  });
  return { status: answer.statusCode, ...answer.json() };
}

/** By the clock of the process that planned the reading. */
async function plannedReading(attemptId: string): Promise<Date> {
  const rows = await challenges.test.db.rows<{ inMs: number }>(sql`
    select round(extract(epoch from run_at - updated_at) * 1000)::int as in_ms
    from graphile_worker._private_jobs where key = ${`${readTask}:${attemptId}`}`);
  expect(rows).toHaveLength(1);
  return new Date(challenges.test.clock.now().getTime() + (rows[0]?.inMs ?? Number.NaN));
}

it('shows an attempt from entry through the first sight of its match to the decision', async () => {
  const mine = await running();
  const entered = (await ask(mine)).data;
  const now = challenges.test.clock.now();
  expect(entered).toEqual({
    _id: mine.attemptId,
    status: 'PENDING',
    readings: 0,
    lastReadingAt: now.toISOString(),
    nextReadingAt: new Date(now.getTime() + 7 * 60_000).toISOString(),
    matchSeenAt: null,
    asksLeft: maxAskedReadings,
  });
  await challenges.read(mine.attemptId, 6);
  expect((await ask(mine)).data).toMatchObject({ status: 'IN_PROGRESS', readings: 1, matchSeenAt: null });
  await challenges.playLater(mine.attemptId, mine.epicId, { placement: 20, kills: 1 });
  const seen = (await ask(mine)).data;
  expect(seen).toMatchObject({ status: 'WAITING_RECHECK', readings: 2, matchSeenAt: seen.lastReadingAt });
  await challenges.read(mine.attemptId, 4);
  expect((await ask(mine)).data).toMatchObject({
    ...{ status: 'FAILED', nextReadingAt: null, asksLeft: 0, readings: 3, matchSeenAt: seen.lastReadingAt },
    lastReadingAt: challenges.test.clock.now().toISOString(),
  });
});

it('ignores a match from before entry that was reported late', async () => {
  const mine = await running();
  const hourAgo = new Date(challenges.test.clock.now().getTime() - 3_600_000);
  challenges.play(mine.epicId, { endedAt: hourAgo });
  await challenges.read(mine.attemptId, 7);
  const { data } = await ask(mine);
  expect(data).toMatchObject({ status: 'IN_PROGRESS', readings: 1, matchSeenAt: null });
  expect(await challenges.attempt(mine.player, mine.attemptId)).toMatchObject({
    reason: 'awaiting-match',
    initialStats: { matches: 101 },
  });
  await challenges.playLater(mine.attemptId, mine.epicId, { kills: 1 });
  const seen = (await ask(mine)).data;
  expect(seen).toMatchObject({ status: 'WAITING_RECHECK', matchSeenAt: seen.lastReadingAt });
  await challenges.read(mine.attemptId, 3);
  expect((await ask(mine)).data).toMatchObject({ status: 'FAILED', matchSeenAt: seen.matchSeenAt });
});

it('reads when the player reports the match as over, at most every half minute', async () => {
  const mine = await running();
  const entered = challenges.test.clock.now().getTime();
  challenges.test.clock.advance(10_000);
  const soonest = new Date(entered + 30_000);
  const { data } = await ask(mine, 'POST');
  expect(data).toMatchObject({ nextReadingAt: soonest.toISOString(), asksLeft: maxAskedReadings - 1 });
  expect(await plannedReading(mine.attemptId)).toEqual(soonest);

  // The reading is due by then anyway, so the request doesn't count.
  const due = await running();
  challenges.test.clock.advance(7 * 60_000);
  const { data: same } = await ask(due, 'POST');
  expect(same).toMatchObject({
    nextReadingAt: challenges.test.clock.now().toISOString(),
    asksLeft: maxAskedReadings,
  });

  const other = await running();
  challenges.test.clock.advance(45_000);
  const now = challenges.test.clock.now();
  expect((await ask(other, 'POST')).data.nextReadingAt).toBe(now.toISOString());
  expect(await plannedReading(other.attemptId)).toEqual(now);
});

it('counts concurrent requests as one, and stops at the limit', { tags: ['long'] }, async () => {
  const mine = await running();
  for (let asked = 1; asked <= maxAskedReadings; asked++) {
    challenges.test.clock.advance(30_000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(mine, 'POST')));
    expect(answers.map(({ data }) => data.asksLeft)).toEqual(Array(4).fill(maxAskedReadings - asked));
    await challenges.read(mine.attemptId, 0.001);
  }
  challenges.test.clock.advance(30_000);
  expect(await ask(mine, 'POST')).toMatchObject({
    code: 'readings_asked_too_often',
    message: expect.stringContaining(`checked ${maxAskedReadings} times`),
  });
  expect((await ask(mine)).data.asksLeft).toBe(0);
});

it('hides progress from other players, and refuses requests for a decided attempt', async () => {
  const mine = await running();
  const other = await challenges.player();
  for (const method of ['GET', 'POST'] as const) {
    expect((await ask(mine, method, other.token)).code).toBe('not_found');
    expect((await ask(mine, method, '')).code).toBe('not_signed_in');
  }
  await challenges.playLater(mine.attemptId, mine.epicId);
  expect((await ask(mine, 'POST')).code).toBe('attempt_decided');
});
