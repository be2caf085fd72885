// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Buyer, startCoinsTest } from '../../../../tests/support/coins.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { refreshPayment } from './refresh-payment.ts';

const coins = openForTests(startCoinsTest);
let player: Buyer;
let packageId: string;
beforeAll(async () => {
  packageId = await coins.addPackage();
});
beforeEach(async () => {
  player = await coins.buyer();
});

const getStatus = async (paymentId: string) => (await coins.payment(player, paymentId)).status;

it.each(['credited', 'failed'])('leaves a payment %s while the provider is down', async (status) => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  const canceled = { ...coins.stripe.intents.get(intentId), status: 'canceled' };
  const news =
    status === 'failed'
      ? coins.webhook('payment_intent.canceled', canceled)
      : coins.webhook('payment_intent.succeeded', coins.stripe.pay(intentId));
  await coins.deliver(news);
  coins.stripe.failNext('lose', 'lose', 'lose');
  expect(await refreshPayment({ paymentId }, coins.deps)).toBe('no_answer');
  expect(await getStatus(paymentId)).toBe(status);
});

it('notifies features and the open page once of bought and refunded coins', { tags: ['long'] }, async () => {
  const { paymentId, intentId, intent } = await coins.paid(player, packageId);
  for (const _ of [1, 2]) await coins.deliver(coins.webhook('payment_intent.succeeded', intent));
  // The second cent takes back only coins, no more XP.
  for (const _ of ['first cent', 'second cent']) {
    coins.stripe.refund(intentId, 1);
    for (const _ of [1, 2]) await refreshPayment({ paymentId }, coins.deps);
  }
  const facts = await coins.db.rows<{ task: string }>(sql`
    select t.identifier as task
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.payload ->> 'paymentId' = ${paymentId} and t.identifier like 'payment.%' order by j.id`);
  expect(facts.map(({ task }) => task)).toEqual(['payment.credited', 'payment.reversed', 'payment.reversed']);
  const told = await coins.db.rows<{ data: object }>(
    sql`select data from live_events where player_id = ${player.id} and name = 'balance' order by id`,
  );
  expect(told.map(({ data }) => data)).toMatchObject([
    { delta: 1000, description: 'Bought GC_1000' },
    { delta: -2, description: 'Payment refunded: GC_1000' },
    { delta: -1, description: 'Payment refunded: GC_1000' },
  ]);
  expect(await coins.balances(player)).toMatchObject({ gamerCoins: 997, xp: 89 });
});
