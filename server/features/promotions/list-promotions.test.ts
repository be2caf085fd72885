// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import type { PlayerPromotion, PromotionPlace } from '../../../contract/promotions.ts';
import { formerPlayer } from '../../../contract/public-players.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { startPromotionsTest } from '../../../tests/support/promotions.ts';
import { getRankedXp } from './event-standing-store.ts';

const hourMs = 3_600_000;

const promotions = openForTests(startPromotionsTest);
beforeEach(() => promotions.test.db.run(sql`update events set deleted_at = now(), is_active = false`));

const list = async (token: string): Promise<PlayerPromotion[]> =>
  (await promotions.ask('GET', '/events/mine', { token })).data;
const titles = async (token: string) => (await list(token)).map(({ title }) => title);

it("shows a complete event with the player's own rewards", async () => {
  const eventConfig = { rewardType: 'GC', rewardAmount: 33, multiplier: 1.5, userCap: 9, dailyCap: 8 };
  const { _id, startDate, endDate, createdAt } = await promotions.create({
    title: 'All of it',
    description: 'In two\nlines',
    autoRun: false,
    leaderboardRewards: [3, 2, 1],
    eventConfig: { ...eventConfig, budget: 5_000 },
  });
  const common = {
    _id,
    title: 'All of it',
    description: 'In two\nlines',
    type: 'CHALLENGE',
    triggers: ['COMPLETE_CHALLENGE'],
    startDate,
    endDate,
    leaderboardRewards: [],
    autoRun: false,
    isActive: true,
    isCompleted: false,
    completed: false,
    status: 'ACTIVE',
    phase: 'active',
  };
  const player = await promotions.player();
  const nothing = { rewards: 0, today: 0, earned: 0, toBeSent: 0, rank: null, xp: 0 };
  expect(await list(player.token)).toEqual([{ ...common, eventConfig, reward: 49, mine: nothing }]);
  await promotions.finish(player.id);
  promotions.test.clock.advance(24 * hourMs - 1);
  await promotions.test.db.run(sql`
    update event_rewards set caused_at = caused_at - interval '1 day' where player_id = ${player.id}`);
  promotions.test.clock.advance(1 - 24 * hourMs);
  await promotions.finish(player.id);
  const mine = { rewards: 2, today: 1, earned: 98, toBeSent: 98, rank: null, xp: 0 };
  expect(await list(player.token)).toEqual([{ ...common, eventConfig, reward: 49, mine }]);
  expect((await promotions.ask('GET', '/events/all')).data).toEqual([
    {
      ...common,
      eventConfig: { ...eventConfig, budget: 5_000 },
      isSending: false,
      budgetSpent: 98,
      rewardsPaid: 0,
      rewardsCollected: 2,
      createdAt,
    },
  ]);
});

it('lists the events that end soonest first, then the twelve that ended last', async () => {
  const { token } = await promotions.player();
  await promotions.test.db.run(sql`
    insert into events (title, type, triggers, starts_at, ends_at, reward_amount, is_active, is_completed, deleted_at)
    select title, 'X', '{EARN_XP}', ${promotions.inHours(-90)}::timestamptz + least(ends, 0) * interval '1 hour',
      ${promotions.inHours(0)}::timestamptz + ends * interval '1 hour', 1, is_active, is_completed,
      case when title = 'Deleted' then now() end
    from (
      select 'Ended ' || n as title, -n as ends, n % 2 = 0 as is_active, n % 2 = 1 as is_completed
      from generate_series(1, 14) n
      union all
      values ('Later', 9, true, false), ('Sooner', 5, true, false), ('Off', 3, false, false),
        ('Deleted', 3, true, false), ('Ended and off', -1, false, false), ('Done early', 2, true, true),
        ('Ends now', 0, true, false)
    ) e`);
  expect(await titles(token)).toEqual([
    'Sooner',
    'Later',
    'Done early',
    'Ends now',
    ...Array.from({ length: 10 }, (_, index) => `Ended ${index + 1}`),
  ]);
  const { id } = await createPlayer(promotions.test.db, { role: 'SUPER_ADMIN' });
  const admin = await promotions.test.signIn(id);
  for (const [url, asked] of [
    ['/events/mine', token],
    ['/events', token],
    ['/events/all', admin],
    ['/events/schedule', admin],
  ] as const) {
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await promotions.test.call({ url, token: asked, headers });
    expect([url, answer.headers['content-encoding']]).toEqual([url, 'gzip']);
  }
});

