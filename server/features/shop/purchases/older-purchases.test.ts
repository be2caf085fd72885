// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { PurchasedGiftCard } from '../../../../contract/shop.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { type Shopper, startShopTest } from '../../../../tests/support/shop.ts';

const shop = openForTests(startShopTest);

/** Bought one by one, with the number in the title. */
async function buyMany({ id }: Shopper, count: number): Promise<void> {
  const card = await shop.card();
  await shop.test.db.run(sql`
    with bought as (
      insert into orders (id, player_id, total_gc, created_at)
      select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 4, '0') || substr(${id}, 29))::uuid, ${id}, 1, now()
      from generate_series(1, ${count}::int) n returning id)
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, title, status, created_at, delivered_at)
    select id, id, ${id}, ${card}, 1, row_number() over (order by id), 'delivered', now(), now() from bought`);
}

const get = async (url: string, { token }: Shopper) =>
  (await shop.test.call({ url, token })).json() as { data: PurchasedGiftCard[]; nextBefore: string | null };
const titles = (list: readonly PurchasedGiftCard[]) => list.map(({ title }) => Number(title));
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);

it('shows the newest purchases on the profile, and older ones page by page', async () => {
  const player = await shop.shopper();
  const other = await shop.shopper();
  await buyMany(player, 125);
  await buyMany(other, 3);
  const profile = (await shop.test.call({ url: '/auth/get-profile', token: player.token })).json().data;
  expect(titles(profile.purchasedGiftCards)).toEqual(down(125, 76));

  const second = await get(`/gift-card/purchases?before=${profile.olderGiftCardsBefore}`, player);
  expect(titles(second.data)).toEqual(down(75, 26));
  const last = await get(`/gift-card/purchases?limit=100&before=${second.nextBefore}`, player);
  expect([titles(last.data), last.nextBefore]).toEqual([down(25, 1), null]);

  expect(titles((await get('/gift-card/purchases', other)).data)).toEqual([3, 2, 1]);
  const few = (await shop.test.call({ url: '/auth/get-profile', token: other.token })).json().data;
  expect([few.purchasedGiftCards.length, few.olderGiftCardsBefore]).toEqual([3, null]);
});

it("lists nobody else's purchases, even by their id", async () => {
  const [player, other] = [await shop.shopper(), await shop.shopper()];
  await buyMany(other, 2);
  const [theirs] = (await get('/gift-card/purchases', other)).data;
  expect(await get(`/gift-card/purchases?before=${theirs?._id}`, player)).toMatchObject({
    data: [],
    nextBefore: null,
  });
  for (const wrong of ['before=x', 'limit=0', 'limit=101'])
    expect(
      (await shop.test.call({ url: `/gift-card/purchases?${wrong}`, token: player.token })).statusCode,
    ).toBe(400);
  expect((await shop.test.call({ url: '/gift-card/purchases' })).statusCode).toBe(401);
});
