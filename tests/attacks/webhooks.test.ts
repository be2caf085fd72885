// SPDX-License-Identifier: Apache-2.0

import { beforeAll, beforeEach, expect } from 'vitest';
import { type Buyer, startCoinsTest } from '../support/coins.ts';
import { openForTests } from '../support/open-for-tests.ts';
import { attack, keepJournal, untilTooMany } from './attack.ts';

const journal = keepJournal();
const coins = openForTests(() => startCoinsTest({}, journal.log));
let packageId: string;
let player: Buyer;
beforeAll(async () => {
  packageId = await coins.addPackage();
});
beforeEach(async () => {
  player = await coins.buyer();
});

const succeeded = 'payment_intent.succeeded';
const post = ({ body, signature }: { body: string; signature?: string }) =>
  coins.test.call({
    method: 'POST',
    url: '/stripe/webhook',
    headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
    payload: body,
  });
const getCoins = async () => (await coins.balances(player)).gamerCoins;

attack('4.1.5', 'forge a payment webhook without a signature', async () => {
  const { intent } = await coins.paid(player, packageId);
  const { body } = coins.webhook(succeeded, intent);
  const refusal = await journal.refused(await post({ body }), 'webhook_not_signed');
  expect(await getCoins()).toBe(0);
  return refusal;
});

attack('4.1.5', "forge a payment webhook with one's own key", async () => {
  const { intent } = await coins.paid(player, packageId);
  const forged = coins.webhook(succeeded, intent, { secret: 'whsec_of_the_attacker' });
  const refusal = await journal.refused(await post(forged), 'webhook_not_signed');
  expect(await getCoins()).toBe(0);
  return refusal;
});

attack('4.1.5', 'change a signed payment webhook', async () => {
  const { intent } = await coins.paid(player, packageId);
  const { body, signature } = coins.webhook(succeeded, intent);
  const changed = { body: body.replace('"amount":', '"amount": 9'), signature };
  expect(changed.body).not.toBe(body);
  const refusal = await journal.refused(await post(changed), 'webhook_not_signed');
  expect(await getCoins()).toBe(0);
  return refusal;
});

attack('2.3.3', 'get credited twice by replaying a payment webhook', async () => {
  const { intent } = await coins.paid(player, packageId);
  const webhook = coins.webhook(succeeded, intent);
  await Promise.all([1, 2, 3, 4].map(() => coins.deliver(webhook)));
  expect(await getCoins()).toBe(1000);
  return 'credited once';
});

attack('2.2.2', 'replay an old signed payment webhook', async () => {
  const { intent } = await coins.paid(player, packageId);
  const at = new Date(coins.clock.now().getTime() - 3_600_000);
  const answer = await post(coins.webhook(succeeded, intent, { at }));
  expect(await getCoins()).toBe(0);
  return journal.refused(answer, 'webhook_too_old');
});

attack('2.3.2', 'pay a cent and get credited for a package', async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  const intent = coins.stripe.pay(intentId);
  expect(await coins.deliver(coins.webhook(succeeded, { ...intent, amount: 1, amount_received: 1 }))).toBe(
    200,
  );
  expect([await getCoins(), await coins.effects(paymentId)]).toEqual([0, ['not_as_ordered']]);
  return 'kept as not_as_ordered, nothing credited';
});

attack('8.2.2', "have somebody else's payment credited to oneself", async () => {
  const other = await coins.buyer();
  const { intent } = await coins.paid(other, packageId);
  const { paymentId } = await coins.order(player, packageId);
  await coins.deliver(coins.webhook(succeeded, { ...intent, metadata: { ...intent.metadata, paymentId } }));
  expect([await getCoins(), (await coins.payment(player, paymentId)).status]).toEqual([0, 'open']);
  return 'the payment of the intent counts, not the one that the word names';
});

attack('2.2.2', 'order a package at a price set by the client', async () => {
  const answer = await coins.test.call({
    method: 'POST',
    url: '/transaction/create-intent',
    token: player.token,
    payload: { packageId, paymentGateway: 'stripe', discountedPrice: 0.01 },
  });
  return journal.refused(answer, 'package_changed');
});

attack('8.2.2', "read or withdraw somebody else's payment", async () => {
  const { paymentId } = await coins.order(player, packageId);
  const { token } = await coins.buyer();
  const url = `/transaction/payments/${paymentId}`;
  await journal.refused(
    await coins.test.call({ method: 'POST', url: `${url}/withdraw`, token }),
    'not_found',
  );
  return journal.refused(await coins.test.call({ url, token }), 'not_found');
});

attack('4.1.5', "call the bot in Discord's name", async () => {
  const answer = await coins.test.call({
    method: 'POST',
    url: '/discord/interactions',
    headers: { 'x-signature-ed25519': 'a'.repeat(128), 'x-signature-timestamp': '1' },
    payload: { type: 1 },
  });
  return journal.refused(answer, 'not_signed_in');
});

attack('2.4.1', 'order packages without limit', async () => {
  const order = () =>
    coins.test.call({
      method: 'POST',
      url: '/transaction/create-intent',
      token: player.token,
      payload: { packageId, paymentGateway: 'stripe' },
    });
  return untilTooMany(order, 30);
});
