// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { effectsOf } from '../../../../tests/support/attempt-effects.ts';
import { type Player, startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { type Running, runningAttempts } from '../../../../tests/support/running-attempt.ts';
import type { Movement } from '../../../ledger/transfer.ts';
import { settle } from './settle-attempt.ts';

const challenges = openForTests(startChallengesTest);
let admin: Player;
beforeAll(async () => {
  admin = await challenges.player({ role: 'ADMIN', gamerCoins: 0 });
});

const { running } = runningAttempts(() => challenges);
const effects = (
  { attemptId, player }: Pick<Running, 'attemptId' | 'player'>,
  skip?: Awaited<ReturnType<typeof effectsOf>>,
) => effectsOf(challenges.test.db, { attemptId, playerId: player.id }, skip);
const description = 'Test challenge';
const paidEntry = 'player > escrow: 105 GC challenge_entry entry “Entry fee: Test challenge”';

/** The live events and domain events that an end publishes. */
function told(
  { attemptId, player: { id: playerId } }: Running,
  status: 'SUCCESS' | 'FAILED' | 'CANCELLED',
  { rewardGC = 0, refundGC = 0, xp }: { rewardGC?: number; refundGC?: number; xp?: number },
) {
  const at = challenges.test.clock.now().toISOString();
  const finished = { name: 'challenge.finished', payload: { attemptId, playerId, status, xp, at } };
  const reason = { SUCCESS: 'conditions-met', FAILED: 'conditions-not-met', CANCELLED: 'no-match' }[status];
  const decided = { attemptId, playerId, description, status, reason, rewardGC, refundGC };
  return {
    published: [...(xp ? [finished] : []), { name: 'challenge.decided', payload: decided }],
    live: [
      { attempt: attemptId, status },
      { delta: rewardGC + refundGC, description },
    ],
  };
}

it('an entry pays the fee into escrow and stores its terms', async () => {
  const run = await running();
  expect(await effects(run)).toEqual({
    moved: [paidEntry],
    published: [],
    live: [
      { attempt: run.attemptId, status: 'PENDING' },
      { delta: -105, description: 'Entry fee: Test challenge' },
    ],
  });
  const { db, clock } = challenges.test;
  const row = await db.row(sql`
    select challenge_id, challenge_description, challenge_type, entry_fee_gc, reward_gc, required_placement, required_kills,
      epic_name, started_at, start_by, next_reading_at, is_practice, status, reason, baseline_reading, completed_at
    from attempts where id = ${run.attemptId}`);
  const after = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
  expect(row).toEqual({
    challengeId: challenges.challengeId,
    challengeDescription: description,
    challengeType: 'TOP10_5KILL_SOLO',
    entryFeeGC: 105,
    rewardGC: 300,
    requiredPlacement: 10,
    requiredKills: 5,
    epicName: run.epicId,
    startedAt: clock.now(),
    startBy: after(40),
    nextReadingAt: after(7),
    isPractice: false,
    status: 'PENDING',
    reason: 'awaiting-match',
    baselineReading: 0,
    completedAt: null,
  });
  const bound = await db.row(sql`
    select game, name, key, bound_at from game_accounts where player_id = ${run.player.id}`);
  const key = challenges.accounts.get(run.epicId)?.id;
  expect(bound).toEqual({ game: 'fortnite', name: run.epicId, key, boundAt: clock.now() });
});

it('a success pays the reward and XP, and the house keeps the fee', async () => {
  const run = await running();
  const before = await effects(run);
  await challenges.playLater(run.attemptId, run.epicId);
  expect(await effects(run, before)).toEqual({
    moved: [
      'escrow > fees: 105 GC challenge_fee fee “Fee kept: Test challenge”',
      'rewards > player: 300 GC challenge_reward reward “Reward: Test challenge”',
      'rewards > player: 120 XP xp_award xp “XP: Test challenge”',
    ],
    ...told(run, 'SUCCESS', { rewardGC: 300, xp: 120 }),
  });
});

it('a failure gives only the XP for finishing', async () => {
  const run = await running();
  const before = await effects(run);
  await challenges.playLater(run.attemptId, run.epicId, { kills: 0 });
  await challenges.read(run.attemptId, 5);
  const { moved, published, live } = await effects(run, before);
  expect(moved).toEqual([
    'escrow > fees: 105 GC challenge_fee fee “Fee kept: Test challenge”',
    'rewards > player: 20 XP xp_award xp “XP: Test challenge”',
  ]);
  const end = told(run, 'FAILED', { xp: 20 });
  expect(published).toEqual(end.published);
  expect(live).toEqual([{ attempt: run.attemptId, status: 'WAITING_RECHECK' }, ...end.live]);
});

it('a cancellation refunds what the rules say, and is not a finished challenge', async () => {
  const run = await running();
  const before = await effects(run);
  // A reading that changes nothing is not announced.
  for (const minutes of [4, 41, 1, 59]) await challenges.read(run.attemptId, minutes);
  const { moved, published, live } = await effects(run, before);
  expect(moved).toEqual([
    'escrow > player: 95 GC challenge_refund refund “Refund: Test challenge”',
    'escrow > fees: 10 GC challenge_fee fee “Fee kept: Test challenge”',
  ]);
  const end = told(run, 'CANCELLED', { refundGC: 95 });
  expect(published).toEqual(end.published);
  expect(live).toEqual([{ attempt: run.attemptId, status: 'WAITING_RECHECK' }, ...end.live]);
});

it('a settlement that cannot move its coins rolls back with an error', async () => {
  const { id } = await challenges.player({ gamerCoins: 4 });
  const movement = (amount: number): Movement => ({
    currency: 'GC',
    amount,
    from: { player: id },
    to: { house: 'fees' },
    type: 'challenge_fee',
    reference: id,
    idempotencyKey: `of:${id}`,
    description: 'A fee',
  });
  const { db } = challenges.test;
  await expect(db.transaction((tx) => settle(tx, movement(5)))).rejects.toThrow(
    `Settlement of:${id} was refused: insufficient_coins`,
  );
  await db.transaction((tx) => settle(tx, movement(0)));
  await db.transaction((tx) => settle(tx, movement(4)));
  expect(await challenges.gamerCoins({ id, token: '' })).toBe(0);
});

it('a practice attempt notifies its player and moves nothing', async () => {
  const player = await challenges.player({ gamerCoins: 0 });
  const { attemptId } = await challenges.enter(player, { isPractice: true });
  const run = { player, attemptId, epicId: `epic-${player.id.slice(-8)}` };
  const begun = { attempt: attemptId, status: 'PENDING' };
  expect(await effects(run)).toEqual({ moved: [], published: [], live: [begun] });
  await challenges.playLater(attemptId, run.epicId);
  const won = { status: 'SUCCESS', reason: 'conditions-met', rewardGC: 300 };
  const fact = { attemptId, playerId: player.id, description, ...won };
  expect(await effects(run)).toEqual({
    moved: [],
    published: [{ name: 'challenge.practised', payload: fact }],
    live: [begun, { attempt: attemptId, status: 'SUCCESS' }],
  });
  await voidIt(run);
  const { moved, published, live } = await effects(run);
  expect([moved, published.length]).toEqual([[], 1]);
  expect(live.slice(2)).toEqual([{ attempt: attemptId, status: 'CANCELLED' }]);
});

async function voidIt({ attemptId }: Running, forfeitFee = false, key = randomUUID()) {
  const answer = await challenges.voidAttempt(admin, attemptId, { forfeitFee, key });
  return { status: answer.statusCode, ...answer.json() };
}

it.each([
  [
    'running',
    false,
    'escrow > player: 105 GC challenge_refund void-refund “Refund of a voided challenge: Test challenge”',
  ],
  ['running', true, 'escrow > fees: 105 GC challenge_fee void-fee “Fee forfeited: Test challenge”'],
  [
    'won',
    false,
    'fees > player: 105 GC challenge_refund void-refund “Refund of a voided challenge: Test challenge”',
  ],
  ['won', true, undefined],
] as const)('voiding a %s attempt, with the fee forfeited: %s', async (state, isFeeForfeited, fee) => {
  const run = await running();
  if (state === 'won') await challenges.playLater(run.attemptId, run.epicId);
  const before = await effects(run);
  const { clock, db } = challenges.test;
  clock.advance(1_000);
  const key = randomUUID();
  const answer = await voidIt(run, isFeeForfeited, key);
  const { player, attemptId } = run;
  const refundGC = isFeeForfeited ? 0 : 105;
  const shown = await challenges.attempt(player, attemptId);
  expect(answer).toMatchObject({ status: 200, data: shown });
  expect(shown).toMatchObject({
    status: 'CANCELLED',
    reason: 'voided',
    refundGC,
    rewardGiven: 0,
    xpGiven: 0,
  });
  expect(shown.epicId).toBe(run.epicId);
  // A replay looks up the account's name, since the stored answer contains no names.
  expect((await voidIt(run, isFeeForfeited, key)).data).toEqual(shown);
  const isWon = state === 'won';
  const about = { attemptId, playerId: player.id, description, refundGC };
  expect(await effects(run, before)).toEqual({
    moved: [
      ...(isWon
        ? [
            'player > rewards: 300 GC reversal void-reward “Voided challenge: Test challenge”',
            'player > rewards: 120 XP reversal void-xp “Voided challenge: Test challenge”',
          ]
        : []),
      ...(fee ? [fee] : []),
    ],
    published: [
      isWon
        ? { name: 'challenge.voided', payload: { ...about, rewardGC: 300 } }
        : {
            name: 'challenge.decided',
            payload: { ...about, rewardGC: 0, status: 'CANCELLED', reason: 'voided' },
          },
    ],
    live: [
      { attempt: attemptId, status: 'CANCELLED' },
      { delta: refundGC - (isWon ? 300 : 0), description },
    ],
  });
  const log = await db.rows(sql`
    select actor_id, action, before, after, reason from admin_changes where subject = ${`attempt:${attemptId}`}`);
  expect(log).toEqual([
    {
      actorId: admin.id,
      action: 'challenge.void',
      before: isWon
        ? { status: 'SUCCESS', rewardGC: 300, xp: 120 }
        : { status: 'PENDING', rewardGC: 0, xp: 0 },
      after: { status: 'CANCELLED', refundGC, isFeeForfeited },
      reason: 'Cheated',
    },
  ]);
  const row = await db.row(sql`
    select voided_at, voided_by, void_reason, is_fee_forfeited, next_reading_at, completed_at = voided_at as ends_now
    from attempts where id = ${attemptId}`);
  expect(row).toEqual({
    voidedAt: clock.now(),
    voidedBy: admin.id,
    voidReason: 'Cheated',
    isFeeForfeited,
    nextReadingAt: null,
    endsNow: !isWon,
  });
});
