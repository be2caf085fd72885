// SPDX-License-Identifier: Apache-2.0

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Buyer, startCoinsTest } from '../../../tests/support/coins.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { auditLedger } from '../../audit.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';

let bought: TestDatabase;
let own: TestDatabase;
let db: Database;
let player: Buyer;
let paymentId: string;
let refundedId: string;

// Bought once, and copied for each test, which tampers with its own copy.
beforeAll(async () => {
  const coins = await startCoinsTest();
  player = await coins.buyer({ gamerCoins: 5000 });
  const packageId = await coins.addPackage();
  const buy = async () => {
    const payment = await coins.order(player, packageId);
    await coins.deliver(coins.webhook('payment_intent.succeeded', coins.stripe.pay(payment.intentId)));
    return payment;
  };
  paymentId = (await buy()).paymentId;
  const refunded = await buy();
  refundedId = refunded.paymentId;
  await coins.deliver(coins.webhook('charge.refunded', coins.stripe.refund(refunded.intentId, 301)));
  await coins.runRefreshes();
  await coins.order(player, packageId);
  bought = await coins.leaveDatabase();
});
afterAll(() => bought?.drop());
beforeEach(async () => {
  own = await createTestDatabase(bought.url);
  db = openDatabase(own.url, { poolSize: 2 });
});
afterEach(async () => {
  await db.close();
  await own.drop();
});

async function broken(): Promise<string[]> {
  const { proofs } = await auditLedger(db);
  return proofs.filter(({ breaches }) => breaches.length > 0).map(({ claim }) => claim);
}

async function breachesOf(claim: string): Promise<readonly string[]> {
  const { proofs } = await auditLedger(db);
  return proofs.find((proof) => proof.claim === claim)?.breaches ?? [];
}

/** Runs statements with the triggers and constraints disabled. */
async function tamper(...statements: string[]): Promise<void> {
  const away = [
    'alter table transfers disable trigger transfers_append_only',
    'alter table payment_events disable trigger user',
    'alter table payment_entries disable trigger user',
    'alter table payments drop constraint if exists payments_clawed_back',
    'alter table payments drop constraint if exists payments_status',
  ];
  await db.pool.query(`begin; ${[...away, ...statements].join(';')}; commit`);
}

const coinsOnce = 'Each credited payment gave its coins once to its player, and nothing else sold coins';
const xpOnce = 'Each credited payment gave its XP, and no other payment did';
const clawBacks = 'Refunds and disputes took back their worth, and never more than the payment gave';
const booked = 'The books of each payment match what was paid and what went back';
const creditsConfirmed = 'The card provider confirmed every credited payment';

it('finds no breach in genuine payments', async () => {
  expect(await broken()).toEqual([]);
});

/** One more transfer, with matching balances, so that only the payments are wrong. */
const toTransfer = (currency: string, amount: number, type: string, reference: string, isDebit = false) => {
  const house = currency === 'XP' ? 'rewards' : 'coin_sales';
  const [from, to] = isDebit ? ['debit_player_id', 'credit_house'] : ['credit_player_id', 'debit_house'];
  return `insert into transfers (currency, amount, ${from}, ${to}, type, reference, idempotency_key, description)
    values ('${currency}', ${amount}, '${player.id}', '${house}', '${type}', '${reference}', '${type}', 'd');
    update wallets set balance = balance + ${isDebit ? -amount : amount}
    where player_id = '${player.id}' and currency = '${currency}'`;
};

