// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer, createTwoPlayers } from '../../../tests/support/factories.ts';
import { exportPayments } from './export-payments.ts';
import { countOpenPayments, sumBoughtCoins, sumPaymentsByDay } from './overview-queries.ts';
import {
  findNewestPaymentAt,
  getReturnedShare,
  isPaymentLacking,
  listDuePayments,
  moveCheckForward,
  recheckAllPayments,
} from './payments/payment-store.ts';
import {
  countPayments,
  findSharedCards,
  listOpenPayments,
  listPayers,
  listPaymentsBefore,
  refuseWhilePaying,
  shareCard,
  sumPaidSince,
} from './person-queries.ts';
import { findUnreadSince, insertProviderEntries, noteReadUntil, readMoney } from './provider-entry-store.ts';

const db = openTestDatabase({ poolSize: 2 });
let playerId: string;
beforeAll(async () => {
  // The tests set booking times by hand.
  await db.run(sql`alter table payments disable trigger payments_booked`);
});
/** Each test has its own year, so that its spans contain nothing from other tests. */
let year = 2000;
beforeEach(async () => {
  year++;
  playerId = (await createPlayer(db)).id;
});

const at = (time: string) => new Date(`${year}-03-${time}Z`);
const span = () => ({ from: at('10T00:00:00'), until: at('12T00:00:00') });
const [justBefore, first] = ['09T23:59:59.999', '10T00:00:00'];
const [last, justAfter] = ['11T23:59:59.999', '12T00:00:00'];

interface Paid {
  payer?: string;
  cents?: number;
  status?: 'open' | 'failed' | 'credited';
  refunded?: number;
  disputed?: number;
  card?: Buffer;
  nextCheckAt?: Date;
  recoveredAt?: Date;
}
/** A payment begun at this time, and credited then unless specified otherwise, for as many coins as cents. */
async function pay(time: string, paid: Paid = {}): Promise<string> {
  const { payer = playerId, cents = 100, status = 'credited', refunded = 0, disputed = 0 } = paid;
  const isCredited = status === 'credited';
  const now = isCredited && disputed > 0 ? 'disputed' : isCredited && refunded > 0 ? 'refunded' : status;
  const { id } = await db.one<{ id: string }>(sql`
    insert into payments (player_id, package_title, coins, xp, amount_cents, intent_id, status, created_at, credited_at,
      refunded_cents, disputed_cents, clawed_back_gc, card_fingerprint_hash, next_check_at, recovered_at)
    values (${payer}, 'Pack', ${cents}, 0, ${cents}, ${`pi_${randomUUID()}`}, ${now}, ${at(time)},
      ${isCredited ? at(time) : null}, ${refunded}, ${disputed},
      ${isCredited ? Math.min(refunded + disputed, cents) : 0}, ${paid.card ?? null}, ${paid.nextCheckAt ?? null},
      ${paid.recoveredAt ?? null})
    returning id`);
  return id;
}

it('sums payments by day from the start to the end of a period, minus refunds', async () => {
  expect(await sumPaymentsByDay(db, span())).toEqual([]);
  expect(await sumBoughtCoins(db, span())).toEqual({ paidCents: 0, coins: 0 });
  for (const time of [justBefore, justAfter]) await pay(time, { cents: 100_000 });
  await pay(last, { cents: 400 });
  await pay(first, { cents: 1_000, refunded: 300, disputed: 100 });
  // More was returned than paid; the excess must not be deducted elsewhere.
  await pay(first, { cents: 200, refunded: 200, disputed: 200 });
  await pay(first, { status: 'open', cents: 5_000 });
  expect(await sumPaymentsByDay(db, span())).toEqual([
    { day: `${year}-03-10`, payments: 2, paidCents: 600 },
    { day: `${year}-03-11`, payments: 1, paidCents: 400 },
  ]);
  expect(await sumBoughtCoins(db, span())).toEqual({ paidCents: 1_000, coins: 1_000 });
});

it('books each kind of movement and its fees on its day', async () => {
  const none = { payments: 0, paidCents: 0, refundedCents: 0, disputedCents: 0, feesMissing: 0 };
  expect(await readMoney(db, span())).toEqual({ ...none, feeCents: 0, providerNetCents: 0 });
  const [known, unknown, another] = [await pay(first), await pay(first), await pay(first)];
  const book = (paymentId: string, kind: string, cents: number, time: string) =>
    db.run(sql`
      insert into payment_entries (payment_id, kind, cents, booked_at) values (${paymentId}, ${kind}, ${cents}, ${at(time)})`);
  await book(known, 'paid', 100, first);
  await book(unknown, 'paid', 30, last);
  await book(another, 'paid', 20, first);
  await book(known, 'refunded', 7, first);
  await book(known, 'disputed', 5, last);
  await book(known, 'disputed', -2, last);
  for (const time of [justBefore, justAfter]) {
    for (const kind of ['paid', 'refunded', 'disputed']) await book(unknown, kind, 10_000, time);
  }
  const intents = await db.rows<{ intentId: string }>(
    sql`select intent_id from payments where id in (${known}, ${unknown}) order by id`,
  );
  const entry = (id: string, time: string, amountCents: number, feeCents: number) => {
    const [{ intentId } = { intentId: '' }] = intents;
    const rest = { kind: 'charge', currency: 'usd', happenedAt: at(first), bookedAt: at(time) };
    return { id: `${id}-${year}`, intentId, amountCents, feeCents, ...rest };
  };
  const entries = [
    entry('txn_1', first, 100, 4),
    entry('txn_2', last, -7, 1),
    entry('txn_3', justBefore, 10_000, 1_000),
    entry('txn_4', justAfter, 10_000, 1_000),
  ];
  await db.transaction((tx) => insertProviderEntries(tx, entries));
  expect(await readMoney(db, span())).toEqual({
    payments: 3,
    paidCents: 150,
    refundedCents: 7,
    disputedCents: 3,
    feeCents: 5,
    providerNetCents: 88,
    feesMissing: 2,
  });
});