it("shows the top ten of a leaderboard, the player's own place, and prizes once it is over", {
  tags: ['long'],
}, async () => {
  const promotion = await promotions.weekly();
  const players = await Promise.all(Array.from({ length: 12 }, () => promotions.player()));
  for (const [index, { id }] of players.entries()) await promotions.finish(id, 120 - index);
  await promotions.sweep();
  const handles = new Map(
    (
      await promotions.test.db.rows<{ playerId: string; handle: string }>(
        sql`select player_id, handle from handles where is_worn`,
      )
    ).map(({ playerId, handle }) => [playerId, handle]),
  );
  const [first, second, , , , , , , , , , last] = players as [Who, Who, ...Who[]];
  const place = (index: number, reward: number, isMe = false) => ({
    rank: index + 1,
    player: expect.objectContaining({ handle: handles.get(players[index]?.id ?? '') }),
    isMe,
    xp: 120 - index,
    reward,
  });
  const board = async ({ token }: Who): Promise<{ places: PromotionPlace[]; mine: PromotionPlace | null }> =>
    (await promotions.ask('GET', `/events/${promotion._id}/board`, { token })).data;
  const rewards = [500, 300, 100, ...Array(7).fill(0)];
  expect(await board(last as Who)).toEqual({
    places: rewards.map((reward, index) => place(index, reward)),
    mine: place(11, 0, true),
  });
  const leading = place(0, 500, true);
  expect(await board(first)).toEqual({
    places: [leading, ...rewards.slice(1).map((reward, index) => place(index + 1, reward))],
    mine: leading,
  });
  const outsider = await promotions.player();
  expect((await board(outsider)).mine).toBeNull();
  expect(await promotions.mine((last as Who).token, promotion._id)).toMatchObject({
    reward: 0,
    mine: { rewards: 0, rank: 12, xp: 109 },
  });

  promotions.test.clock.advance(3 * hourMs);
  await promotions.sweep();
  await promotions.test.db.run(sql`
    update players set deleted_at = now(), erased_at = now() where id = ${second.id}`);
  expect(await board(first)).toEqual({
    places: [leading, { ...place(1, 300), player: formerPlayer }, place(2, 100)],
    mine: leading,
  });
  expect((await board(last as Who)).mine).toBeNull();
  const xp = await getRankedXp(promotions.test.db, promotion._id, [second.id]);
  expect([...xp]).toEqual([[second.id, 119]]);
});

type Who = { id: string; token: string };

it('returns no leaderboard for unranked, inactive or unknown events', async () => {
  const { token } = await promotions.player();
  const status = async (id: string) => (await promotions.ask('GET', `/events/${id}/board`, { token })).status;
  const [single, ranked] = [await promotions.create(), await promotions.weekly()];
  expect([await status(single._id), await status(ranked._id), await status(randomUUID())]).toEqual([
    404, 200, 404,
  ]);
  const { db } = promotions.test;
  await db.run(sql`update events set is_active = false where id = ${ranked._id}`);
  expect(await status(ranked._id)).toBe(404);
  await db.run(sql`update events set is_completed = true where id = ${ranked._id}`);
  expect(await status(ranked._id)).toBe(200);
});

it('shows no place in an event that no longer pays places', async () => {
  const promotion = await promotions.weekly();
  const { id, token } = await promotions.player();
  await promotions.finish(id);
  await promotions.sweep();
  expect((await promotions.mine(token, promotion._id)).mine).toMatchObject({ rank: 1, xp: 20 });
  const { startDate, endDate } = promotion;
  const payload = promotions.input({ startDate, endDate });
  expect((await promotions.ask('PUT', `/events/${promotion._id}`, { payload })).status).toBe(200);
  expect((await promotions.mine(token, promotion._id)).mine).toMatchObject({ rank: null, xp: 0 });
});
