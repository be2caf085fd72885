// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { Board } from '../../../contract/leaderboards.ts';
import type { Person } from '../../../tests/support/admin.ts';
import { handleOf } from '../../../tests/support/factories.ts';
import { startFriendsTest } from '../../../tests/support/friends.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import type { DomainEvents } from '../../platform/jobs/outbox.ts';

const test = openForTests(startFriendsTest);

describe("a friend's win", () => {
  const won = (playerId: string, status: 'SUCCESS' | 'FAILED' = 'SUCCESS') => ({
    attemptId: randomUUID(),
    playerId,
    description: 'Survive the ring',
    status,
    rewardGC: 100,
    refundGC: 0,
  });
  const heard = async (who: Person) => {
    const rows = await test.db.rows(sql`
      select from notifications where player_id = ${who.id} and title = 'Your friend won'`);
    return rows.length;
  };
  /** Delivers every published `friend.won` to its listeners. */
  async function passOn(fact: DomainEvents['challenge.decided']): Promise<number> {
    await test.db.run(sql`delete from graphile_worker._private_jobs`);
    await test.tell('challenge.decided', fact);
    const jobs = await test.published('friend.won');
    for (const { payload } of jobs) await test.tell('friend.won', payload as never);
    return jobs.length;
  }

  it('notifies friends once when both sides want it, and never about a loss', async () => {
    const [ada, bob, eve] = [await test.person(), await test.person(), await test.person()];
    await test.befriend(ada, bob);
    await test.befriend(ada, eve);
    expect(await passOn(won(ada.id))).toBe(0);
    const choices = { tellsWins: true, hearsWins: true };
    expect((await test.callFriends(ada, 'PUT', '/choices', choices)).data).toEqual(choices);
    await test.callFriends(eve, 'PUT', '/choices', { tellsWins: true, hearsWins: false });
    expect(await passOn(won(ada.id, 'FAILED'))).toBe(0);
    const fact = won(ada.id);
    await passOn(fact);
    await passOn(fact);
    expect([await heard(bob), await heard(eve), await heard(ada)]).toEqual([1, 0, 0]);
  });
});

describe("the friends' leaderboard", () => {
  it('ranks only the player and their friends', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => test.person()));
    const [ada, bob, eve, stranger] = people as [Person, Person, Person, Person];
    await test.befriend(ada, bob);
    await test.befriend(eve, ada);
    for (const [who, xp] of [
      [ada, 50],
      [bob, 90],
      [eve, 20],
      [stranger, 70],
    ] as const) {
      const at = test.clock.now().toISOString();
      const status = 'SUCCESS';
      await test.tell('challenge.finished', { attemptId: randomUUID(), playerId: who.id, status, xp, at });
    }
    const url = '/leaderboard?period=all&among=friends';
    const board: Board = (await test.call({ url, token: ada.token })).json().data;
    const handles = await Promise.all([bob, ada, eve].map((who) => handleOf(test.db, who)));
    expect(board.top.map(({ player, rank }) => [player.handle, rank])).toEqual(
      handles.map((handle, place) => [handle, place + 1]),
    );
    expect(board).toMatchObject({ players: 3, mine: { rank: 2, isMe: true, xp: 50 } });
    const alone: Board = (await test.call({ url, token: stranger.token })).json().data;
    expect(alone.top).toMatchObject([{ isMe: true }]);
  });
});
