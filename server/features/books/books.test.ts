// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Books } from '../../../contract/books-admin.ts';
import type { TestApp } from '../../../tests/support/app.ts';
import { startCoinsTest } from '../../../tests/support/coins.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { line, type ShopTest, startShopTest } from '../../../tests/support/shop.ts';
import { auditLedger } from '../../audit.ts';
import { insertProviderEntries } from '../coins/provider-entry-store.ts';
import { toBookingDay } from '../coins/rules.ts';

const toMonth = (time: Date) => time.toISOString().slice(0, 7);
const now = new Date();
const [present, before] = [now, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15))].map(
  toMonth,
) as [string, string];

/** Reads the books of a month as a user without any other permission. */
async function read({ db, signIn, call }: TestApp, month: string): Promise<Books> {
  const role = `BOOKS_${randomUUID().slice(0, 8).toUpperCase()}`;
  await db.run(sql`insert into roles (name, permissions) values (${role}, '{books:read}')`);
  const { id } = await createPlayer(db, { role });
  const answer = await call({ url: `/books?month=${month}`, token: await signIn(id) });
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}

describe('money', () => {
  const coins = openForTests(startCoinsTest);

  const pay = async (packageId: string) => {
    const payment = await coins.paid(await coins.buyer(), packageId);
    await coins.deliver(coins.webhook('payment_intent.succeeded', payment.intent));
    return payment;
  };
  const refund = async (intentId: string, cents: number) => {
    await coins.deliver(coins.webhook('charge.refunded', coins.stripe.refund(intentId, cents)));
    await coins.runRefreshes();
  };

  it('is booked on the day of each movement, so a past month never changes', { tags: ['long'] }, async () => {
    const packageId = await coins.addPackage();
    const [old, fresh] = [await pay(packageId), await pay(packageId)];
    // Makes it look as if the first one had been paid a month ago.
    await coins.db.run(sql`alter table payment_entries disable trigger user`);
    await coins.db.run(sql`
      update payment_entries set booked_at = ${`${before}-15T12:00:00Z`} where payment_id = ${old.paymentId}`);
    await coins.db.run(sql`alter table payment_entries enable trigger user`);
    const closed = await read(coins.test, before);
    expect(closed.money).toMatchObject({ payments: 1, paidCents: 900, refundedCents: 0, feesMissing: 1 });

    await refund(old.intentId, 450);
    await refund(fresh.intentId, 100);
    const dispute = coins.stripe.dispute(fresh.intentId);
    await coins.deliver(coins.webhook('charge.dispute.created', dispute));
    await coins.runRefreshes();
    expect((await read(coins.test, present)).money).toMatchObject({ refundedCents: 550, disputedCents: 900 });
    await coins.deliver(coins.webhook('charge.dispute.closed', coins.stripe.closeDispute(dispute.id, 'won')));
    await coins.runRefreshes();
    expect(await read(coins.test, before)).toEqual(closed);
    expect((await read(coins.test, present)).money).toMatchObject({
      payments: 1,
      paidCents: 900,
      refundedCents: 550,
      disputedCents: 0,
    });
    await expect(coins.db.run(sql`update payment_entries set cents = 1`)).rejects.toThrow('refused');

    // The provider's fees, once each, without other installations' payments.
    const entry = { kind: 'charge', amountCents: 900, feeCents: 56, currency: 'usd', happenedAt: now };
    const entries = [
      { ...entry, id: 'txn_1', intentId: old.intentId, bookedAt: now },
      { ...entry, id: 'txn_2', intentId: fresh.intentId, bookedAt: now },
      { ...entry, id: 'txn_3', intentId: 'pi_of_others', bookedAt: now },
    ];
    for (let time = 0; time < 2; time++)
      await coins.db.transaction((tx) => insertProviderEntries(tx, entries));
    const books = await read(coins.test, present);
    expect(books.money).toMatchObject({ feeCents: 112, providerNetCents: 1688, feesMissing: 0 });
    expect(books.marginCents).toBe(900 - 550 - 112);

    // The months add up to the audit's totals, and the audit finds no contradiction.
    const { totals, proofs } = await auditLedger(coins.db);
    expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
    const months = [await read(coins.test, before), books];
    const sum = (of: (month: Books) => number) => months.reduce((all, month) => all + of(month), 0);
    expect(totals).toMatchObject({
      paidCents: sum(({ money }) => money.paidCents),
      refundedCents: sum(({ money }) => money.refundedCents),
      feeCents: sum(({ money }) => money.feeCents),
      coinsOutstanding: books.coins.closing,
    });
  });

  it('is reported by the audit when a booking is deleted', async () => {
    const { paymentId } = await pay(await coins.addPackage());
    await coins.db.run(sql`alter table payment_entries disable trigger user`);
    await coins.db.run(sql`delete from payment_entries where payment_id = ${paymentId}`);
    await coins.db.run(sql`alter table payment_entries enable trigger user`);
    const { proofs } = await auditLedger(coins.db);
    expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([
      `payment ${paymentId}: booked 0 cents paid, 0 refunded, 0 disputed; expected 900, 0, 0`,
    ]);
  });
});

