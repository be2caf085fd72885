// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clawbackAmount } from '../../ledger/rules.ts';
import {
  abandonedAfterMs,
  isPaidAsOrdered,
  nextCheckAt,
  reversalReason,
  toBookingDay,
  toCoinsPerDollar,
  toPriceCents,
  toSettlement,
  xpFor,
} from './rules.ts';

describe('the coins to claw back', () => {
  it.each([
    [1000, 900, 0, 0],
    [1000, 900, 1, 2],
    [1000, 900, 450, 500],
    [1000, 900, 899, 999],
    [1000, 900, 900, 1000],
    [1000, 900, 5000, 1000],
    [1, 50, 1, 1],
    [0, 50, 50, 0],
    [1_000_000_000, 99_999_999, 99_999_998, 999_999_990],
  ])('of %i for %i cents, %i of them refunded: %i', (given, paid, taken, owed) => {
    expect(clawbackAmount(given, { taken, whole: paid })).toBe(owed);
  });

  it('are the refunded share rounded up, and grow with the refund', () => {
    const cents = fc.integer({ min: 50, max: 99_999_999 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        cents,
        cents,
        cents,
        (given, paid, some, more) => {
          const taken = BigInt(Math.min(some, paid));
          const owed = BigInt(clawbackAmount(given, { taken: some, whole: paid }));
          const share = BigInt(given) * taken;
          expect(owed * BigInt(paid) >= share && (owed - 1n) * BigInt(paid) < share).toBe(true);
          expect(clawbackAmount(given, { taken: some + more, whole: paid })).toBeGreaterThanOrEqual(
            Number(owed),
          );
        },
      ),
    );
  });
});

it('gives XP for whole 10 cents', () => {
  expect([xpFor(50, 1), xpFor(59, 1), xpFor(60, 1), xpFor(999, 3), xpFor(999, 0)]).toEqual([5, 5, 6, 297, 0]);
});

it('rounds the price of a package half up to the cent', () => {
  const price = (originalPriceCents: number, discountPercentage: number) =>
    toPriceCents({ originalPriceCents, discountPercentage });
  expect([price(1000, 10), price(1001, 50), price(99, 51), price(100, 100)]).toEqual([900, 501, 49, 0]);
});

it('rounds coins per dollar up, so that a fraction above a limit counts as above', () => {
  const perDollar = (per: number, price: number) => toCoinsPerDollar({ price, per });
  expect([perDollar(2500, 1000), perDollar(2501, 1000), perDollar(1000, 501)]).toEqual([250, 251, 200]);
});

it('accepts only a payment that succeeded, in full and in dollars', () => {
  const paid = { status: 'succeeded', amountCents: 900, receivedCents: 900, currency: 'usd' };
  const isPaid = (wrong: object) => isPaidAsOrdered({ ...paid, ...wrong }, { amountCents: 900 });
  expect(isPaid({})).toBe(true);
  for (const wrong of [
    { status: 'processing' },
    { status: null },
    { amountCents: 899 },
    { receivedCents: 899 },
    { receivedCents: null },
    { receivedCents: 901 },
    { currency: 'eur' },
    { currency: null },
  ]) {
    expect(isPaid(wrong)).toBe(false);
  }
});

it('settles from the known facts only, with the same result each time', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const open = { coins: 1000, xp: 90, amountCents: 900, creditedAt: null, clawedBackGC: 0, clawedBackXP: 0 };
  const known = {
    intentId: 'pi_1',
    isPaid: true,
    hasFailed: false,
    refundedCents: 0,
    disputedCents: 0,
    cardFingerprintHash: null,
  };
  const status = (part: object) => toSettlement(open, { ...known, ...part }, now).status;
  expect(status({ isPaid: false })).toBe('open');
  expect(status({ isPaid: false, hasFailed: true, refundedCents: 5 })).toBe('failed');
  expect(status({ hasFailed: true })).toBe('credited');
  expect(status({ refundedCents: 5 })).toBe('refunded');
  expect(status({ refundedCents: 5, disputedCents: 5 })).toBe('disputed');
  const settled = toSettlement(open, { ...known, refundedCents: 300, disputedCents: 300 }, now);
  expect(settled).toMatchObject({
    isCreditedNow: true,
    creditedAt: now,
    clawedBackGC: 667,
    clawedBackXP: 60,
  });
  const again = toSettlement(
    { ...open, ...settled },
    { ...known, refundedCents: 300, disputedCents: 300 },
    now,
  );
  expect(again).toEqual({ ...settled, isCreditedNow: false });
});

