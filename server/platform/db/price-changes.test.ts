// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import {
  cutPercent,
  findHighestPrice,
  isPriceEditor,
  type Price,
  recordPriceChange,
} from './price-changes.ts';

const db = openTestDatabase();
const dayMs = 24 * 3_600_000;
const start = new Date('2026-01-01T00:00:00Z');
const day = (days: number) => new Date(start.getTime() + days * dayMs);
const card = (price: number): Price => ({ price, per: 1 });

describe('a price cut in percent', () => {
  it.each([
    [card(100), card(50), 50],
    [card(100_000), card(49_999), 51],
    [card(100_000), card(1), 100],
    [card(100), card(100), 0],
    [card(100), card(101), 0],
    // 100 coins for $10, then 250 for $12.50: half the price.
    [{ price: 1000, per: 100 }, { price: 1250, per: 250 }, 50],
    [{ price: 1000, per: 100 }, { price: 1250, per: 251 }, 51],
    // Products that a double cannot represent exactly.
    [{ price: 999_999_999_999, per: 3 }, { price: 1_000_000_000_000, per: 6 }, 50],
  ])('from %o to %o is %i, rounded up', (was, now, percent) => {
    expect(cutPercent(was, now)).toBe(percent);
  });
});

it('compares with the highest price of 30 days', async () => {
  const { id: actorId } = await createPlayer(db);
  const subject = `gift-card:${randomUUID()}`;
  const change = (former: Price, days: number, isApproved = false) =>
    db.transaction((tx) => recordPriceChange(tx, { subject, former, actorId, isApproved }, day(days)));
  const highest = async (current: number, days: number) =>
    (await findHighestPrice(db, subject, card(current), day(days)))?.price;
  await change(card(100), 0);
  await change(card(80), 10);
  expect(await highest(70, 10)).toBe(100);
  expect(await highest(120, 10)).toBe(120);
  expect(await highest(70, 30)).toBe(100);
  expect(await highest(70, 31)).toBe(80);
  expect(await highest(70, 41)).toBe(70);
  // Two administrators approved 20: the next cut is counted from there.
  await change(card(70), 12, true);
  expect(await highest(20, 12)).toBe(20);
});

it('bars editors and approvers of a price from buying for 30 days', async () => {
  const [actor, approver, other] = [await createPlayer(db), await createPlayer(db), await createPlayer(db)];
  const subject = `coin-package:${randomUUID()}`;
  await db.transaction((tx) =>
    recordPriceChange(
      tx,
      { subject, former: null, actorId: actor.id, approverId: approver.id, isApproved: true },
      day(0),
    ),
  );
  const barred = (days: number) =>
    Promise.all([actor, approver, other].map(({ id }) => isPriceEditor(db, subject, id, day(days))));
  expect(await barred(30)).toEqual([true, true, false]);
  expect(await barred(31)).toEqual([false, false, false]);
});