it("reads the provider's balance from the first payment, and later from where it stopped", async () => {
  await db.run(sql`update provider_balance set read_until = null`);
  const { oldest } = await db.one<{ oldest: Date | null }>(
    sql`select min(created_at) as oldest from payments`,
  );
  await pay(first);
  expect(await findUnreadSince(db)).toEqual(oldest ?? at(first));
  await noteReadUntil(db, at(last));
  expect(await findUnreadSince(db)).toEqual(at(last));
});

it("pages through a player's payments, newest first, and counts them", async () => {
  const other = (await createPlayer(db)).id;
  const paid = [await pay(first, { cents: 50 }), await pay(last, { cents: 200, refunded: 60 })];
  const open = await pay(last, { status: 'open' });
  await pay(first, { payer: other });
  expect(await countPayments(db, playerId)).toBe(3);
  const [newest, second, ...rest] = await listPaymentsBefore(db, playerId, { limit: 3 });
  expect([newest?.id, second, rest.map(({ id }) => id)]).toEqual([
    open,
    {
      id: paid[1],
      packageTitle: 'Pack',
      coins: 200,
      amountCents: 200,
      status: 'refunded',
      createdAt: at(last),
      creditedAt: at(last),
      refundedCents: 60,
    },
    [paid[0]],
  ]);
  const page = await listPaymentsBefore(db, playerId, { before: open, limit: 1 });
  expect(page.map(({ id }) => id)).toEqual([paid[1]]);
});

it('exports each payment of a player once, however many there are', async () => {
  await db.run(sql`
    insert into payments (player_id, package_title, coins, xp, amount_cents, created_at)
    select ${playerId}, 'Pack', 100, 0, 100, ${at(first)} from generate_series(1, 501)`);
  const ids = new Set<string>();
  let exported = 0;
  for await (const { _id } of exportPayments(db, playerId)) {
    ids.add(_id);
    exported++;
    if (exported > 501) break;
  }
  expect([exported, ids.size]).toEqual([501, 501]);
});

it('lists players with open payments, and refuses to delete their accounts', async () => {
  const open = await countOpenPayments(db);
  expect(await db.transaction((tx) => refuseWhilePaying(tx, playerId))).toBeUndefined();
  await pay(first);
  await pay(first, { status: 'failed' });
  expect(await db.transaction((tx) => refuseWhilePaying(tx, playerId))).toBeUndefined();
  expect([await listOpenPayments(db, playerId), (await listPayers(db)).includes(playerId)]).toEqual([
    [],
    false,
  ]);
  expect(await countOpenPayments(db)).toBe(open);
  const begun = [await pay(first, { status: 'open' }), await pay(first, { status: 'open' })];
  // With several payments, the one that ends last counts: until then the account stays.
  expect(await db.transaction((tx) => refuseWhilePaying(tx, playerId))).toMatchObject({
    refused: 'deletion_payment_open',
    data: { paymentId: begun[1], price: expect.stringMatching(/^[$]\d+[.]\d\d$/) },
  });
  expect(await listOpenPayments(db, playerId)).toEqual(begun);
  expect((await listPayers(db)).filter((payer) => payer === playerId)).toEqual([playerId]);
  expect(await countOpenPayments(db)).toBe(open + 2);
});

it("sums a player's paid and open amounts since a given time, minus refunds", async () => {
  await pay(first, { cents: 1_000 });
  // Begun before that time: one is still open, the other was paid after it.
  await pay(justBefore, { cents: 57, status: 'open' });
  const late = await pay(justBefore, { cents: 59 });
  await db.run(sql`update payments set credited_at = ${at(last)} where id = ${late}`);
  await pay(last, { cents: 50 });
  await pay(last, { cents: 300, refunded: 100 });
  await pay(last, { cents: 60, status: 'open' });
  await pay(last, { cents: 5_000, status: 'failed' });
  await pay(last, { cents: 5_000, payer: (await createPlayer(db)).id });
  expect(await sumPaidSince(db, playerId, at(first))).toBe(50 + 200 + 60 + 57 + 59);
  expect(await sumPaidSince(db, (await createPlayer(db)).id, at(first))).toBe(0);
});

