// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { startPromotionsTest } from '../../../tests/support/promotions.ts';
import { promotionsDeps } from '../../../tests/support/promotions-deps.ts';
import { outsideTransaction } from '../../platform/db/second-connection.ts';
import type { Task } from '../../platform/jobs/outbox.ts';
import { mayRank } from './event-standing-store.ts';
import { rankPlayers, rankTask } from './rank-players.ts';

const promotions = openForTests(startPromotionsTest);
beforeEach(async () => {
  await promotions.closeAll();
  await promotions.test.db.run(
    sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`,
  );
});

const waiting = () =>
  promotions.test.db.rows(
    sql`select run_at from graphile_worker.jobs where task_identifier = ${rankTask} and key is not null`,
  );

it('ranks within seconds of a match, once for several at the same time, and notifies pages', async () => {
  const promotion = await promotions.weekly();
  const [ada, bob] = [await promotions.player('Ada'), await promotions.player('Bob')];
  await Promise.all([promotions.finish(ada.id, 20), promotions.finish(bob.id, 120)]);
  expect(await waiting()).toEqual([{ runAt: new Date(promotions.test.clock.now().getTime() + 1_000) }]);
  await (promotions.test.app.tasks[rankTask] as Task)({} as never);
  expect((await promotions.mine(ada.token, promotion._id)).mine).toMatchObject({ rank: 2, xp: 20 });
  expect((await promotions.mine(bob.token, promotion._id)).mine).toMatchObject({ rank: 1, xp: 120 });
});

it('schedules no extra ranking when no board runs or a thousand players are ranked', async () => {
  const player = await promotions.player();
  const { inHours } = promotions;
  await promotions.weekly({ startDate: inHours(1), endDate: inHours(2) });
  await promotions.weekly({ startDate: inHours(-1), endDate: inHours(0) });
  await promotions.finish(player.id, 20);
  expect(await waiting()).toEqual([]);
  const promotion = await promotions.weekly();
  const standings = (from: number, until: number) =>
    promotions.test.db.transaction(async (tx) => {
      // A thousand players without accounts.
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`
        insert into event_standings (event_id, player_id, rank, xp)
        select ${promotion._id}, gen_random_uuid(), n, 1 from generate_series(${from}::int, ${until}::int) n`);
    });
  await standings(1, 1000);
  await promotions.finish(player.id, 20);
  expect(await waiting()).toEqual([]);
  await promotions.test.db.run(sql`delete from event_standings where rank = 1000`);
  await promotions.finish(player.id, 20);
  expect(await waiting()).toHaveLength(1);
});

const rank = () => promotions.sentToAll(() => (promotions.test.app.tasks[rankTask] as Task)({} as never));
async function finishOne(xp: number): Promise<{ undo: () => Promise<void> }> {
  const { id: playerId } = await promotions.player();
  const attemptId = randomUUID();
  await promotions.finish(playerId, xp, attemptId);
  return { undo: () => promotions.tell('challenge.voided', { attemptId, playerId }) };
}

it('notifies pages of changed boards until a day after the end, ranking each one at a time', {
  tags: ['long'],
}, async () => {
  const promotion = await promotions.weekly();
  const told = [{ name: 'events', subject: promotion._id, data: {} }];
  expect(await rank()).toEqual([]);
  const [first, second, third] = [await finishOne(30), await finishOne(20), await finishOne(10)];
  await promotions.test.db.transaction(async (tx) => {
    expect(await mayRank(tx, promotion._id)).toBe(true);
    expect(await outsideTransaction(rank)).toEqual([]);
  });
  expect(await rank()).toEqual(told);
  expect(await rank()).toEqual([]);
  await third.undo();
  expect(await rank()).toEqual(told);
  promotions.test.clock.advance(26 * 3_600_000 - 1);
  await second.undo();
  expect(await rank()).toEqual(told);
  promotions.test.clock.advance(1);
  await first.undo();
  expect(await rank()).toEqual([]);
});

it('skips events that are deleted, inactive before their end or not started', async () => {
  const { inHours, test } = promotions;
  const dates = { startDate: inHours(0), endDate: inHours(3) };
  const [deleted, off, coming] = [
    await promotions.weekly(dates),
    await promotions.weekly(dates),
    await promotions.weekly({ ...dates, startDate: inHours(1) }),
  ];
  const done = await promotions.weekly(dates);
  await test.db.run(sql`update events set deleted_at = now() where id = ${deleted._id}`);
  await test.db.run(sql`update events set is_active = false where id = any (${[off._id, done._id]}::uuid[])`);
  await test.db.run(sql`update events set is_completed = true where id = ${done._id}`);
  await test.db.run(sql`update events set starts_at = ${inHours(0)} where id = ${coming._id}`);
  test.clock.advance(1_000);
  await finishOne(20);
  await test.db.run(sql`update events set starts_at = ${inHours(1)} where id = ${coming._id}`);
  expect(await rank()).toEqual([{ name: 'events', subject: done._id, data: {} }]);
});

it('ranks other events while earlier attempts are being counted, and later the ended event', {
  tags: ['long'],
}, async () => {
  const { db } = promotions.test;
  const [ranked, over] = [await promotions.weekly(), await promotions.weekly()];
  for (let n = 0; n < 20; n++) await promotions.weekly();
  await db.run(sql`update events set ranked_at = starts_at where id = ${ranked._id}`);
  await db.run(sql`
    update events set starts_at = starts_at - interval '3 days', ends_at = starts_at - interval '2 days' where id = ${over._id}`);
  const deps = {
    ...promotionsDeps(promotions.test),
    keepSpan: async ({ from }: { from: Date }) =>
      from.toISOString() === ranked.startDate ? 'span:ranked' : undefined,
  };
  await rankPlayers(deps);
  promotions.test.clock.advance(1);
  await rankPlayers(deps);
  const rankedAt = async (id: string) =>
    (await db.one<{ rankedAt: Date | null }>(sql`select ranked_at from events where id = ${id}`)).rankedAt;
  expect(await rankedAt(ranked._id)).toEqual(promotions.test.clock.now());
  expect(await rankedAt(over._id)).toBeNull();
});
