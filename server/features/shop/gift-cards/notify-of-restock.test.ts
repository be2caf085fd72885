// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { announceRestock, resumeRestock } from './notify-of-restock.ts';

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

it('queues a restock at low priority, and nothing when nobody asked', async () => {
  const [id, unasked] = [await shop.card(), await shop.card()];
  await ask(id);
  for (const card of [id, unasked]) await announceRestock(card, shop.deps);
  expect(await jobs(id)).toEqual([{ task: 'gift-card.restocked', priority: 10, attempts: 0 }]);
  expect(await jobs(unasked)).toEqual([]);
});
