// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { AdminDispute } from '../../contract/disputes-admin.ts';
import { auditLedger } from '../../server/audit.ts';
import type { Task } from '../../server/platform/jobs/outbox.ts';
import { type Player, startChallengesTest } from './challenges.ts';

const dayMs = 24 * 3_600_000;
export const words = 'My recording shows the sixth kill';
export const link = 'https://videos.example.org/watch?v=1';

export type Ending = 'won' | 'lost' | 'cancelled' | 'private';

export type DisputesTest = Awaited<ReturnType<typeof startDisputesTest>>;

/** The app with an administrator, a promotion that pays for playing, and everything that disputes need. */
export async function startDisputesTest() {
  const challenges = await startChallengesTest();
  const { clock, db } = challenges.test;
  // Boards start over each Monday, so everything compared here is within one week.
  while (clock.now().getUTCDay() !== 3) clock.advance(dayMs / 2);
  const admin = await challenges.player({ role: 'SUPER_ADMIN', gamerCoins: 0 });
  await db.run(sql`
    insert into events (title, type, triggers, starts_at, ends_at, reward_amount)
    values ('Play', 'PLAY', '{COMPLETE_CHALLENGE,EARN_XP,REFER_FRIEND}', ${clock.now()}::timestamptz - interval '1 day',
      ${clock.now()}::timestamptz + interval '9 days', 10)`);

  /** Delivers all published events to their listeners, each twice and in reverse order. */
  async function deliverPending(): Promise<void> {
    const { db, app } = challenges.test;
    for (;;) {
      const jobs = await db.rows<{ name: string; payload: never }>(sql`
        with taken as (
          delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
          where tasks.id = jobs.task_id returning tasks.identifier as name, jobs.payload, jobs.id
        )
        select name, payload from taken where name <> 'read-attempt' order by id desc`);
      if (jobs.length === 0) return;
      for (const { name, payload } of [...jobs, ...jobs]) await (app.tasks[name] as Task)(payload);
    }
  }

  /** A player, and the friend who invited them. */
  async function invited(): Promise<{ player: Player; friend: Player }> {
    const [friend, player] = [await challenges.player(), await challenges.player()];
    const fact = { playerId: player.id, referrerId: friend.id, networkHash: randomUUID() };
    const at = challenges.test.clock.now().toISOString();
    await (challenges.test.app.tasks['player.signed-in'] as Task)({ ...fact, at } as never);
    return { player, friend };
  }

  /** Enters a challenge and ends it as given. */
  async function play(player: Player, ending: Ending): Promise<string> {
    const epicId = `epic-${player.id.slice(-8)}`;
    const { attemptId } = await challenges.enter(player, { epicId });
    if (ending === 'won' || ending === 'lost') {
      await challenges.playLater(attemptId, epicId, { kills: ending === 'won' ? 6 : 4 });
      if (ending === 'lost') await challenges.read(attemptId, 5);
    }
    if (ending === 'cancelled') for (const minutes of [45, 60]) await challenges.read(attemptId, minutes);
    if (ending === 'private') {
      const account = challenges.accounts.get(epicId);
      if (account) account.says = 'private';
      for (const minutes of [5, 15]) await challenges.read(attemptId, minutes);
      if (account) delete account.says;
    }
    return attemptId;
  }

  const call = (
    player: Player,
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    key: string = randomUUID(),
  ) => challenges.test.call({ method, url, token: player.token, ...(payload && { payload, key }) });
  const dispute = (player: Player, attemptId: string, payload: object = { words, link }, key?: string) =>
    call(player, 'POST', `/challenge/attempts/${attemptId}/dispute`, payload, key);
  const state = async (player: Player, attemptId: string) =>
    (await call(player, 'GET', `/challenge/attempts/${attemptId}/dispute`)).json();
  const decide = (disputeId: string, outcome: 'won' | 'upheld', { by = admin, key = randomUUID() } = {}) =>
    call(by, 'POST', `/challenge/disputes/${disputeId}/decide`, { outcome, answer: 'We looked at it' }, key);
  const codeOf = async (answer: ReturnType<typeof call>) => {
    const { statusCode, json } = await answer;
    return [statusCode, json().code];
  };
  const list = async (query = ''): Promise<AdminDispute[]> =>
    (await call(admin, 'GET', `/challenge/disputes${query}`)).json().data;

  async function disputed(ending: Ending) {
    const { player, friend } = await invited();
    const attemptId = await play(player, ending);
    const disputeId: string = (await dispute(player, attemptId)).json().data._id;
    return { player, friend, attemptId, disputeId };
  }

  /** Everything that a win gives to the player and to their inviter. */
  async function standing({ player, friend }: { player: Player; friend: Player }) {
    const [profile, streak, badges, performance, statement, friends] = await Promise.all(
      [
        '/auth/get-profile',
        '/leaderboard/streak',
        '/achievements',
        '/challenge/performance',
        '/transaction/history',
      ]
        .map((url) => call(player, 'GET', url))
        .concat(call(friend, 'GET', '/auth/get-profile')),
    ).then((answers) => answers.map((answer) => answer.json().data));
    const rewards = await challenges.test.db.rows(sql`
      select player_id = ${player.id} as is_own, trigger, amount, taken_back from event_rewards
      where player_id = any (${[player.id, friend.id]}) order by 1, 2`);
    const boards = await challenges.test.db.rows<{ board: string; xp: number }>(
      sql`select board, xp from board_scores where player_id = ${player.id} order by board`,
    );
    const { gamerCoins, xp, challengeStats } = profile;
    return {
      player: { gamerCoins, xp, challengeStats },
      balances: statement.summary.netBalance,
      friend: { gamerCoins: friends.gamerCoins, tokens: friends.referralTokens },
      boards,
      streak,
      achieved: badges
        .filter(
          (one: { _id: string; reachedAt: string | null }) => one.reachedAt && !/kills|top10/.test(one._id),
        )
        .map((one: { _id: string }) => one._id),
      performance: { totals: performance.totals, kinds: performance.kinds },
      rewards,
    };
  }

  /** Closes everything, after checking the ledger. */
  async function close(): Promise<void> {
    const { proofs } = await auditLedger(db);
    expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
    await challenges.close();
  }
  return {
    challenges,
    admin,
    clock,
    db,
    deliverPending,
    invited,
    play,
    call,
    dispute,
    state,
    decide,
    codeOf,
    list,
    disputed,
    standing,
    close,
  };
}
