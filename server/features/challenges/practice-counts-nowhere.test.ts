// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChallengesTest, type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { findChanges, photograph } from '../../../tests/support/photograph.ts';
import { auditLedger } from '../../audit.ts';
import type { Task } from '../../platform/jobs/outbox.ts';

let challenges: ChallengesTest;
let admin: Player;
beforeAll(async () => {
  challenges = await startChallengesTest();
  const { clock } = challenges.test;
  // Boards restart each Monday, so matches played late on a Sunday would be missing from the checked boards.
  while (clock.now().getUTCDay() !== 3) clock.advance(12 * 3_600_000);
  admin = await challenges.player({ role: 'SUPER_ADMIN' });
  const now = clock.now();
  await challenges.test.db.run(sql`
    insert into events (title, type, triggers, starts_at, ends_at, reward_amount)
    values ('Play', 'PLAY', '{COMPLETE_CHALLENGE,EARN_XP,REFER_FRIEND}', ${now}::timestamptz - interval '1 day',
      ${now}::timestamptz + interval '1 day', 10)`);
});
afterAll(async () => {
  const { proofs } = await auditLedger(challenges.test.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  await challenges.close();
});

/** Delivers all published events to their listeners, and the events that those publish. */
async function deliverPending(): Promise<void> {
  const { db, app } = challenges.test;
  for (;;) {
    const jobs = await db.rows<{ name: string; payload: never }>(sql`
      with taken as (
        delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
        where tasks.id = jobs.task_id returning tasks.identifier as name, jobs.payload, jobs.id
      )
      select name, payload from taken where name <> 'read-attempt' order by id`);
    if (jobs.length === 0) return;
    for (const { name, payload } of jobs) await (app.tasks[name] as Task)(payload);
  }
}

/**
 * A player who was invited by a friend, who is notified of wins, so that a first win would have all its possible
 * effects.
 */
async function invited(): Promise<{ player: Player; friend: Player }> {
  const [friend, player] = [await challenges.player(), await challenges.player()];
  const { db, clock, app } = challenges.test;
  await db.run(sql`
    insert into friendships (player_id, friend_id, since)
    values (${player.id}, ${friend.id}, now()), (${friend.id}, ${player.id}, now())`);
  await (app.tasks['player.signed-in'] as Task)({
    playerId: player.id,
    referrerId: friend.id,
    networkHash: randomUUID(),
    at: clock.now().toISOString(),
  } as never);
  await deliverPending();
  return { player, friend };
}

async function play({ player, isPractice, kills }: { player: Player; isPractice: boolean; kills: number }) {
  const epicId = `epic-${player.id.slice(-8)}`;
  const { attemptId } = await challenges.enter(player, { epicId, isPractice });
  await challenges.playLater(attemptId, epicId, { kills });
  if (kills === 0) await challenges.read(attemptId, 5);
  return attemptId;
}

const voidIt = (attemptId: string) => challenges.voidAttempt(admin, attemptId, { forfeitFee: true });

/** Everything that attempts changed, seen two hours after the first entry. */
async function changesOf(
  doing: (player: Player, another: Player, third: Player) => Promise<unknown>,
): Promise<string[]> {
  const { test } = challenges;
  const { player, friend } = await invited();
  const others = [(await invited()).player, (await invited()).player] as const;
  const viewers = { players: { player: player.token, friend: friend.token }, admin: admin.token };
  const begin = test.clock.now();
  const later = new Date(begin.getTime() + 2 * 3_600_000);
  test.clock.set(later);
  const before = await photograph(test, viewers);
  test.clock.set(begin);
  await doing(player, ...others);
  await deliverPending();
  test.clock.set(later);
  return findChanges(before, await photograph(test, viewers));
}

/**
 * The attempt itself with its Epic account (shown in the profile), its requests to the source, and its player's
 * notifications.
 */
const ofItself = [
  'admin: /challenge/attempts',
  'player: /auth/get-profile',
  'player: /challenge/my-attempts',
  'player: /notifications',
  'table attempt_readings',
  'table attempts',
  'table game_accounts',
  'table idempotent_answers',
  'table live_events',
  'table notifications',
  'table player_search',
  'table rate_limit_windows',
  // Counts running attempts. `/challenge/all` shows the same afterwards.
  'table row_counters',
  'table source_budget',
];

it('a practice attempt changes nothing but itself when won, lost or voided', { tags: ['long'] }, async () => {
  const changes = await changesOf(async (player, other, cheat) => {
    const lost = await play({ player, isPractice: true, kills: 0 });
    expect(await challenges.attempt(player, lost)).toMatchObject({ status: 'FAILED', isPractice: true });
    const won = await play({ player: other, isPractice: true, kills: 6 });
    expect(await challenges.attempt(other, won)).toMatchObject({ status: 'SUCCESS', rewardGiven: 0 });
    expect((await voidIt(await play({ player: cheat, isPractice: true, kills: 6 }))).statusCode).toBe(200);
  });
  expect(changes).toEqual([...ofItself, 'table admin_changes'].sort());
});

it('a paid attempt changes lists, boards and sums, which proves the comparison works', {
  tags: ['long'],
}, async () => {
  const changes = await changesOf((player) => play({ player, isPractice: false, kills: 6 }));
  expect(changes).toEqual(
    expect.arrayContaining([
      'admin: /challenge/all',
      'admin: /overview',
      'admin: /overview/growth',
      'friend: /notifications',
      'friend: /referrals',
      'player: /achievements',
      'player: /auth/get-profile',
      'player: /challenge/performance',
      'player: /leaderboard',
      'player: /leaderboard/streak',
      'player: /transaction/history',
      'table attempt_days',
      'table board_scores',
      'table event_rewards',
      'table finished_attempts',
      'table played_xp',
      'table transfers',
    ]),
  );
});

it("a variant's estimate ignores practice attempts", async () => {
  const { test } = challenges;
  const variant = { entryFeeGC: 10, rewardGC: 20, requiredPlacement: 25, requiredKills: 7 };
  const estimate = async () => {
    const call = { method: 'POST', url: '/challenge/estimate', payload: variant } as const;
    return (await test.call({ ...call, token: admin.token })).json().data;
  };
  const before = await estimate();
  await play({ player: await challenges.player(), isPractice: true, kills: 6 });
  expect(await estimate()).toEqual(before);
  await play({ player: await challenges.player(), isPractice: false, kills: 6 });
  expect(await estimate()).not.toEqual(before);
});
