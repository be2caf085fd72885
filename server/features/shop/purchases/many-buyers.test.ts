// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { often } from '../../../../tests/support/often.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { auditLedger } from '../../../audit.ts';

const rounds = often(20, { briefly: 4 });
const buyers = 200;
const codesEach = 50;

const shop = openForTests(startShopTest);
let players: Shopper[];
beforeAll(async () => {
  players = await Promise.all(Array.from({ length: buyers }, () => shop.shopper({ gamerCoins: 100_000 })));
});

async function expectSound(): Promise<void> {
  const { proofs } = await auditLedger(shop.test.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
}

it(`sells ${codesEach} codes to ${buyers} concurrent buyers once each at their price, ${rounds} times`, async () => {
  for (let round = 1; round <= rounds; round++) {
    const card = await shop.card({ codes: codesEach });
    const answers = await Promise.all(players.map((player) => shop.checkout(player, [line(card)])));
    const bought = answers.filter(({ status }) => status === 200);
    const soldOut = answers.filter(({ code }) => code === 'cart_changed');
    expect([bought.length, soldOut.length]).toEqual([codesEach, buyers - codesEach]);
    const found = await shop.test.db.row(sql`
      select count(*) as deliveries, count(distinct c.id) as codes, count(distinct t.id) as debits,
        sum(t.amount) as paid
      from purchases p join gift_card_codes c on c.purchase_id = p.id
      join transfers t on t.type = 'purchase' and t.reference = p.order_id::text
      where p.gift_card_id = ${card}`);
    const paid = codesEach * 100;
    expect(found).toEqual({ deliveries: codesEach, codes: codesEach, debits: codesEach, paid });
    expect(await shop.stock(card)).toBe(0);
  }
  await expectSound();
});

it('sells concurrent carts in opposite orders without a deadlock', { tags: ['long'] }, async () => {
  const [one, two] = [await shop.card({ codes: 150 }), await shop.card({ codes: 150 })];
  const carts = players.map((player, index) => {
    const cart = [line(one, 1 + (index % 3)), line(two, 1 + (index % 2))];
    return shop.checkout(player, index % 2 ? cart.reverse() : cart);
  });
  const answers = await Promise.all(carts);
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const sold = (card: string) =>
    answers.flatMap(({ status, data }) =>
      status === 200 ? data.purchases.filter(({ giftCardId }) => giftCardId === card) : [],
    ).length;
  expect([sold(one), sold(two)]).toEqual([150 - (await shop.stock(one)), 150 - (await shop.stock(two))]);
  const deadlocks = await shop.test.db.row<{ deadlocks: number }>(sql`
    select deadlocks from pg_stat_database where datname = current_database()`);
  expect(deadlocks?.deadlocks).toBe(0);
  await expectSound();
});
