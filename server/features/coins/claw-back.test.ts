// SPDX-License-Identifier: Apache-2.0

import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testSecret } from '../../../tests/support/app.ts';
import { type Buyer, type CoinsTest, startCoinsTest } from '../../../tests/support/coins.ts';
import { auditLedger } from '../../audit.ts';
import { clawbackAmount } from '../../ledger/rules.ts';
import { transferAlone } from '../../ledger/transfer.ts';
import { deriveLastingKey } from '../../platform/secrets.ts';

let coins: CoinsTest;
let player: Buyer;
let packageId: string;
beforeAll(async () => {
  coins = await startCoinsTest();
  // 1000 coins and 90 XP for $9.00
  packageId = await coins.addPackage();
});
afterAll(async () => {
  const { proofs } = await auditLedger(coins.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  await coins.close();
});
beforeEach(async () => {
  player = await coins.buyer();
});

async function bought() {
  const payment = await coins.order(player, packageId);
  await coins.deliver(coins.webhook('payment_intent.succeeded', coins.stripe.pay(payment.intentId)));
  return payment;
}

/** Delivers an event about returned money, and runs the jobs that it scheduled. */
async function hear(type: string, object: object): Promise<void> {
  expect(await coins.deliver(coins.webhook(type, object))).toBe(200);
  await coins.runRefreshes();
}

/** The published domain events about returned money. */
async function told(paymentId: string): Promise<{ coins: number; number: number }[]> {
  const rows = await coins.db.rows<{
    payload: { coins: number; number: number } & Record<string, unknown>;
  }>(sql`
    select jobs.payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'payment.reversed' and jobs.payload ->> 'paymentId' = ${paymentId} order by jobs.id`);
  return rows.map(({ payload: { _requestId: _, ...fact } }) => fact);
}

const state = async (paymentId: string) => {
  const { gamerCoins, xp } = await coins.balances(player);
  return [gamerCoins, xp, (await coins.payment(player, paymentId)).status];
};

it('computes the same claw-back in the database as in the rules', async () => {
  for (const given of [1, 10, 1000]) {
    for (const taken of [0, 1, 2, 3, 4]) {
      const { owed } = await coins.db.one<{ owed: number }>(
        sql`select owed_back(${given}, 3, ${taken}) as owed`,
      );
      expect(owed, `${given} for ${taken} of 3`).toBe(clawbackAmount(given, { taken, whole: 3 }));
    }
  }
});

it('takes back coins and XP in proportion, rounded up, only the difference each time', async () => {
  const { paymentId, intentId } = await bought();
  await hear('charge.refunded', coins.stripe.refund(intentId, 1));
  // 1000 x 1 / 900 = 1.1; 90 x 1 / 900 = 0.1
  expect(await state(paymentId)).toEqual([998, 89, 'refunded']);
  await hear('charge.refunded', coins.stripe.refund(intentId, 449));
  expect(await state(paymentId)).toEqual([500, 45, 'refunded']);
  await hear('charge.refunded', coins.stripe.refund(intentId, 450));
  expect(await state(paymentId)).toEqual([0, 0, 'refunded']);
  const moved = await coins.db.rows(sql`
    select currency, amount, debit_player_id, credit_house, description, idempotency_key as key from transfers
    where reference = ${paymentId} and type = 'reversal' order by id`);
  const movement = (currency: string, amount: number, number: number) => ({
    currency,
    amount,
    debitPlayerId: player.id,
    creditHouse: currency === 'GC' ? 'coin_sales' : 'rewards',
    description: 'Payment refunded: GC_1000',
    key: `payment:${paymentId}:reversal:${number}:${currency}`,
  });
  expect(moved).toEqual([
    movement('GC', 2, 1),
    movement('XP', 1, 1),
    movement('GC', 498, 2),
    movement('XP', 44, 2),
    movement('GC', 500, 3),
    movement('XP', 45, 3),
  ]);
  const fact = { paymentId, playerId: player.id, packageTitle: 'GC_1000', reason: 'Payment refunded' };
  const at = coins.clock.now().toISOString();
  expect(await told(paymentId)).toEqual(
    [2, 498, 500].map((taken, n) => ({ ...fact, at, coins: taken, number: n + 1 })),
  );
});

it('publishes a refund even when it is too small to move coins', async () => {
  const tiny = await coins.addPackage({ title: 'ONE', coins: 1 });
  const { paymentId, intentId } = await coins.order(player, tiny);
  await coins.deliver(coins.webhook('payment_intent.succeeded', coins.stripe.pay(intentId)));
  await hear('charge.refunded', coins.stripe.refund(intentId, 100));
  const countLive = async () =>
    (await coins.db.rows(sql`select from live_events where player_id = ${player.id}`)).length;
  const before = await countLive();
  expect(await state(paymentId)).toEqual([0, 80, 'refunded']);
  // There is a tenth as much XP as cents, so the first cent takes one XP but no coin; the next takes neither.
  await hear('charge.refunded', coins.stripe.refund(intentId, 1));
  expect([await state(paymentId), await countLive()]).toEqual([[0, 79, 'refunded'], before + 1]);
  await hear('charge.refunded', coins.stripe.refund(intentId, 1));
  expect([await state(paymentId), await countLive()]).toEqual([[0, 79, 'refunded'], before + 1]);
  expect((await told(paymentId)).map(({ coins: taken, number }) => [taken, number])).toEqual([
    [1, 1],
    [0, 2],
    [0, 3],
  ]);
});

it('takes back disputed coins, even below zero, and returns them when the dispute is won', async () => {
  const { paymentId, intentId } = await bought();
  await transferAlone(coins.db, {
    currency: 'GC',
    amount: 800,
    from: { player: player.id },
    to: { house: 'rewards' },
    type: 'challenge_entry',
    reference: paymentId,
    idempotencyKey: `spent:${paymentId}`,
    description: 'Spent',
  });
  const dispute = coins.stripe.dispute(intentId);
  await hear('charge.dispute.created', dispute);
  expect(await state(paymentId)).toEqual([-800, 0, 'disputed']);
  const live = await coins.db.rows<{ data: object }>(sql`
    select data from live_events where player_id = ${player.id} order by id desc limit 2`);
  expect(live.map(({ data }) => data)).toEqual([
    expect.objectContaining({ gamerCoins: -800, delta: -1000, description: 'Payment disputed: GC_1000' }),
    { paymentId, status: 'disputed' },
  ]);
  await hear('charge.dispute.closed', coins.stripe.closeDispute(dispute.id, 'won'));
  expect(await state(paymentId)).toEqual([200, 90, 'credited']);
  const statement = await coins.test.call({ url: '/transaction/history', token: player.token });
  const { summary, history } = statement.json().data;
  expect(summary).toMatchObject({ netBalance: 200, breakdown: { coinPurchase: 1000, reversal: 0 } });
  expect(history[0].description).toMatch(/^Dispute won: GC_1000$/);
});

it('returns no coins when a dispute is lost', async () => {
  const { paymentId, intentId } = await bought();
  const dispute = coins.stripe.dispute(intentId);
  await hear('charge.dispute.closed', coins.stripe.closeDispute(dispute.id, 'lost'));
  await hear('charge.dispute.created', dispute);
  expect(await state(paymentId)).toEqual([0, 0, 'disputed']);
});

it('never takes back more than was credited, by refund and dispute together', async () => {
  const { paymentId, intentId } = await bought();
  await hear('charge.refunded', coins.stripe.refund(intentId, 600));
  const dispute = coins.stripe.dispute(intentId);
  await hear('charge.dispute.created', dispute);
  expect(await state(paymentId)).toEqual([0, 0, 'disputed']);
  await hear('charge.dispute.closed', coins.stripe.closeDispute(dispute.id, 'won'));
  // ceil(1000 x 600 / 900) remains taken back
  expect(await state(paymentId)).toEqual([333, 30, 'refunded']);
});

it('undoes a claw-back when the refund failed', async () => {
  const { paymentId, intentId } = await bought();
  await hear('charge.refunded', coins.stripe.refund(intentId, 900));
  coins.stripe.refund(intentId, -900);
  await hear('refund.failed', { id: 're_1', object: 'refund', payment_intent: intentId, amount: 900 });
  expect(await state(paymentId)).toEqual([1000, 90, 'credited']);
});

it('credits and takes back when the refund arrives before the payment', async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  const intent = coins.stripe.pay(intentId);
  await hear('charge.refunded', coins.stripe.refund(intentId, 450));
  expect(await state(paymentId)).toEqual([500, 45, 'refunded']);
  await coins.deliver(coins.webhook('payment_intent.succeeded', intent));
  expect(await state(paymentId)).toEqual([500, 45, 'refunded']);
});

