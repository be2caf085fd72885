// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { countedExactly } from '../../../../contract/paging.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import type { People } from '../../../ports.ts';
import { readRequests } from './list-requests.ts';

const shop = openForTests(startShopTest);
let buyer: Shopper;
beforeAll(async () => {
  buyer = await shop.shopper();
  const card = await shop.card({ codes: 0, isFulfilledByHand: true, promiseHours: 24 });
  await shop.checkout(buyer, [line(card)]);
});

const nobody: People = { getContacts: async () => new Map(), searchUserIds: async () => [] };
const query = { sort: 'purchasedAt', order: 'asc', page: 1, pageSize: 10 } as const;
const read = (people: Partial<People> = {}, search?: string, db = shop.test.db) =>
  readRequests(
    { ...query, ...(search !== undefined && { search }) },
    { db, clock: shop.test.clock, people: { ...nobody, ...people } },
  );

it('omits the names of deleted players', async () => {
  const { list } = await read();
  expect(list.map(({ user }) => user)).toEqual([{ _id: buyer.id, name: '', email: '' }]);
});

it('marks the total as an estimate when the search cannot cover all matches', async () => {
  const { db } = shop.test;
  const ids = Array.from({ length: 1_000 }, () => randomUUID());
  const searching = { searchUserIds: async (_: string, limit: number) => [...ids.slice(1, limit), buyer.id] };
  expect(await read(searching, 'ada')).toMatchObject({ total: 1, isEstimate: false });
  const manyBuyers: typeof db = {
    ...db,
    rows: async (asked) => {
      const rows = await db.rows(asked);
      const isOfBuyers = asked.sql.includes('with recursive buyers');
      return isOfBuyers
        ? (Array.from({ length: countedExactly + 1 }, () => rows[0]) as never)
        : (rows as never);
    },
  };
  expect(await read(searching, 'ada', manyBuyers)).toMatchObject({ total: 1, isEstimate: true });
});

it('marks a delivery as overdue from its promised time', async () => {
  shop.test.clock.advance(24 * 3_600_000 - 1);
  expect((await read()).list).toMatchObject([{ isOverdue: false, isRefundable: false }]);
  shop.test.clock.advance(1);
  expect((await read()).list).toMatchObject([{ isOverdue: true }]);
});
