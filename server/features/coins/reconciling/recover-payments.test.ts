// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCoinsTest } from '../../../../tests/support/coins.ts';
import type { JournalEntry, JournalledPayment } from '../../../platform/journal/entries.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import { createIntent } from '../payments/create-intent.ts';
import { isPaymentLacking } from '../payments/payment-store.ts';
import { recoverPayments } from './recover-payments.ts';

type CoinsTest = Awaited<ReturnType<typeof startCoinsTest>>;

let lost: CoinsTest;
let restored: CoinsTest;
let packageId: string;
beforeAll(async () => {
  [lost, restored] = await Promise.all([startCoinsTest(), startCoinsTest()]);
  packageId = await lost.addPackage();
});
afterAll(async () => {
  await lost.close();
  await restored.close();
});

/** An order from the journal, made in a lost database. */
async function order(playerId: string, isPaid: boolean): Promise<JournalledPayment> {
  const written: JournalEntry[] = [];
  const buyer = await lost.buyer();
  const input = { playerId: buyer.id, packageId, paymentGateway: 'stripe', idempotencyKey: 'once' } as const;
  const journal = { ...lost.deps.journal, write: async (entry: JournalEntry) => void written.push(entry) };
  // A replay is written to the journal too, since the first call may have failed to do so.
  for (const _ of [1, 2]) expect(isRefusal(await createIntent(input, { ...lost.deps, journal }))).toBe(false);
  const [first, second] = written;
  expect(second).toEqual(first);
  if (first?.kind !== 'payment') throw new Error('nothing was written down');
  if (isPaid) lost.stripe.pay(first.payment.intentId);
  return { ...first.payment, playerId };
}

it('credits payments made after the restored backup once, and lists payments it cannot credit', async () => {
  const player = await restored.buyer();
  const stranger = '01900000-0000-7000-8000-000000000000';
  const orders = [await order(player.id, true), await order(player.id, false), await order(stranger, true)];
  const entry = { kind: 'charge', amountCents: 900, feeCents: 50, currency: 'usd', happenedAt: new Date() };
  const listEntries = async () => ({
    entries: [
      { ...entry, id: 'txn_1', intentId: orders[0]?.intentId ?? '' },
      { ...entry, id: 'txn_2', intentId: 'pi_of_nobody' },
    ],
  });
  const deps = { ...restored.deps, cards: { ...lost.deps.cards, listEntries } };
  const recover = () => recoverPayments(orders, deps);
  expect(await recover()).toEqual({
    recovered: [orders[0]?.id, orders[1]?.id],
    withoutPlayer: [orders[2]?.id],
    // Both may still change.
    asked: 2,
    isProviderSilent: false,
    otherIntents: [],
    unknownIntents: ['pi_of_nobody'],
  });
  expect((await restored.balances(player)).gamerCoins).toBe(1000);
  expect((await recover()).recovered).toEqual([]);
  expect((await restored.balances(player)).gamerCoins).toBe(1000);
});

it('restores the paid intent from the journal for an order restored without an intent', async () => {
  const player = await restored.buyer();
  const paid = await order(player.id, true);
  const { db } = restored;
  // The backup was made between the insertion of the row and of its intent.
  await db.run(sql`
    insert into payments (id, player_id, package_title, coins, xp, amount_cents, created_at, next_check_at)
    values (${paid.id}, ${player.id}, ${paid.packageTitle}, ${paid.coins}, ${paid.xp}, ${paid.amountCents},
      ${paid.createdAt}, now())`);
  expect(await isPaymentLacking(db, [paid])).toBe(true);
  const deps = {
    ...restored.deps,
    cards: { ...lost.deps.cards, listEntries: async () => ({ entries: [] }) },
  };
  expect(await recoverPayments([paid], deps)).toMatchObject({
    recovered: [paid.id],
    otherIntents: [],
    isProviderSilent: false,
  });
  expect(await isPaymentLacking(db, [paid])).toBe(false);
  expect(await db.one(sql`select intent_id from payments where id = ${paid.id}`)).toEqual({
    intentId: paid.intentId,
  });
  expect((await restored.balances(player)).gamerCoins).toBe(paid.coins);
  expect((await recoverPayments([paid], deps)).recovered).toEqual([]);
  expect((await restored.balances(player)).gamerCoins).toBe(paid.coins);
});

it('reports an order whose intent has changed since, and accepts neither intent', async () => {
  const player = await restored.buyer();
  const paid = await order(player.id, true);
  const { db } = restored;
  await db.run(sql`
    insert into payments
      (id, player_id, package_title, coins, xp, amount_cents, created_at, next_check_at, intent_id)
    values (${paid.id}, ${player.id}, ${paid.packageTitle}, ${paid.coins}, ${paid.xp}, ${paid.amountCents},
      ${paid.createdAt}, now() + interval '1 hour', 'pi_of_later')`);
  const cards = { ...lost.deps.cards, listEntries: async () => ({ entries: [] }) };
  expect(await recoverPayments([paid], { ...restored.deps, cards })).toMatchObject({
    recovered: [],
    otherIntents: [{ id: paid.id, journal: paid.intentId, database: 'pi_of_later' }],
  });
  expect(await isPaymentLacking(db, [paid])).toBe(true);
});