describe('coins and codes', () => {
  let shop: ShopTest;
  beforeAll(async () => {
    shop = await startShopTest();
  });
  afterAll(() => shop?.close());

  it('are counted when coins move and when codes are given, including replacements', {
    tags: ['long'],
  }, async () => {
    const { db } = shop.test;
    const card = await shop.card({ codes: 3 });
    await db.run(sql`
      update gift_card_codes set cost_cents = 250 where id in (select id from gift_card_codes order by arrival limit 2)`);
    expect((await read(shop.test, present)).codes).toEqual({ given: 0, costed: 0, costCents: 0 });
    const opening = (await read(shop.test, present)).coins.closing;
    const buyer = await shop.shopper();
    const { data } = await shop.checkout(buyer, [line(card)]);
    expect((await read(shop.test, present)).codes).toEqual({ given: 1, costed: 1, costCents: 250 });

    const { id } = await createPlayer(db, { role: 'SUPER_ADMIN' });
    const replaced = await shop.test.call({
      method: 'POST',
      url: `/gift-card/purchases/${data.purchases[0]?._id}/replace`,
      token: await shop.test.signIn(id),
      key: randomUUID(),
      payload: { reason: 'It did not work' },
    });
    expect(replaced.statusCode).toBe(200);
    const books = await read(shop.test, present);
    expect(books.codes).toEqual({ given: 2, costed: 2, costCents: 500 });
    expect(books.marginCents).toBe(-500);
    expect(books.coins.flows).toContainEqual({
      direction: 'sink',
      type: 'purchase',
      amount: 100,
      transfers: 1,
    });
    const { totals } = await auditLedger(db);
    expect([totals.coinsOutstanding, totals.codeCostCents]).toEqual([books.coins.closing, 500]);
    expect(books.coins.closing).toBe(opening + 1000 - 100);
    expect((await read(shop.test, before)).coins.closing).toBe(books.coins.opening);
  });

  it('are refused for an invalid month', async () => {
    const { id } = await createPlayer(shop.test.db, { role: 'SUPER_ADMIN' });
    const token = await shop.test.signIn(id);
    for (const month of ['2026-13', '2026-1', 'now', '']) {
      const answer = await shop.test.call({ url: `/books?month=${month}`, token });
      expect(answer.statusCode).toBe(400);
    }
  });
});

describe('coins outstanding', () => {
  let shop: ShopTest;
  beforeAll(async () => {
    shop = await startShopTest();
  });
  afterAll(() => shop?.close());

  const dayMs = 24 * 3_600_000;
  const firstOfPresent = Date.parse(`${present}-01`);
  const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

  /** A movement as it would have been made at that time. */
  const move = (at: number, playerId: string, isSource: boolean, amount: number) =>
    shop.test.db.run(sql`
      insert into transfers (amount, created_at, currency, type, debit_player_id, credit_house, credit_player_id,
        debit_house, reference, description, idempotency_key)
      values (${amount}, ${new Date(at)}, 'GC', ${isSource ? 'event_reward' : 'purchase'}::transfer_type,
        ${isSource ? null : playerId}, ${isSource ? null : 'fees'}, ${isSource ? playerId : null},
        ${isSource ? 'rewards' : null}, 'test', 'Test', ${randomUUID()})`);

  it('are reported for the end of each day, and for a month on its last day', {
    tags: ['long'],
  }, async () => {
    const { db, signIn, call } = shop.test;
    const { id } = await createPlayer(db, { role: 'SUPER_ADMIN' });
    const token = await signIn(id);
    const heldOn = async (time: number) => {
      const answer = await call({ url: `/books/outstanding?on=${toDay(time)}`, token });
      expect(answer.statusCode).toBe(200);
      const { on, outstanding } = answer.json().data;
      expect(on).toBe(toDay(time));
      return outstanding as number;
    };
    const daysBefore = (days: number) => firstOfPresent - days * dayMs;
    await move(daysBefore(6), id, true, 500);
    await move(daysBefore(4) - 1, id, false, 120);
    await move(daysBefore(1), id, true, 40);
    await move(firstOfPresent - 1, id, false, 15);
    const held = await Promise.all([7, 6, 5, 4, 2, 1].map((days) => heldOn(daysBefore(days))));
    expect(held).toEqual([0, 500, 380, 380, 380, 405]);
    expect((await read(shop.test, before)).coins.closing).toBe(405);
    expect((await read(shop.test, present)).coins.opening).toBe(405);
    const { coins } = await read(shop.test, present);
    expect(await heldOn(Date.now())).toBe(coins.closing);
  });

  it('are refused for future days and for callers without the right to see books', async () => {
    const { db, signIn, call } = shop.test;
    const token = await signIn((await createPlayer(db, { role: 'SUPER_ADMIN' })).id);
    const refused = async (on: string) => {
      const answer = await call({ url: `/books/outstanding?on=${on}`, token });
      return [on, answer.statusCode, answer.json().code];
    };
    for (const on of [toDay(Date.now() + dayMs), '2026-02-30', '2026-03', '0002-01-01', ''])
      expect(await refused(on)).toEqual([on, 400, 'invalid_request']);
    const url = '/books/outstanding?on=2026-03-15';
    expect((await call({ url })).statusCode).toBe(401);
    const player = await signIn((await createPlayer(db)).id);
    expect((await call({ url, token: player })).statusCode).toBe(403);
  });
});

it('books a late event in the month it happened until the 2nd of the next, later on the day it arrives', () => {
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  expect(toBookingDay(day('2026-11-30'), day('2026-11-30'))).toEqual(day('2026-11-30'));
  expect(toBookingDay(day('2026-11-30'), day('2026-12-02'))).toEqual(day('2026-11-30'));
  expect(toBookingDay(day('2026-11-30'), day('2026-12-03'))).toEqual(day('2026-12-03'));
  expect(toBookingDay(day('2026-12-09'), day('2026-12-03'))).toEqual(day('2026-12-03'));
});
