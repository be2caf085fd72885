// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { announceRestock, noteRestock, resumeRestock } from './notify-of-restock.ts';

const shop = openForTests(startShopTest);
let player: Shopper;
beforeAll(async () => {
  player = await shop.shopper();
});

const ask = (giftCardId: string) =>
  shop.test.db.run(sql`
    insert into restock_alerts (gift_card_id, player_id, asked_at) values (${giftCardId}, ${player.id}, now())`);
const jobs = (giftCardId: string) =>
  shop.test.db.rows(sql`
    select task.identifier as task, job.priority, job.attempts from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where job.payload ->> 'giftCardId' = ${giftCardId} order by job.id`);

it('leaves a permanently failed job to the operator', async () => {
  const id = await shop.card({ codes: 0 });
  await ask(id);
  await resumeRestock(id, shop.deps);
  await shop.test.db.run(sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no'
    where payload ->> 'giftCardId' = ${id}`);
  await resumeRestock(id, shop.deps);
  expect(await jobs(id)).toEqual([{ task: 'tell-of-restock', priority: 10, attempts: 25 }]);
});

it('queues a restock notification at low priority, and none when nobody asked', async () => {
  const [id, unasked] = [await shop.card(), await shop.card()];
  await ask(id);
  for (const card of [id, unasked]) await announceRestock(card, shop.deps);
  expect(await jobs(id)).toEqual([{ task: 'gift-card.restocked', priority: 10, attempts: 0 }]);
  expect(await jobs(unasked)).toEqual([]);
});

it('announces a card put on sale only after it can no longer be undone', async () => {
  const [id, admin] = [await shop.card({ isActive: false }), await shop.shopper({ role: 'ADMIN' })];
  await ask(id);
  const put = async (isActive: boolean, isUndo = false) => {
    const url = `/gift-card/${id}/active`;
    const payload = { isActive, isUndo };
    const { statusCode } = await shop.test.call({ method: 'PATCH', url, token: admin.token, payload });
    expect(statusCode).toBe(200);
  };
  await put(true);
  const due = await shop.test.db.row(sql`
    select round(extract(epoch from run_at - created_at))::int as seconds
    from graphile_worker._private_jobs where key = ${`tell-of-restock:${id}`}`);
  expect(due).toEqual({ seconds: 10 });
  const isDueAfterAnother = async () => {
    await shop.test.db.transaction((tx) => noteRestock(tx, [id]));
    return shop.test.db.row(sql`
      select run_at <= now() as is_due from graphile_worker._private_jobs where key = ${`tell-of-restock:${id}`}`);
  };
  expect(await isDueAfterAnother()).toEqual({ isDue: false });
  await put(false, true);
  await announceRestock(id, shop.deps);
  expect(await jobs(id)).toEqual([{ task: 'tell-of-restock', priority: 10, attempts: 0 }]);
});
