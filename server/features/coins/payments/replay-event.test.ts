// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Buyer, startCoinsTest } from '../../../../tests/support/coins.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { replayEvent } from './replay-event.ts';

const coins = openForTests(startCoinsTest);
let player: Buyer;
let packageId: string;
beforeAll(async () => {
  packageId = await coins.addPackage();
});
beforeEach(async () => {
  player = await coins.buyer();
});

const replay = (eventId: string) => replayEvent(eventId, coins.deps);

/** Receives an event and returns its id. */
async function hear(type: string, object: object): Promise<string> {
  const id = `evt_${randomUUID()}`;
  expect(await coins.deliver(coins.webhook(type, object, { id }))).toBe(200);
  return id;
}

const open = { status: 'open', creditedAt: null, refundedCents: 0, disputedCents: 0 };

it("settles by the card provider's current answer and reports the state before, once", async () => {
  const { paymentId, intentId, intent } = await coins.paid(player, packageId);
  const eventId = await hear('payment_intent.processing', intent);
  const creditedAt = coins.clock.now();
  const credited = { status: 'credited', creditedAt, refundedCents: 0, disputedCents: 0 };
  const noted = { type: 'payment_intent.processing', effect: 'noted' };
  expect(await replay(eventId)).toEqual({
    ...noted,
    payment: { id: paymentId, before: open, after: credited, answered: true },
  });
  coins.stripe.refund(intentId, 300);
  const refunded = { ...credited, status: 'refunded', refundedCents: 300 };
  for (const before of [credited, refunded]) {
    expect(await replay(eventId)).toEqual({
      ...noted,
      payment: { id: paymentId, before, after: refunded, answered: true },
    });
  }
  expect((await coins.balances(player)).gamerCoins).toBe(666);
});

it('finds the payment by intent when the event came first, and reports when nobody answers', {
  tags: ['long'],
}, async () => {
  const eventId = await hear('payment_intent.created', { id: 'pi_too_early', object: 'payment_intent' });
  const early = { type: 'payment_intent.created', effect: 'not_ours' };
  expect(await replay(eventId)).toEqual({ ...early, payment: null });
  const { paymentId, intentId } = await coins.order(player, packageId);
  const known = await hear('payment_intent.created', { id: intentId, object: 'payment_intent' });
  coins.stripe.failNext('lose', 'lose');
  expect(await replay(known)).toEqual({
    type: 'payment_intent.created',
    effect: 'noted',
    payment: { id: paymentId, before: open, after: open, answered: false },
  });
  expect(await replay('evt_of_nobody')).toBeUndefined();
  const noteIntent = (id: string | null) =>
    coins.db.run(sql`update payments set intent_id = ${id} where id = ${paymentId}`);
  await noteIntent(null);
  const before = await hear('charge.updated', { id: intentId, object: 'charge' });
  await noteIntent(intentId);
  expect(await replay(before)).toEqual({
    type: 'charge.updated',
    effect: 'not_ours',
    payment: { id: paymentId, before: open, after: open, answered: true },
  });
});
