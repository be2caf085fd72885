// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { type Player, startChallengesTest, startDeps } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../../tests/support/running-attempt.ts';
import { withReadings } from '../../../../tests/support/with-readings.ts';
import { auditLedger } from '../../../audit.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { startAttempt } from './start-attempt.ts';

const challenges = openForTests(startChallengesTest);
let admin: Player;
beforeAll(async () => {
  admin = await challenges.player({ role: 'SUPER_ADMIN' });
});
const { publishedOf } = runningAttempts(() => challenges);

const epicOf = (player: Player) => `epic-${player.id.slice(-8)}`;
const practise = (player: Player, options = {}) => challenges.enter(player, { ...options, isPractice: true });

/** A player without coins who started a practice attempt. */
async function practising(): Promise<{ player: Player; attemptId: string; epicId: string }> {
  const player = await challenges.player({ gamerCoins: 0 });
  const { status, attemptId } = await practise(player);
  expect(status).toBe(200);
  return { player, attemptId, epicId: epicOf(player) };
}

function countAttempts(player: Player): Promise<{ attempts: number; practice: number }> {
  return challenges.test.db.one(sql`
    select count(*) as attempts, count(*) filter (where is_practice) as practice
    from attempts where player_id = ${player.id}`);
}

const voidIt = (attemptId: string, by = admin) => challenges.voidAttempt(by, attemptId);

async function breaches(): Promise<string[]> {
  return (await auditLedger(challenges.test.db)).proofs.flatMap((each) => each.breaches);
}

it('practice starts without coins, reads the statistics and binds the Epic account', async () => {
  const { player, attemptId, epicId } = await practising();
  expect(await challenges.attempt(player, attemptId)).toMatchObject({
    status: 'PENDING',
    isPractice: true,
    entryFeeGC: 0,
    challenge: { challengeVariants: [{ entryFeeGC: 0, rewardGC: 300 }] },
    initialStats: { matches: 100 },
  });
  const stranger = await challenges.player();
  expect((await challenges.enter(stranger, { epicId })).code).toBe('epic_account_taken');
  const elsewhere = await challenges.player();
  expect((await practise(elsewhere, { epicId })).code).toBe('epic_account_taken');
});

it('practice is decided like a challenge, pays nothing, and passes the audit', async () => {
  const { player, attemptId, epicId } = await practising();
  await challenges.playLater(attemptId, epicId);
  expect(await challenges.attempt(player, attemptId)).toMatchObject({
    status: 'SUCCESS',
    reason: 'conditions-met',
    rewardGiven: 0,
    xpGiven: 0,
  });
  expect([await challenges.gamerCoins(player), await challenges.xp(player)]).toEqual([0, 0]);
  expect(await publishedOf(attemptId)).toEqual(['challenge.practised']);
  expect(await breaches()).toEqual([]);
});

it('notifies the player once with a text about practice', async () => {
  const { player, attemptId, epicId } = await practising();
  await challenges.playLater(attemptId, epicId);
  const fact = { attemptId, playerId: player.id, description: 'Test challenge', rewardGC: 300 };
  for (const _ of [1, 2]) {
    await (challenges.test.app.tasks['challenge.practised'] as Task)({ ...fact, status: 'SUCCESS' } as never);
  }
  const { data } = (await challenges.test.call({ url: '/notifications', token: player.token })).json();
  expect(data.list ?? data).toMatchObject([
    {
      title: 'Practice: conditions met',
      body: 'Test challenge: a real challenge would have paid 300 GC.',
    },
  ]);
});

it('practice is offered once, and never after a paid entry', async () => {
  const { player, attemptId, epicId } = await practising();
  expect((await practise(player)).code).toBe('attempt_active');
  await challenges.playLater(attemptId, epicId);
  expect(await practise(player)).toMatchObject({ status: 409, code: 'practice_not_offered' });

  const entered = await challenges.player();
  const { attemptId: first } = await challenges.enter(entered);
  expect((await practise(entered)).code).toBe('attempt_active');
  await voidIt(first);
  expect((await practise(entered)).code).toBe('practice_not_offered');
});

it('practice may be repeated after a cancellation, but not after a voiding', async () => {
  const { player, attemptId } = await practising();
  await challenges.read(attemptId, 101);
  expect(await challenges.attempt(player, attemptId)).toMatchObject({
    status: 'CANCELLED',
    refundGC: 0,
    processingFeeGC: 0,
  });
  const again = await practise(player);
  expect(again.status).toBe(200);
  expect((await voidIt(again.attemptId)).statusCode).toBe(200);
  expect((await practise(player)).code).toBe('practice_not_offered');
  expect(await countAttempts(player)).toEqual({ attempts: 2, practice: 2 });
});

it('practice can be cancelled five times at most', async () => {
  const { player, attemptId } = await practising();
  await challenges.read(attemptId, 101);
  await challenges.test.db.run(sql`
    insert into attempts select (jsonb_populate_record(a, jsonb_build_object('id', make_uuidv7()::text))).*
    from attempts a, generate_series(1, 3) where a.id = ${attemptId}`);
  const last = await practise(player);
  expect(last.status).toBe(200);
  await challenges.read(last.attemptId, 101);
  expect((await practise(player)).code).toBe('practice_not_offered');
});

it('leaves the first paid entry with its full fee, reward and XP', async () => {
  const player = await challenges.player();
  const { attemptId } = await practise(player);
  await challenges.playLater(attemptId, epicOf(player));
  const entered = await challenges.enter(player);
  expect(entered.status).toBe(200);
  await challenges.playLater(entered.attemptId, epicOf(player));
  expect([await challenges.gamerCoins(player), await challenges.xp(player)]).toEqual([1195, 120]);
  expect(await publishedOf(entered.attemptId)).toEqual(['challenge.finished', 'challenge.decided']);
});