it.each([
  ['coins credited twice', () => toTransfer('GC', 1000, 'coin_purchase', paymentId), [coinsOnce]],
  ['coins without a payment', () => toTransfer('GC', 1000, 'coin_purchase', 'nothing'), [coinsOnce]],
  ['XP given twice', () => toTransfer('XP', 90, 'xp_award', paymentId), [xpOnce]],
  ['an extra claw-back', () => toTransfer('GC', 1, 'reversal', refundedId, true), [clawBacks]],
  [
    'a refund without a claw-back',
    () => `update payments set refunded_cents = 900 where id = '${paymentId}'`,
    [clawBacks],
  ],
  [
    'a payment with a claw-back above its credit',
    () => `update payments set clawed_back_gc = 1001 where id = '${refundedId}'`,
    [clawBacks],
  ],
  [
    'a payment marked as credited by hand',
    () => `update payments set credited_at = now(), intent_id = 'pi_x' where status = 'open'`,
    [coinsOnce, xpOnce, creditsConfirmed],
  ],
  [
    'a credit whose event was removed',
    () => `delete from payment_events where payment_id = '${paymentId}'`,
    [creditsConfirmed],
  ],
  [
    'a payment that lost its credit',
    () => `update payments set credited_at = null, status = 'open' where id = '${paymentId}'`,
    [coinsOnce, xpOnce, booked, creditsConfirmed],
  ],
])('finds %s', async (_, statement, claims) => {
  await tamper(statement());
  expect(await broken()).toEqual(claims);
});

it('reports what each payment owes and what was found', async () => {
  await tamper(
    toTransfer('GC', 1, 'reversal', paymentId, true),
    toTransfer('XP', 90, 'xp_award', refundedId).replace("'xp_award', 'd'", "'again', 'd'"),
    `update payments set refunded_cents = 900 where id = '${paymentId}'`,
  );
  expect(await breachesOf(clawBacks)).toEqual([
    `payment ${paymentId}: 1000 GC and 90 XP owed; the payment records 0 and 0, the ledger took 1 and 0`,
  ]);
  expect(await breachesOf(xpOnce)).toEqual([`payment ${refundedId}: 90 XP due, 180 XP given`]);
});

it('reports nothing due for a payment that lost its credit', { tags: ['long'] }, async () => {
  await tamper(
    `update payments set credited_at = null, status = 'open' where id = '${paymentId}'`,
    toTransfer('XP', 1, 'reversal', paymentId, true),
  );
  expect(await breachesOf(coinsOnce)).toEqual([
    `payment ${paymentId}: no coins paid for, 1 credits of 1000 coins`,
  ]);
  expect(await breachesOf(xpOnce)).toEqual([`payment ${paymentId}: 0 XP due, 90 XP given`]);
  expect(await breachesOf(clawBacks)).toEqual([
    `payment ${paymentId}: 0 GC and 0 XP owed; the payment records 0 and 0, the ledger took 0 and 1`,
  ]);
});

it('finds a payment marked as credited in the database without any credit', async () => {
  await tamper(`update payments set credited_at = now(), intent_id = 'pi_x' where status = 'open'`);
  expect(await breachesOf(coinsOnce)).toEqual([
    expect.stringMatching(/^payment .+: 1000 coins paid for, 0 credits of 0 coins$/),
  ]);
  expect(await breachesOf(xpOnce)).toEqual([expect.stringMatching(/^payment .+: 90 XP due, 0 XP given$/)]);
});

it('reports a refund without a claw-back', async () => {
  await tamper(`update payments set refunded_cents = 900 where id = '${paymentId}'`);
  expect(await breachesOf(clawBacks)).toEqual([
    `payment ${paymentId}: 1000 GC and 90 XP owed; the payment records 0 and 0, the ledger took 0 and 0`,
  ]);
});

it('reports what was booked for a payment and what should be', async () => {
  await tamper(`delete from payment_entries where payment_id = '${refundedId}' and kind = 'paid'`);
  expect(await breachesOf(booked)).toEqual([
    `payment ${refundedId}: booked 0 cents paid, 301 refunded, 0 disputed; expected 900, 301, 0`,
  ]);
  await tamper(`delete from payment_entries where payment_id = '${refundedId}'`);
  expect(await breachesOf(booked)).toEqual([
    `payment ${refundedId}: booked 0 cents paid, 0 refunded, 0 disputed; expected 900, 301, 0`,
  ]);
});

it('accepts a credit confirmed by the card provider without an event', async () => {
  await tamper('delete from payment_events', `update payments set checks = 1 where credited_at is not null`);
  expect(await broken()).toEqual([]);
});

it('names the event of a payment that lost its credit', async () => {
  await tamper(`update payments set credited_at = null, status = 'open' where id = '${paymentId}'`);
  expect(await breachesOf(creditsConfirmed)).toEqual([
    expect.stringMatching(`^event evt_.+: should have credited payment ${paymentId}, which is open$`),
  ]);
});
