// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Buyer, startCoinsTest } from '../../../tests/support/coins.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const coins = openForTests(startCoinsTest);
let player: Buyer;
let large: string;
let small: string;

beforeAll(async () => {
  large = await coins.addPackage();
  small = await coins.addPackage({
    title: 'GC_500',
    coins: 500,
    originalPriceCents: 499,
    discountPercentage: 0,
  });
});
beforeEach(async () => {
  player = await coins.buyer();
});

const packages = () => [
  { packageId: large, quantity: 2 },
  { packageId: small, quantity: 1 },
];

async function order() {
  const begun = await coins.createIntent(player, { packages: packages(), discountedPrice: 22.99 });
  expect(begun).toMatchObject({ status: 200 });
  return { paymentId: begun.paymentId, intentId: begun.clientSecret.replace(/_secret_.*/, '') };
}

it('takes one payment for the sum, names the packages and credits them once', async () => {
  const intents = coins.stripe.intents.size;
  const { paymentId, intentId } = await order();
  expect(coins.stripe.intents.size).toBe(intents + 1);
  expect(coins.stripe.intents.get(intentId)).toMatchObject({ amount: 2_299 });
  const paid = coins.webhook('payment_intent.succeeded', coins.stripe.pay(intentId));
  await Promise.all([coins.deliver(paid), coins.deliver(paid)]);
  await coins.deliver(paid);
  expect((await coins.balances(player)).gamerCoins).toBe(2_500);
  expect(await coins.payment(player, paymentId)).toMatchObject({
    packageTitle: '2 × GC_1000, GC_500',
    coins: 2_500,
    price: 22.99,
    status: 'credited',
  });
  const history = await coins.db.rows<{ description: string; amount: number }>(sql`
    select description, amount from transfers where reference = ${paymentId} and currency = 'GC'`);
  expect(history).toEqual([{ description: 'Bought 2 × GC_1000, GC_500', amount: 2_500 }]);
});

it('takes back a share of all coins when part of the sum is refunded', async () => {
  const { paymentId, intentId } = await order();
  await coins.deliver(coins.webhook('payment_intent.succeeded', coins.stripe.pay(intentId)));
  await coins.deliver(coins.webhook('charge.refunded', coins.stripe.refund(intentId, 900)));
  await coins.runRefreshes();
  // 2500 x 900 / 2299 = 978.7; 229 x 900 / 2299 = 89.6
  expect(await coins.balances(player)).toMatchObject({ gamerCoins: 2_500 - 979, xp: 229 - 90 });
  expect((await coins.payment(player, paymentId)).status).toBe('refunded');
});

it('answers a replay with the same payment, and refuses the key for other packages', async () => {
  const key = randomUUID();
  const first = await coins.createIntent(player, { packages: packages() }, key);
  expect(await coins.createIntent(player, { packages: packages() }, key)).toEqual(first);
  expect(
    await coins.createIntent(player, { packages: [{ packageId: large, quantity: 3 }] }, key),
  ).toMatchObject({ code: 'idempotency_key_reused' });
});

it('refuses the whole payment when one package is off sale, too cheap or priced by the buyer', async () => {
  const closed = await coins.addPackage({ isActive: false });
  const tiny = await coins.addPackage({ originalPriceCents: 49, discountPercentage: 0 });
  const own = await coins.addPackage();
  await coins.db.run(
    sql`select record_editor(${`coin-package:${own}`}, ${player.id}, ${coins.test.clock.now()})`,
  );
  const withOne = (packageId: string) => ({ packages: [...packages(), { packageId, quantity: 1 }] });
  for (const [body, code] of [
    [withOne(closed), 'package_unavailable'],
    [withOne(randomUUID()), 'package_unavailable'],
    [withOne(tiny), 'payment_too_small'],
    [withOne(own), 'price_by_you'],
    [{ packages: packages(), discountedPrice: 9 }, 'package_changed'],
  ] as const) {
    expect(await coins.createIntent(player, body)).toMatchObject({ code });
  }
  expect(await coins.db.rows(sql`select id from payments where player_id = ${player.id}`)).toEqual([]);
});

it("refuses a sum above the card provider's limit", async () => {
  const dear = await coins.addPackage({ originalPriceCents: 50_000_000, discountPercentage: 0 });
  expect(await coins.createIntent(player, { packages: [{ packageId: dear, quantity: 2 }] })).toMatchObject({
    status: 422,
    code: 'payment_too_large',
  });
});

it('refuses a body with no package, a duplicate, both forms at once or too many', async () => {
  for (const wrong of [
    {},
    { packages: [] },
    { packageId: large, packages: packages() },
    { packages: [...packages(), { packageId: large, quantity: 1 }] },
    { packages: [{ packageId: large, quantity: 0 }] },
    { packages: [{ packageId: large, quantity: 1.5 }] },
    {
      packages: [
        { packageId: large, quantity: 100 },
        { packageId: small, quantity: 1 },
      ],
    },
    { packages: Array.from({ length: 11 }, () => ({ packageId: randomUUID(), quantity: 1 })) },
  ]) {
    expect(await coins.createIntent(player, wrong)).toMatchObject({ status: 400, code: 'invalid_request' });
  }
});
