// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { type Player, startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { type Running, runningAttempts } from '../../../../tests/support/running-attempt.ts';

const challenges = openForTests(startChallengesTest);

const { running, stands, say, publishedOf } = runningAttempts(() => challenges);

describe('a success', () => {
  it('pays reward and XP once, keeps the fee, and notifies features and the player', async () => {
    const run = await running();
    const [fees, escrow] = [await challenges.house('fees'), await challenges.house('escrow')];
    await challenges.playLater(run.attemptId, run.epicId);
    expect(await challenges.attempt(run.player, run.attemptId)).toMatchObject({
      status: 'SUCCESS',
      reason: 'conditions-met',
      completedAt: challenges.test.clock.now().toISOString(),
      rewardGiven: 300,
      refundGC: 0,
      finalStats: { kills: 206, wins: 10, matches: 101 },
    });
    expect(await challenges.gamerCoins(run.player)).toBe(1000 - 105 + 300);
    expect(await challenges.xp(run.player)).toBe(120);
    expect(await challenges.house('fees')).toBe(fees + 105);
    expect(await challenges.house('escrow')).toBe(escrow - 105);
    expect(await publishedOf(run.attemptId)).toEqual(['challenge.finished', 'challenge.decided']);
    const live = await challenges.test.db.rows(sql`
      select name, data from live_events where player_id = ${run.player.id} order by id desc limit 2`);
    expect(live).toEqual([
      {
        name: 'balance',
        data: expect.objectContaining({ gamerCoins: 1195, xp: 120, delta: 300, currency: 'GC' }),
      },
      { name: 'attempt', data: { attemptId: run.attemptId, status: 'SUCCESS' } },
    ]);
  });

  it('is not changed by later readings', async () => {
    const run = await running();
    await challenges.playLater(run.attemptId, run.epicId);
    const requests = challenges.source.requests.length;
    await challenges.read(run.attemptId, 5);
    expect(challenges.source.requests).toHaveLength(requests);
    expect(await challenges.gamerCoins(run.player)).toBe(1195);
  });

  it('is paid once when its job runs several times concurrently', async () => {
    const run = await running();
    challenges.test.clock.advance(12 * 60_000);
    challenges.play(run.epicId);
    await Promise.all(Array.from({ length: 8 }, () => challenges.read(run.attemptId, 0)));
    expect(await challenges.gamerCoins(run.player)).toBe(1195);
    expect(await challenges.xp(run.player)).toBe(120);
    expect(await publishedOf(run.attemptId)).toEqual(['challenge.finished', 'challenge.decided']);
    expect((await challenges.receipt(run.player, run.attemptId)).readings).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('needs a second reading, keeps the fee and gives XP for finishing', async () => {
    const run = await running();
    await challenges.playLater(run.attemptId, run.epicId, { placement: 11 });
    expect(await stands(run)).toBe('WAITING_RECHECK confirming');
    await challenges.read(run.attemptId, 2);
    expect(await stands(run)).toBe('WAITING_RECHECK confirming');
    await challenges.read(run.attemptId, 1);
    expect(await stands(run)).toBe('FAILED conditions-not-met');
    expect(await challenges.gamerCoins(run.player)).toBe(895);
    expect(await challenges.xp(run.player)).toBe(20);
    expect(await publishedOf(run.attemptId)).toEqual(['challenge.finished', 'challenge.decided']);
  });

  it('follows from two private answers ten minutes apart', async () => {
    const run = await running();
    say(run.epicId, 'private');
    await challenges.read(run.attemptId, 6);
    expect(await stands(run)).toBe('IN_PROGRESS private-once');
    await challenges.read(run.attemptId, 10);
    expect(await stands(run)).toBe('FAILED made-private');
    expect(await challenges.gamerCoins(run.player)).toBe(895);
  });

  it('does not follow when more than a fifth of all players appear private', { tags: ['long'] }, async () => {
    const runs = await Promise.all(Array.from({ length: 4 }, running));
    for (const { epicId } of runs.slice(0, 3)) say(epicId, 'private');
    challenges.test.clock.advance(30 * 60_000);
    for (const { attemptId } of runs) await challenges.read(attemptId, 0);
    challenges.test.clock.advance(11 * 60_000);
    for (const { attemptId } of runs) await challenges.read(attemptId, 0);
    const states = await Promise.all(runs.slice(0, 3).map(stands));
    expect(states).toEqual(Array(3).fill('WAITING_RECHECK source-fault'));
    const last = (await challenges.receipt(runs[0]?.player as Player, runs[0]?.attemptId ?? '')).readings.at(
      -1,
    );
    expect(last).toMatchObject({ kind: 'private', sourceWide: true });
  });
});

describe('the statistics shown for a decided attempt', () => {
  const shown = async ({ player, attemptId }: Running) => {
    const { status, initialStats, finalStats } = await challenges.attempt(player, attemptId);
    return { status, kills: (finalStats?.kills ?? 0) - initialStats.kills, initialStats, finalStats };
  };

  it('exclude matches after the counted one', async () => {
    const run = await running();
    await challenges.playLater(run.attemptId, run.epicId, { kills: 1 });
    challenges.play(run.epicId, { placement: 1, kills: 20 });
    await challenges.read(run.attemptId, 2);
    expect(await shown(run)).toMatchObject({ status: 'FAILED', kills: 1, finalStats: { matches: 101 } });
  });

  it('exclude an old match that was reported late', async () => {
    const run = await running();
    const { clock } = challenges.test;
    challenges.play(run.epicId, { kills: 20, endedAt: new Date(clock.now().getTime() - 600_000) });
    await challenges.read(run.attemptId, 2);
    await challenges.playLater(run.attemptId, run.epicId, { kills: 1 });
    await challenges.read(run.attemptId, 3);
    expect(await shown(run)).toMatchObject({ status: 'FAILED', kills: 1, initialStats: { matches: 101 } });
    expect((await challenges.receipt(run.player, run.attemptId)).initial.matches).toBe(100);
  });
});

describe('a match that began before entry', () => {
  const playOld = (run: Running) =>
    challenges.play(run.epicId, {
      kills: 20,
      endedAt: new Date(challenges.test.clock.now().getTime() - 600_000),
    });

  it('notifies the player once, while there is time to start another', async () => {
    const run = await running();
    expect(await challenges.attempt(run.player, run.attemptId)).toMatchObject({ sawOlderMatch: false });
    playOld(run);
    await challenges.read(run.attemptId, 2);
    expect(await stands(run)).toBe('PENDING awaiting-match');
    expect(await challenges.attempt(run.player, run.attemptId)).toMatchObject({ sawOlderMatch: true });
    await challenges.read(run.attemptId, 2);
    expect(await publishedOf(run.attemptId)).toEqual(['challenge.older-match-seen']);
  });

  it('does not notify when no other match can start in time', async () => {
    const run = await running();
    playOld(run);
    await challenges.read(run.attemptId, 41);
    expect(await challenges.attempt(run.player, run.attemptId)).toMatchObject({ sawOlderMatch: true });
    expect(await publishedOf(run.attemptId)).toEqual([]);
  });
});

describe('an attempt whose player is suspended or deleted', () => {
  it.each([
    ['suspended', sql`suspended_at`],
    ['deleted', sql`deleted_at`],
  ])('is still settled when its player is %s', async (_what, column) => {
    const run = await running();
    await challenges.test.db.run(sql`update players set ${column} = now() where id = ${run.player.id}`);
    await challenges.playLater(run.attemptId, run.epicId);
    expect(await challenges.gamerCoins(run.player)).toBe(1195);
    expect(await publishedOf(run.attemptId)).toEqual(['challenge.finished', 'challenge.decided']);
  });
});

describe('a cancellation', () => {
  it("without a match refunds the fee minus a tenth, rounded in the player's favor", async () => {
    const run = await running();
    const fees = await challenges.house('fees');
    await challenges.read(run.attemptId, 4);
    expect(await stands(run)).toBe('PENDING awaiting-match');
    await challenges.read(run.attemptId, 1);
    expect(await stands(run)).toBe('IN_PROGRESS awaiting-match');
    await challenges.read(run.attemptId, 35);
    expect(await stands(run)).toBe('WAITING_RECHECK awaiting-report');
    await challenges.read(run.attemptId, 60);
    expect(await challenges.attempt(run.player, run.attemptId)).toMatchObject({
      status: 'CANCELLED',
      reason: 'no-match',
      refundGC: 95,
      processingFeeGC: 10,
    });
    expect(await challenges.gamerCoins(run.player)).toBe(990);
    expect(await challenges.xp(run.player)).toBe(0);
    expect(await challenges.house('fees')).toBe(fees + 10);
    expect(await publishedOf(run.attemptId)).toEqual(['challenge.decided']);
  });

  it('for a failing source refunds everything, after ever rarer readings', { tags: ['long'] }, async () => {
    const run = await running();
    say(run.epicId, 'broken');
    const waits: number[] = [];
    while ((await stands(run)).endsWith('source-fault') || waits.length === 0) {
      const before = challenges.test.clock.now().getTime();
      const row = await challenges.test.db.row<{ at: Date }>(sql`
        select next_reading_at as at from attempts where id = ${run.attemptId}`);
      waits.push(((row?.at.getTime() ?? 0) - before) / 60_000);
      await challenges.read(run.attemptId, waits.at(-1) as number);
    }
    expect(waits.slice(0, 5)).toEqual([7, 4, 8, 8, 8]);
    expect(await stands(run)).toBe('CANCELLED source-down');
    expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThanOrEqual(360);
    expect(await challenges.gamerCoins(run.player)).toBe(1000);
  });

  it('for decreasing counters refunds everything', async () => {
    const run = await running();
    const account = challenges.accounts.get(run.epicId);
    if (account?.solo) account.solo = { ...account.solo, kills: 3 };
    await challenges.read(run.attemptId, 20);
    expect(await stands(run)).toBe('IN_PROGRESS source-behind');
    await challenges.read(run.attemptId, 80);
    expect(await stands(run)).toBe('CANCELLED source-reset');
    expect(await challenges.gamerCoins(run.player)).toBe(1000);
  });

  it('for an undecidable result refunds the fee minus a tenth', async () => {
    const run = await running();
    challenges.test.clock.advance(20 * 60_000);
    challenges.play(run.epicId, { placement: 50 });
    challenges.play(run.epicId);
    await challenges.read(run.attemptId, 0);
    expect(await stands(run)).toBe('WAITING_RECHECK confirming');
    await challenges.read(run.attemptId, 3);
    expect(await stands(run)).toBe('CANCELLED undecidable');
    expect(await challenges.gamerCoins(run.player)).toBe(990);
  });
});

describe('the variant', () => {
  it('keeps the terms of the entry when the challenge changes', async () => {
    const run = await running();
    const { db } = challenges.test;
    await db.run(
      sql`update challenge_variants set reward_gc = 1, entry_fee_gc = 1 where challenge_id = ${challenges.challengeId}`,
    );
    await db.run(sql`update challenges set description = 'Changed', is_active = false`);
    await challenges.playLater(run.attemptId, run.epicId);
    expect(await challenges.attempt(run.player, run.attemptId)).toMatchObject({
      status: 'SUCCESS',
      rewardGiven: 300,
      challenge: { description: 'Test challenge', challengeVariants: [{ rewardGC: 300, entryFeeGC: 105 }] },
    });
    await db.run(
      sql`update challenge_variants set reward_gc = 300, entry_fee_gc = 105 where challenge_id = ${challenges.challengeId}`,
    );
    await db.run(sql`update challenges set description = 'Test challenge', is_active = true`);
  });
});