it('finds players who share cards', async () => {
  const [friend, stranger] = await createTwoPlayers(db);
  const [shared, own] = [randomBytes(32), randomBytes(32)];
  for (const card of [shared, shared, own]) await pay(first, { card });
  for (const _ of [1, 2]) await pay(first, { payer: friend, card: shared });
  await pay(first);
  await pay(first, { payer: stranger });
  expect(await findSharedCards(db, playerId)).toEqual([
    { hash: shared.toString('hex').slice(0, 8), playerIds: [friend] },
  ]);
  expect(await findSharedCards(db, stranger)).toEqual([]);
  expect(await shareCard(db, playerId, friend)).toBe(true);
  expect(await shareCard(db, playerId, stranger)).toBe(false);
  // A card that only one of the two used is not shared, no matter how often they paid with it.
  for (const _ of [1, 2]) await pay(first, { payer: stranger, card: randomBytes(32) });
  expect(await shareCard(db, stranger, playerId)).toBe(false);
  expect(await shareCard(db, playerId, stranger)).toBe(false);
});

it('lists at most twenty players who share a card', async () => {
  const card = randomBytes(32);
  await pay(first, { card });
  for (let n = 0; n < 21; n++) await pay(first, { payer: (await createPlayer(db)).id, card });
  const [shared] = await findSharedCards(db, playerId);
  expect(new Set(shared?.playerIds).size).toBe(20);
});

it('lists at most twenty shared cards, ignoring payments without a card', async () => {
  const friend = (await createPlayer(db)).id;
  await pay(first);
  const shareCards = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const card = randomBytes(32);
      for (const payer of [playerId, friend]) await pay(first, { payer, card });
    }
    return db.transaction(async (tx) => {
      // Sorting would put payments without a card last, where they could not displace one with a card.
      await tx.run(sql`set local enable_sort = off`);
      return findSharedCards(tx, playerId);
    });
  };
  expect(await shareCards(20)).toHaveLength(20);
  expect(await shareCards(1)).toHaveLength(20);
});

it('returns the refunded share of a payment', async () => {
  const shareOf = (id: string) => getReturnedShare(db, id);
  const returned = await pay(first, { cents: 200, refunded: 60, disputed: 40 });
  expect(await shareOf(returned)).toEqual({ taken: 100, whole: 200 });
  expect(await shareOf(await pay(first, { status: 'open', refunded: 60 }))).toEqual({ taken: 0, whole: 100 });
  await expect(shareOf(randomUUID())).rejects.toThrow();
});

it('lists due payments, oldest first, and only ever moves a check to an earlier time', async () => {
  const due = [
    await pay(first, { nextCheckAt: at('10T00:00:03') }),
    await pay(first, { nextCheckAt: at('10T00:00:01') }),
    await pay(first, { nextCheckAt: at('10T00:00:02') }),
  ];
  const [third, soonest, second] = due.map((id) => ({ id }));
  expect(await listDuePayments(db, at('10T00:00:03'), 9)).toEqual([soonest, second, third]);
  expect(await listDuePayments(db, at('10T00:00:02'), 9)).toEqual([soonest, second]);
  expect(await listDuePayments(db, at('10T00:00:03'), 1)).toEqual([soonest]);
  const never = await pay(first);
  const move = (id: string, time: string) => db.transaction((tx) => moveCheckForward(tx, id, at(time)));
  await move(due[0] as string, '10T00:00:00');
  await move(due[1] as string, '10T00:00:09');
  await move(never, '10T00:00:04');
  const rows = await db.rows<{ at: Date }>(sql`
    select next_check_at as at from payments where id = any (${[...due, never]}::uuid[]) order by id`);
  expect(rows.map((row) => row.at)).toEqual(
    ['10T00:00:00', '10T00:00:01', '10T00:00:02', '10T00:00:04'].map(at),
  );
  expect(await recheckAllPayments(db, at('10T00:00:02'))).toBe(1);
  await db.run(sql`update payments set next_check_at = null`);
});

it('finds the newest order that was not recovered, and orders missing in the database', async () => {
  const known = await pay(last);
  await pay(first, { recoveredAt: at(last) });
  expect(await findNewestPaymentAt(db)).toEqual(at(last));
  const row = await db.one<{ id: string; intentId: string }>(
    sql`select id, intent_id from payments where id = ${known}`,
  );
  expect(await isPaymentLacking(db, [row])).toBe(false);
  expect(await isPaymentLacking(db, [row, { ...row, id: randomUUID() }])).toBe(true);
  expect(await isPaymentLacking(db, [{ ...row, intentId: 'pi_other' }])).toBe(true);
  const open = await pay(first, { status: 'open' });
  await db.run(sql`update payments set intent_id = null where id = ${open}`);
  expect(await isPaymentLacking(db, [{ id: open, intentId: row.intentId }])).toBe(true);
  expect(await isPaymentLacking(db, [])).toBe(false);
});
