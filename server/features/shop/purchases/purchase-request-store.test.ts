// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, randomCode, startShopTest } from '../../../../tests/support/shop.ts';
import type { Database } from '../../../platform/db/database.ts';
import { deliverRequest } from './deliver-request.ts';
import { listBuyers, listRequests } from './purchase-request-store.ts';

const shop = openForTests(startShopTest);
let db: Database;
beforeAll(async () => {
  db = shop.test.db;
});

it('lists each buyer once, and ignores replaced codes', async () => {
  const [buyer, other, admin] = [
    await shop.shopper(),
    await shop.shopper(),
    await shop.shopper({ role: 'ADMIN' }),
  ];
  const card = await shop.card({ codes: 0, isFulfilledByHand: true });
  const { data } = await shop.checkout(buyer, [line(card, 2)]);
  await shop.checkout(other, [line(card)]);
  const now = shop.test.clock.now();
  const buyers = await listBuyers(db, 'waiting', now, 2);
  expect(buyers.sort()).toEqual([buyer.id, other.id].sort());

  const purchaseId = data.purchases[0]?._id ?? '';
  await deliverRequest({ actorId: admin.id, purchaseId, isDelivered: true, code: randomCode() }, shop.deps);
  const hasCode = async () => {
    const query = { status: 'delivered', sort: 'purchasedAt', order: 'asc', page: 1, pageSize: 10 } as const;
    const { rows } = await listRequests(db, query, { playerIds: [], now });
    return rows.map(({ id, hasCode: has }) => [id, has]);
  };
  expect(await hasCode()).toEqual([[purchaseId, true]]);
  await db.run(sql`update gift_card_codes set replaced_at = now() where purchase_id = ${purchaseId}`);
  expect(await hasCode()).toEqual([[purchaseId, false]]);
});
