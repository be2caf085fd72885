// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { insertAttempt } from '../../../../tests/support/attempt-rows.ts';
import { type Player, startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { transfer } from '../../../ledger/transfer.ts';
import { insertChallenge, insertVariant } from '../challenge-store.ts';
import { readTask } from '../readings/reading-jobs.ts';

const challenges = openForTests(startChallengesTest);

async function getAttempts(player: Player): Promise<number> {
  const row = await challenges.test.db.row<{ count: number }>(
    sql`select count(*) from attempts where player_id = ${player.id}`,
  );
  return row?.count ?? Number.NaN;
}

/** Expects a refusal that changes nothing: no coin, no attempt, no binding of the Epic account. */
async function expectRefused(
  player: Player,
  entered: { status: number; code?: string },
  status: number,
  code: string,
) {
  expect(entered).toMatchObject({ status, code });
  expect(await challenges.gamerCoins(player)).toBe(1000);
  expect(await getAttempts(player)).toBe(0);
  const bound = await challenges.test.db.row(sql`select from game_accounts where player_id = ${player.id}`);
  expect(bound).toBeUndefined();
}

describe('POST /challenge/start', () => {
  it('lets a player with a negative balance enter only free challenges and practice', async () => {
    const { db } = challenges.test;
    const challengeId = await db.transaction(async (tx) => {
      const id = await insertChallenge(tx, { game: 'fortnite', description: 'Free', isActive: true });
      const conditions = { requiredPlacement: 10, requiredKills: 5, position: 0 };
      await insertVariant(tx, id, { ...conditions, entryFeeGC: 0, rewardGC: 20 });
      return id;
    });
    const player = await challenges.player({ gamerCoins: 100 });
    await db.transaction((tx) =>
      transfer(tx, {
        currency: 'GC',
        amount: 150,
        from: { player: player.id },
        to: { house: 'rewards' },
        type: 'reversal',
        reference: player.id,
        idempotencyKey: `reversal:${player.id}`,
        description: 'Taken back',
        mayGoBelowZero: true,
      }),
    );
    expect((await challenges.enter(player)).code).toBe('insufficient_coins');
    const epicId = `epic-${player.id.slice(-8)}`;
    for (const isPractice of [true, false]) {
      const entered = await challenges.enter(player, { challengeId, epicId, isPractice });
      expect(entered.status).toBe(200);
      await challenges.playLater(entered.attemptId, epicId);
    }
    expect(await challenges.gamerCoins(player)).toBe(-50 + 20);
  });

  it('takes the fee, stores the baseline and schedules the first reading', async () => {
    const player = await challenges.player();
    const escrow = await challenges.house('escrow');
    const { status, attemptId, message } = await challenges.enter(player, { epicId: 'First' });
    expect({ status, message }).toEqual({ status: 200, message: 'Challenge started successfully!' });
    expect(await challenges.gamerCoins(player)).toBe(895);
    expect(await challenges.house('escrow')).toBe(escrow + 105);
    expect(await challenges.attempt(player, attemptId)).toMatchObject({
      status: 'PENDING',
      reason: 'awaiting-match',
      epicId: 'First',
      entryFeeGC: 105,
      challengeType: 'TOP10_5KILL_SOLO',
      initialStats: { kills: 200, wins: 10, matches: 100 },
      finalStats: null,
      rewardGiven: 0,
    });
    const job = await challenges.test.db.row<{ inMs: number }>(sql`
      select round(extract(epoch from run_at - updated_at) * 1000)::int as in_ms
      from graphile_worker.jobs where key = ${`${readTask}:${attemptId}`}`);
    // Half of this player's usual ten minutes, plus two minutes to get into a match and to be reported.
    expect(job?.inMs).toBe(7 * 60_000);
    const live = await challenges.test.db.rows<{ name: string }>(
      sql`select name from live_events where player_id = ${player.id} order by id`,
    );
    expect(live.map(({ name }) => name)).toEqual(['attempt', 'balance']);
  });

  it('takes the last coins of a player with exactly the fee', async () => {
    const player = await challenges.player({ gamerCoins: 105 });
    expect((await challenges.enter(player)).status).toBe(200);
    expect(await challenges.gamerCoins(player)).toBe(0);
  });

  it('answers a replay with the first attempt and takes nothing more', async () => {
    const player = await challenges.player();
    const key = randomUUID();
    const first = await challenges.enter(player, { key });
    const requests = challenges.source.requests.length;
    expect(await challenges.enter(player, { key })).toEqual(first);
    expect(challenges.source.requests).toHaveLength(requests);
    expect(await challenges.gamerCoins(player)).toBe(895);
    const other = await challenges.enter(player, { key, epicId: 'somebody-else' });
    expect(other).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  it('never takes a different fee from the one shown', async () => {
    const player = await challenges.player();
    const asked = challenges.source.requests.length;
    expect(await challenges.enter(player, { entryFeeGC: 100 })).toMatchObject({
      status: 409,
      code: 'entry_fee_changed',
      data: { fee: 105 },
    });
    expect(challenges.source.requests).toHaveLength(asked);
    expect(await challenges.gamerCoins(player)).toBe(1000);
    expect((await challenges.enter(player, { entryFeeGC: 105 })).status).toBe(200);
  });

  it('runs again under a key whose first call was refused', async () => {
    const player = await challenges.player();
    const key = randomUUID();
    challenges.accounts.set('hidden', { id: 'c'.repeat(32), solo: null, says: 'private' });
    expect(await challenges.enter(player, { key, epicId: 'Hidden' })).toMatchObject({
      code: 'stats_private',
    });
    challenges.accounts.set('hidden', { id: 'c'.repeat(32), solo: null });
    expect((await challenges.enter(player, { key, epicId: 'Hidden' })).status).toBe(200);
    expect(await challenges.gamerCoins(player)).toBe(895);
  });

  it('answers concurrent equal requests alike', async () => {
    const player = await challenges.player();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => challenges.enter(player, { key })));
    expect(new Set(answers.map(({ attemptId }) => attemptId)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await challenges.gamerCoins(player)).toBe(895);
  });

  it('accepts one of several concurrent entries of a player', { tags: ['long'] }, async () => {
    const player = await challenges.player();
    const answers = await Promise.all(Array.from({ length: 8 }, () => challenges.enter(player)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'attempt_active')).toHaveLength(7);
    expect(await challenges.gamerCoins(player)).toBe(895);
  });

  it('accepts one of several players who enter concurrently with the same Epic account', {
    tags: ['long'],
  }, async () => {
    const players = await Promise.all(Array.from({ length: 6 }, () => challenges.player()));
    const answers = await Promise.all(
      players.map((player) => challenges.enter(player, { epicId: 'Contested' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(({ code }) => code);
    expect(refused.every((code) => code === 'epic_account_taken' || code === 'epic_account_active')).toBe(
      true,
    );
    const coins = await Promise.all(players.map(challenges.gamerCoins));
    expect(coins.sort()).toEqual([1000, 1000, 1000, 1000, 1000, 895]);
  });

  it('requires a session and a valid body', { tags: ['long'] }, async () => {
    const player = await challenges.player();
    const { test, challengeId, challengeType } = challenges;
    const payload = { epicId: 'x', challengeId, challengeType };
    const post = { method: 'POST', url: '/challenge/start', payload } as const;
    const getCode = async (call: Parameters<typeof test.call>[0]) => (await test.call(call)).json().code;
    const key = randomUUID();
    expect(await getCode({ ...post, key })).toBe('not_signed_in');
    expect(await getCode({ ...post, key, token: 'nonsense' })).toBe('session_ended');
    for (const wrong of [
      { epicId: '   ' },
      { epicId: 'x'.repeat(40) },
      { challengeId: '7' },
      { challengeType: '' },
      // Characters that neither the database nor a URL can contain.
      { epicId: 'a\u0000b' },
      { epicId: '\ud800' },
      { challengeType: 'a\u0000b' },
    ]) {
      const call = { ...post, key: randomUUID(), token: player.token, payload: { ...payload, ...wrong } };
      expect(await getCode(call)).toBe('invalid_request');
    }
    expect(await getAttempts(player)).toBe(0);
  });
});

describe('refuses without taking coins', () => {
  it.each([
    ['unknown', 422, 'epic_id_unknown'],
    ['private', 422, 'stats_private'],
    ['broken', 503, 'stats_unavailable'],
  ] as const)('an account that is %s', async (says, status, code) => {
    const player = await challenges.player();
    challenges.accounts.set(`it-is-${says}`, { id: says, solo: null, says });
    const entered = await challenges.enter(player, { epicId: `It-is-${says}` });
    await expectRefused(player, entered, status, code);
    if (code !== 'stats_unavailable') expect(entered.message).toContain(`It-is-${says}`);
  });

  it('a closed challenge or an unknown variant', { tags: ['long'] }, async () => {
    const player = await challenges.player();
    const closed = await challenges.test.db.transaction(async (tx) => {
      const id = await insertChallenge(tx, { game: 'fortnite', description: 'Closed', isActive: false });
      const conditions = { requiredPlacement: 10, requiredKills: 5, position: 0 };
      await insertVariant(tx, id, { ...conditions, entryFeeGC: 1, rewardGC: 1 });
      return id;
    });
    await expectRefused(
      player,
      await challenges.enter(player, { challengeId: closed }),
      409,
      'challenge_inactive',
    );
    await challenges.test.db.run(sql`update challenges set deleted_at = now() where id = ${closed}`);
    const gone = await challenges.enter(player, { challengeId: closed });
    await expectRefused(player, gone, 404, 'variant_not_found');
    for (const choice of [{ challengeType: 'TOP1_1KILL_SOLO' }, { challengeId: randomUUID() }]) {
      await expectRefused(player, await challenges.enter(player, choice), 404, 'variant_not_found');
    }
  });

  it('a player with too few coins, before asking the source', async () => {
    const player = await challenges.player({ gamerCoins: 104 });
    const requests = challenges.source.requests.length;
    const entered = await challenges.enter(player);
    expect(entered).toMatchObject({
      status: 402,
      code: 'insufficient_coins',
      message:
        'You need 105 GC and have 104. No coins were taken. Get more coins, or choose something cheaper.',
    });
    expect(challenges.source.requests).toHaveLength(requests);
    expect(await challenges.gamerCoins(player)).toBe(104);
  });

  it('while the source accepts no requests', async () => {
    const player = await challenges.player();
    const { db } = challenges.test;
    await db.run(sql`update source_budget set blocked_until = clock_timestamp() + interval '1 minute'`);
    await expectRefused(player, await challenges.enter(player), 503, 'stats_unavailable');
    await db.run(sql`update source_budget set blocked_until = '-infinity'`);
  });

  it('when more running attempts would make readings too rare', { tags: ['long'] }, async () => {
    const slow = await startChallengesTest({ requestsPerSecond: 0.01 });
    // One request per 125 s is left for readings, so a second attempt would be read every 250 s.
    expect((await slow.enter(await slow.player())).status).toBe(200);
    const late = await slow.player();
    expect(await slow.enter(late)).toMatchObject({ status: 503, code: 'readings_busy' });
    expect(await slow.gamerCoins(late)).toBe(1000);
    await slow.close();
  });
});

describe('late readings', () => {
  it('block new entries, except when only a few readings are lost', { tags: ['long'] }, async () => {
    const late = await startChallengesTest();
    const { db, clock } = late.test;
    const nextReadingAt = new Date(clock.now().getTime() - 121_000);
    const leaveUnread = async () =>
      insertAttempt(db, (await late.player()).id, {
        status: 'PENDING',
        startedAt: clock.now(),
        nextReadingAt,
      });
    for (let lost = 0; lost < 10; lost++) await leaveUnread();
    expect((await late.enter(await late.player())).status).toBe(200);
    await leaveUnread();
    clock.advance(10_000);
    const player = await late.player();
    expect(await late.enter(player)).toMatchObject({ status: 503, code: 'readings_busy' });
    expect(await late.gamerCoins(player)).toBe(1000);
    await late.close();
  });
});