it("reads the provider's balance since the day before the newest order, or for a month", {
  tags: ['long'],
}, async () => {
  const asked: { since: Date; after: string | undefined }[] = [];
  const entry = { kind: 'charge', amountCents: 900, feeCents: 50, currency: 'usd', happenedAt: new Date() };
  const listEntries = async (page: { since: Date; after: string | undefined }) => {
    asked.push(page);
    const entries = ['pi_b', null, 'pi_a', 'pi_b'].map((intentId, n) => ({
      ...entry,
      id: `txn_${n}`,
      intentId,
    }));
    return { entries, ...(page.after === undefined && { nextAfter: 'txn_9' }) };
  };
  const dayMs = 24 * 3_600_000;
  const now = lost.clock.now().getTime();
  const empty = await startCoinsTest();
  const cards = { ...empty.deps.cards, listEntries };
  const result = await recoverPayments([], { ...empty.deps, clock: lost.clock, cards });
  expect(result).toEqual({
    recovered: [],
    withoutPlayer: [],
    asked: 0,
    isProviderSilent: false,
    otherIntents: [],
    unknownIntents: ['pi_b', 'pi_a'],
  });
  const since = new Date(now - 31 * dayMs);
  expect(asked).toEqual([undefined, 'txn_9'].map((after) => ({ since, after })));

  asked.length = 0;
  const { paymentId } = await empty.order(await empty.buyer(), await empty.addPackage());
  const { at } = await empty.db.one<{ at: Date }>(
    sql`select created_at as at from payments where id = ${paymentId}`,
  );
  await recoverPayments([], { ...empty.deps, cards });
  expect(asked[0]?.since).toEqual(new Date(at.getTime() - dayMs));
  const none = { ...cards, isConfigured: false };
  expect(await recoverPayments([], { ...empty.deps, cards: none })).toMatchObject({
    asked: 0,
    unknownIntents: [],
  });
  expect(asked).toHaveLength(2);
  await empty.close();
});

it('reports that the card provider does not answer, and recovers the payment later', async () => {
  const player = await restored.buyer();
  const one = await order(player.id, true);
  const away = {
    ...lost.deps.cards,
    listEntries: async () => ({ refused: 'payments_unavailable' }) as const,
    readPayment: async () => ({ refused: 'payments_unavailable' }) as const,
  };
  const first = await recoverPayments([one], { ...restored.deps, cards: away });
  expect(first).toMatchObject({ recovered: [one.id], isProviderSilent: true });
  expect((await restored.balances(player)).gamerCoins).toBe(0);
  restored.deps.cards.readPayment = lost.deps.cards.readPayment;
  restored.clock.advance(60_000);
  await restored.reconcile();
  expect((await restored.balances(player)).gamerCoins).toBe(1000);
});

it('reports that the card provider answers about the balance but not about a payment', async () => {
  const player = await restored.buyer();
  const silent = {
    ...lost.deps.cards,
    listEntries: async () => ({ entries: [] }),
    readPayment: async () => ({ refused: 'payments_unavailable' }) as const,
  };
  const recovered = await recoverPayments([await order(player.id, false)], {
    ...restored.deps,
    cards: silent,
  });
  expect(recovered).toMatchObject({ isProviderSilent: true, unknownIntents: [] });
});

it('covers the same days when repeated after storing payments', async () => {
  const player = await restored.buyer();
  const now = restored.clock.now().getTime();
  const inDays = (days: number) => new Date(now + days * 86_400_000);
  const later = { ...(await order(player.id, false)), createdAt: inDays(10).toISOString() };
  const happenedAt = inDays(5);
  const entry = { kind: 'charge', amountCents: 900, feeCents: 50, currency: 'usd', happenedAt } as const;
  const refused = { refused: 'payments_unavailable' } as const;
  const away = { ...lost.deps.cards, listEntries: async () => refused };
  const listEntries = async ({ since }: { since: Date }) => ({
    entries: since <= happenedAt ? [{ ...entry, id: 'txn_5', intentId: 'pi_unknown' }] : [],
  });
  const first = await recoverPayments([later], { ...restored.deps, cards: away });
  expect(first).toMatchObject({ recovered: [later.id], isProviderSilent: true, unknownIntents: [] });
  const cards = { ...lost.deps.cards, listEntries };
  for (const _ of [1, 2]) {
    const again = await recoverPayments([later], { ...restored.deps, cards });
    expect(again).toMatchObject({
      recovered: [],
      withoutPlayer: [],
      isProviderSilent: false,
      unknownIntents: ['pi_unknown'],
    });
  }
});
