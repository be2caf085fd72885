// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openPromotionRows } from '../../../../tests/support/promotion-rows.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import {
  advancePayout,
  findPayout,
  finishPayout,
  listNextRewards,
  listStalledPayouts,
  lockPayout,
  lockRewards,
  openPayout,
  readCollected,
} from './event-payout-store.ts';

const { db, now, at, add, newPlayer, give } = openPromotionRows();
const paid = sql`paid_at = now()`;
const takenBack = sql`taken_back = amount, taken_back_at = now()`;

it('previews a payout, largest first, without editors and erased accounts', async () => {
  const eventId = await add();
  const [small, large, gone, editor] = [
    await newPlayer(),
    await newPlayer(),
    await newPlayer(),
    await newPlayer(),
  ];
  await give(eventId, await newPlayer(), 50, takenBack);
  await give(eventId, small, 10);
  await give(eventId, large, 10, sql`taken_back = 4`);
  await give(eventId, large, 11);
  await give(eventId, large, 500, sql`paid_at = now()`);
  await give(eventId, large, 600, sql`taken_back = amount, taken_back_at = now()`);
  await give(eventId, gone, 70);
  await give(eventId, editor, 80);
  await give(await add(), small, 90);
  await db.run(sql`select record_editor(${`event:${eventId}`}, ${editor}, now())`);
  const read = (limit: number) =>
    readCollected(db, eventId, { hasAccount: (playerId) => sql`${playerId} <> ${gone}`, limit });
  const list = [
    { playerId: large, amount: 17 },
    { playerId: small, amount: 10 },
  ];
  expect(await read(9)).toEqual({ players: 2, total: 27, list });
  expect(await read(1)).toEqual({ players: 2, total: 27, list: list.slice(0, 1) });

  const due = await db.rows<{ id: string; playerId: string }>(sql`
    select id, player_id from event_rewards
    where event_id = ${eventId} and amount in (10, 11, 70, 80) order by player_id, id`);
  const next = (after: number, limit: number) =>
    db.transaction((tx) => {
      const upTo = after === 0 ? undefined : due[after - 1];
      return listNextRewards(
        tx,
        eventId,
        { upToPlayer: upTo?.playerId ?? null, upToReward: upTo?.id ?? null },
        limit,
      );
    });
  expect(await next(0, 9)).toEqual(due);
  expect(await next(0, 2)).toEqual(due.slice(0, 2));
  expect(await next(2, 9)).toEqual(due.slice(2));
});

it('finds stalled payouts, oldest first', async () => {
  const [moving, still, longest, done] = [await add(), await add(), await add(), await add()];
  for (const [eventId, movedAt] of [
    [moving, at(1)],
    [still, at(0)],
    [longest, at(-1)],
    [done, at(-1)],
  ] as const) {
    await db.run(sql`
      insert into event_payouts (event_id, started_at, moved_at, rewards) values (${eventId}, ${at(-9)}, ${movedAt}, 1)`);
  }
  await db.run(sql`update event_payouts set rewards_paid = 1, finished_at = now() where event_id = ${done}`);
  expect(await listStalledPayouts(db, now, 9)).toEqual([longest, still]);
  expect(await listStalledPayouts(db, now, 1)).toEqual([longest]);
});

it('closes a list of unpaid rewards, and finds it until it is finished', async () => {
  const [eventId, another] = [await add(), await add()];
  const [one, other] = [await newPlayer(), await newPlayer()];
  await give(eventId, one, 10);
  await give(eventId, other, 11);
  await give(eventId, one, 500, paid);
  await give(eventId, other, 600, takenBack);
  await give(another, one, 70);
  const lock = (id: string) => db.transaction((tx) => lockPayout(tx, id));
  expect(await lock(eventId)).toBeUndefined();
  expect(await db.transaction((tx) => openPayout(tx, eventId, now))).toBe(2);
  expect(await db.rows(sql`select id from events where sending_since = ${now}`)).toEqual([{ id: eventId }]);
  expect(await db.transaction((tx) => openPayout(tx, another, now))).toBe(1);
  expect([(await lock(eventId))?.rewards, (await lock(another))?.rewards]).toEqual([2, 1]);
  await db.transaction((tx) => finishPayout(tx, eventId, at(1)));
  expect([await lock(eventId), (await lock(another))?.rewards]).toEqual([undefined, 1]);
  expect((await findPayout(db, eventId))?.finishedAt).toEqual(at(1));
  expect((await findPayout(db, another))?.finishedAt).toBeNull();
});

it('selects the unpaid rewards of a batch, ordered by player', async () => {
  const eventId = await add();
  const [one, other] = [await newPlayer(), await newPlayer()].sort() as [string, string];
  const late = await give(eventId, other, 10);
  const part = await give(eventId, one, 11, sql`taken_back = 4`);
  const batch = [
    late,
    await give(eventId, one, 500, paid),
    await give(eventId, one, 600, takenBack),
    part,
    await give(eventId, other, 12),
  ];
  await give(eventId, one, 13);
  const due = await db.transaction(async (tx) => {
    const rows = await lockRewards(tx, batch);
    // A void that takes a reward back must wait until that reward is paid.
    const taken = () => db.rows(sql`select id from event_rewards for update skip locked`);
    expect((await outsideTransaction(taken)).length).toBe(3);
    return rows;
  });
  expect(due).toEqual([
    { id: part, playerId: one, amount: 7 },
    { id: late, playerId: other, amount: 10 },
    { id: batch[4], playerId: other, amount: 12 },
  ]);
});

it('counts unbatched rewards as left out, and late rewards as part of the list', async () => {
  const playerId = await newPlayer();
  const open = async () => {
    const eventId = await add();
    const rewards = [await give(eventId, playerId, 10), await give(eventId, playerId, 11)];
    await db.transaction((tx) => openPayout(tx, eventId, now));
    return { eventId, upTo: { id: rewards[1] as string, playerId } };
  };
  const read = async (eventId: string) => {
    const { rewards, rewardsPaid, rewardsLeftOut, amountPaid, movedAt } =
      (await findPayout(db, eventId)) ?? {};
    return { rewards, rewardsPaid, rewardsLeftOut, amountPaid, movedAt };
  };
  type Payout = Awaited<ReturnType<typeof open>>;
  const advance = ({ eventId, upTo }: Payout, paid: number, amount: number, leftOut: number) =>
    db.transaction((tx) => advancePayout(tx, eventId, { paid, amount, leftOut, upTo, at: at(1) }));
  const end = ({ eventId }: Payout) => db.transaction((tx) => finishPayout(tx, eventId, at(2)));

  const [short, long] = [await open(), await open()];
  await advance(short, 1, 10, 0);
  const moved = { rewards: 2, rewardsPaid: 1, rewardsLeftOut: 0, amountPaid: 10, movedAt: at(1) };
  expect(await read(short.eventId)).toEqual(moved);
  expect(await findPayout(db, short.eventId)).toMatchObject({
    upToPlayer: playerId,
    upToReward: short.upTo.id,
  });
  await end(short);
  expect(await read(short.eventId)).toEqual({ ...moved, rewardsLeftOut: 1, movedAt: at(2) });

  await advance(long, 1, 10, 1);
  await advance(long, 2, 23, 1);
  await end(long);
  expect(await read(long.eventId)).toEqual({
    rewards: 5,
    rewardsPaid: 3,
    rewardsLeftOut: 2,
    amountPaid: 33,
    movedAt: at(2),
  });
});
