// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { growth } from '../../../../contract/growth-admin.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { toForm } from '../../../../tests/support/upload.ts';

const shop = openForTests(startShopTest);
let admin: Shopper;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'ADMIN' });
});

async function bring(path: string, text: string, { cost = '', key = randomUUID() } = {}) {
  const form = await toForm({ file: { name: 'codes.csv', content: Buffer.from(text), type: 'text/csv' } });
  const url = `${path}?dryRun=false${cost && `&costCents=${cost}`}`;
  const answer = await shop.test.call({ method: 'POST', url, token: admin.token, key, ...form });
  return [answer.statusCode, answer.json().data?.added ?? answer.json().code];
}

const costsOf = async (giftCardId: string) => {
  const rows = await shop.test.db.rows<{ costCents: number | null }>(
    sql`select cost_cents from gift_card_codes where gift_card_id = ${giftCardId} order by arrival`,
  );
  return rows.map(({ costCents }) => costCents);
};

async function readCards() {
  const day = shop.test.clock.now().toISOString().slice(0, 10);
  const url = `/overview/growth?from=${day}&to=${day}`;
  return growth.parse((await shop.test.call({ url, token: admin.token })).json().data);
}

it('stores the cost of codes per line or per file, and compares it with their income', {
  tags: ['long'],
}, async () => {
  const [known, mixed] = [
    await shop.card({ title: 'Known', codes: 0, gcCoin: 200 }),
    await shop.card({ codes: 1 }),
  ];
  const [first, second] = [`/gift-card/${known}/codes`, '/gift-card/codes'];
  expect(await bring(first, 'AAAA-0001\nAAAA-0002\n', { cost: '1750' })).toEqual([200, 2]);
  expect(
    await bring(second, `card,code,cost\n${known},AAAA-0003,9.5\n${mixed},AAAA-0004,\n`, { cost: '100' }),
  ).toEqual([200, 2]);
  expect(await costsOf(known)).toEqual([1750, 1750, 950]);
  expect(await costsOf(mixed)).toEqual([null, 100]);

  const player = await shop.shopper();
  await shop.checkout(player, [line(known, 2, 200)]);
  await shop.checkout(await shop.shopper(), [line(mixed, 2)]);
  const { cards } = await readCards();
  expect(cards.find(({ _id }) => _id === known)).toMatchObject({
    coins: 400,
    codes: 2,
    costed: 2,
    costCents: 3500,
  });
  expect(cards.find(({ _id }) => _id === mixed)).toMatchObject({ codes: 2, costed: 1, costCents: 100 });
});

it('refuses an invalid cost, and another cost under the same key', async () => {
  const path = `/gift-card/${await shop.card({ codes: 0 })}/codes`;
  for (const cost of ['-1', '1.5', '10000001', 'x'])
    expect(await bring(path, 'BBBB-0001\n', { cost })).toEqual([400, 'invalid_request']);
  const key = randomUUID();
  expect(await bring(path, 'BBBB-0001\n', { cost: '5', key })).toEqual([200, 1]);
  expect(await bring(path, 'BBBB-0001\n', { cost: '5', key })).toEqual([200, 1]);
  expect(await bring(path, 'BBBB-0001\n', { cost: '6', key })).toEqual([422, 'idempotency_key_reused']);
});

it('reports the income from bought coins, minus refunds', async () => {
  const payer = await shop.shopper();
  await shop.test.db.run(sql`
    insert into payments (player_id, package_title, coins, xp, amount_cents, status, created_at, credited_at, refunded_cents,
      clawed_back_gc, intent_id)
    select ${payer.id}, 'A pack', 1000, 0, 1000, status, ${shop.test.clock.now()}, ${shop.test.clock.now()}, back,
      owed_back(1000, 1000, back), 'pi_costs_' || status
    from (values ('credited', 0), ('refunded', 500)) as paid (status, back)`);
  expect((await readCards()).bought).toEqual({ paidCents: 1_500, coins: 1_500 });
});