it('describes a claw-back, and its reversal, by what moved', () => {
  const reason = (before: [number, number], after: [number, number]) => {
    const of = ([refundedCents, disputedCents]: [number, number]) => ({ refundedCents, disputedCents });
    const rest = { intentId: null, isPaid: true, hasFailed: false, cardFingerprintHash: null };
    return reversalReason(of(before), { ...rest, ...of(after) });
  };
  expect(reason([0, 0], [5, 0])).toBe('Payment refunded');
  expect(reason([0, 0], [0, 5])).toBe('Payment disputed');
  expect(reason([5, 0], [5, 5])).toBe('Payment disputed');
  expect(reason([0, 5], [0, 0])).toBe('Dispute won');
  expect(reason([5, 0], [0, 0])).toBe('Refund undone');
  // Both at the same time: the larger change decides.
  expect(reason([0, 5], [9, 0])).toBe('Payment refunded');
  expect(reason([0, 5], [5, 0])).toBe('Payment refunded');
  expect(reason([9, 0], [0, 5])).toBe('Refund undone');
  expect(reason([0, 9], [5, 0])).toBe('Dispute won');
});

it('waits as long as the payment is old before the next check, less after a failure, and finally stops', () => {
  const createdAt = new Date('2026-01-01T00:00:00Z');
  const wait = (ageMinutes: number, failedChecks = 0, hasFailed = false) => {
    const now = new Date(createdAt.getTime() + ageMinutes * 60_000);
    const at = nextCheckAt(now, { createdAt, failedChecks, firstCheckMs: 120_000, hasFailed });
    return at && (at.getTime() - now.getTime()) / 60_000;
  };
  expect([0, 2, 4, 60].map((age) => wait(age))).toEqual([2, 2, 4, 60]);
  expect(wait(200 * 24 * 60)).toBe(30 * 24 * 60);
  expect([1, 2, 3, 6, 7, 40].map((failed) => wait(500, failed))).toEqual([1, 2, 4, 32, 60, 60]);
  expect([29, 31].map((days) => wait(days * 24 * 60))).toEqual([29 * 24 * 60, 30 * 24 * 60]);
  expect(wait(270 * 24 * 60)).toBe(30 * 24 * 60);
  expect(wait(270 * 24 * 60 + 1)).toBeNull();
  expect(wait(5, 0, true)).toBeNull();
  expect(wait(5, 1, true)).toBeNull();
  expect(abandonedAfterMs).toBe(86_400_000);
});

it('books an event of an open month on the day it happened, and any other event today', () => {
  const now = new Date('2026-12-02T15:00:00Z');
  const booked = (happenedAt: string, later = now) => toBookingDay(new Date(happenedAt), later).toISOString();
  expect(booked('2026-11-01T00:00:00.000Z')).toBe('2026-11-01T00:00:00.000Z');
  expect(booked('2026-10-31T23:59:59.999Z')).toBe(now.toISOString());
  expect(booked('2026-12-02T15:00:00.000Z')).toBe(now.toISOString());
  expect(booked('2026-12-02T15:00:00.001Z')).toBe(now.toISOString());
  const closed = new Date('2026-12-03T00:00:00.000Z');
  expect(booked('2026-11-30T23:00:00.000Z', closed)).toBe(closed.toISOString());
  expect(booked('2026-11-30T23:00:00.000Z', new Date(closed.getTime() - 1))).toBe('2026-11-30T23:00:00.000Z');
});
