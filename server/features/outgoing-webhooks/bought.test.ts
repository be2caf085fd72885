// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { webhookBody } from '../../../contract/webhook-events.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { line, startShopTest } from '../../../tests/support/shop.ts';

const shop = openForTests(startShopTest);

it('sends a sale with every card, each pending delivery and its outcome', async () => {
  const { db } = shop.test;
  await db.run(sql`
    insert into webhook_endpoints (address, description, events, created_at)
    values ('https://hooks.finalring.dev/', '', '{purchase.completed,delivery.due}', now())`);
  const [stocked, byHand] = [await shop.card(), await shop.card({ codes: 0, isFulfilledByHand: true })];
  const buyer = await shop.shopper();
  const { data } = await shop.checkout(buyer, [line(stocked), line(byHand)]);
  await shop.runPromotions('purchase.completed');
  const rows = await db.rows<{
    type: 'purchase.completed' | 'delivery.due';
    body: string;
    sends: number;
  }>(sql`
    select type, body, (select count(*) from webhook_sends s where s.event_id = e.id) as sends
    from webhook_events e order by type`);
  expect(rows.map(({ type, sends }) => [type, sends])).toEqual([
    ['delivery.due', 1],
    ['purchase.completed', 1],
  ]);
  const bodies = rows.map(({ type, body }) => webhookBody(type).strict().parse(JSON.parse(body)));
  const due = data.purchases.find(({ status }) => status === 'on_its_way');
  expect(bodies[0]?.data).toMatchObject({ purchaseId: due?._id, playerId: buyer.id, giftCardId: byHand });
  expect(bodies[1]?.data).toMatchObject({ orderId: data._id, totalGC: 200, purchases: [{}, {}] });
  // Contains neither the person nor any part of a code.
  const codes = data.purchases.map(({ hashCode }) => hashCode).filter(Boolean);
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
});