it('answers a replay with the first attempt, and refuses its key for entries', async () => {
  const player = await challenges.player();
  const key = randomUUID();
  const first = await practise(player, { key });
  expect(await practise(player, { key })).toEqual(first);
  expect((await challenges.enter(player, { key })).code).toBe('idempotency_key_reused');
  await challenges.playLater(first.attemptId, epicOf(player));
  expect(await practise(player, { key })).toEqual(first);
});

it('one attempt starts when several requests for practice or paid entries run concurrently', async () => {
  const { db } = challenges.test;
  const [player, torn] = [await challenges.player(), await challenges.player()];
  // More requests at once would reach the limit of failed look-ups, since look-ups count as failed until their outcome
  // is known.
  const answers = await Promise.all(Array.from({ length: 4 }, () => practise(player)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'attempt_active']));
  expect(await countAttempts(player)).toEqual({ attempts: 1, practice: 1 });

  const mixed = await Promise.all(
    Array.from({ length: 4 }, (_, place) => challenges.enter(torn, { isPractice: place % 2 === 0 })),
  );
  expect(mixed.filter(({ status }) => status === 200)).toHaveLength(1);
  const { practice } = await countAttempts(torn);
  expect(await challenges.gamerCoins(torn)).toBe(practice === 1 ? 1000 : 895);
  await expect(
    db.run(sql`
      insert into attempts select (jsonb_populate_record(a, jsonb_build_object('id', make_uuidv7()::text, 'status', 'FAILED',
        'completed_at', now(), 'next_reading_at', null, 'epic_account_key', 'other'))).*
      from attempts a where player_id = ${player.id}`),
  ).rejects.toMatchObject({ constraint: 'attempts_one_practice' });
});

it('practice does not start when a paid entry was stored and voided meanwhile', async () => {
  const player = await challenges.player();
  const { challengeId, challengeType } = challenges;
  const deps = startDeps(challenges);
  const { source } = deps.games.fortnite;
  const read: typeof source.read = async (...asked) => {
    await voidIt((await challenges.enter(player)).attemptId);
    return source.read(...asked);
  };
  const entry = { playerId: player.id, epicId: epicOf(player), challengeId, challengeType, isPractice: true };
  const input = { ...entry, idempotencyKey: randomUUID(), network: player.id };
  const outcome = await startAttempt(input, withReadings(deps, { source: { ...source, read } }));
  expect(outcome).toMatchObject({ refused: 'practice_not_offered' });
  expect(await countAttempts(player)).toEqual({ attempts: 1, practice: 0 });

  // An unexpected error is not a refusal.
  const other = await challenges.player();
  const broken = startAttempt(
    { ...input, playerId: other.id, epicId: epicOf(other), isPractice: false, idempotencyKey: randomUUID() },
    { ...deps, takeCoins: () => Promise.reject(new Error('out of order')) },
  );
  await expect(broken).rejects.toThrow('out of order');
  expect(await countAttempts(other)).toEqual({ attempts: 0, practice: 0 });
});

it('the database refuses practice that pays anything', async () => {
  const { attemptId } = await practising();
  for (const change of [
    sql`reward_given_gc = 300`,
    sql`xp_given = 120`,
    sql`refund_gc = 1`,
    sql`entry_fee_gc = 105`,
  ]) {
    await expect(
      challenges.test.db.run(sql`update attempts set ${change} where id = ${attemptId}`),
    ).rejects.toMatchObject({ constraint: 'attempts_practice_moves_nothing' });
  }
});

it('practice cannot be shared, and the audit reports shared practice', async () => {
  const { player, attemptId, epicId } = await practising();
  await challenges.playLater(attemptId, epicId);
  const share = { url: `/challenge/attempts/${attemptId}/share`, token: player.token };
  const answer = await challenges.test.call({ ...share, method: 'PUT', payload: {} });
  expect(answer.json()).toMatchObject({ code: 'practice_not_shared' });
  const { db } = challenges.test;
  await db.run(sql`
    insert into shared_receipts (attempt_id, player_id, shows_epic_name, is_listed)
    values (${attemptId}, ${player.id}, false, true)`);
  expect(await breaches()).toEqual([`practice attempt ${attemptId}: its receipt is shared`]);
  expect((await challenges.test.call({ url: '/landing' })).json().data.winners).toEqual([]);
  await db.run(sql`delete from shared_receipts`);
});

it('practice is hidden from other players, and administrators cannot void their own', async () => {
  const { attemptId } = await practising();
  const other = await challenges.player();
  const receipt = { url: `/challenge/attempts/${attemptId}/receipt` };
  expect((await challenges.test.call({ ...receipt, token: other.token })).json().code).toBe('not_found');
  const own = await practise(admin);
  expect((await voidIt(own.attemptId)).json().code).toBe('conflict_of_interest');
});

it('refuses everything that an entry refuses', async () => {
  const player = await challenges.player();
  const code = async (options: object) => (await practise(player, options)).code;
  expect(await code({ challengeType: 'TOP1_9KILL_SOLO' })).toBe('variant_not_found');
  expect(await code({ challengeId: randomUUID() })).toBe('variant_not_found');
  expect(await code({ epicId: ' ' })).toBe('invalid_request');
  const epicId = epicOf(player);
  challenges.accounts.set(epicId, { id: 'private', solo: null, says: 'private' });
  expect(await code({})).toBe('stats_private');
  expect((await practise({ id: player.id, token: '' })).code).toBe('not_signed_in');
  expect(await countAttempts(player)).toEqual({ attempts: 0, practice: 0 });
});