it('ignores an answer older than the one already applied', async () => {
  const { paymentId, intentId } = await bought();
  await coins.deliver(coins.webhook('charge.refunded', coins.stripe.refund(intentId, 90)));
  // While the first request is pending, its answer already outdated, a second one is sent and answered.
  let asked = 0;
  const { readPayment } = coins.deps.cards;
  const { refreshPayment } = await import('./payments/refresh-payment.ts');
  const cards = {
    ...coins.deps.cards,
    async readPayment(id: string) {
      const old = await readPayment(id);
      if (asked++ > 0) return old;
      coins.stripe.refund(intentId, 810);
      await refreshPayment({ paymentId }, coins.deps);
      return old;
    },
  };
  await refreshPayment({ paymentId }, { ...coins.deps, cards });
  expect(asked).toBe(2);
  expect(await state(paymentId)).toEqual([0, 0, 'refunded']);
});

it('stores the card as a keyed hash that stays the same in every release', async () => {
  const { paymentId: first, intentId } = await bought();
  const { paymentId: second } = await bought();
  const { intentId: third } = await coins.order(player, packageId);
  coins.stripe.pay(third, 'fp_other');
  coins.clock.advance(121_000);
  await coins.reconcile();
  const rows = await coins.db.rows<{ hash: Buffer }>(sql`
    select card_fingerprint_hash as hash from payments
    where id in (${first}, ${second}) or intent_id = ${third} order by created_at, id`);
  const [one, two, three] = rows.map(({ hash }) => hash.toString('hex'));
  expect(one).toHaveLength(64);
  expect(two).toBe(one);
  const key = deriveLastingKey(testSecret, 'card-fingerprints');
  expect(three).toBe(createHmac('sha256', key).update('fp_other').digest('hex'));
  expect(three).not.toBe(one);
  expect(intentId).not.toBe(third);
});
