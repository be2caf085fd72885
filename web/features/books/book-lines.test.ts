// SPDX-License-Identifier: Apache-2.0

import { expect, test } from 'vitest';
import { type BookLine, toLines, withBefore } from './book-lines.ts';

test("adds up money lines to the margin, and coin lines to the players' holdings", () => {
  const lines = toLines({
    month: '2026-11',
    isOpen: false,
    money: {
      payments: 3,
      paidCents: 3_000,
      refundedCents: 500,
      disputedCents: -200,
      feeCents: 177,
      providerNetCents: 2_523,
      feesMissing: 0,
    },
    codes: { given: 2, costed: 1, costCents: 900 },
    marginCents: 1_623,
    coins: {
      opening: 100,
      closing: 850,
      flows: [
        { direction: 'source', type: 'coin_purchase', amount: 1_000, transfers: 3 },
        { direction: 'sink', type: 'purchase', amount: 250, transfers: 2 },
      ],
    },
  });
  const sums = (['USD', 'GC'] as const).map((unit) => {
    const of = lines.filter((line) => line.unit === unit);
    const sum = of.slice(0, -1).reduce((all, { amount }) => all + amount, 0);
    return [sum, of.at(-1)?.amount];
  });
  expect(sums).toEqual([
    [1_623, 1_623],
    [850, 850],
  ]);
  expect(lines.map(({ part, label, count }) => [part, label, count])).toEqual([
    ['Money', 'Card payments', 3],
    ['Money', 'Refunded', undefined],
    ['Money', 'Disputed', undefined],
    ['Money', 'Fees of the card provider', undefined],
    ['Money', 'Cost of codes', 2],
    ['Money', 'Margin', undefined],
    ['Coins', 'Opening balance', undefined],
    ['Coins', 'Coins bought, to players', 3],
    ['Coins', 'Gift cards bought, from players', 2],
    ['Coins', 'Closing balance', undefined],
  ]);
  expect(lines.map(({ amount }) => amount).slice(0, 5)).toEqual([3_000, -500, 200, -177, -900]);
  // Otherwise the CSV file would have an empty column.
  expect(Object.keys(lines[1] ?? {})).toEqual(['part', 'label', 'amount', 'unit']);
  expect(Object.keys(lines[6] ?? {})).toEqual(['part', 'label', 'amount', 'unit']);
});

test('lines are paired with the previous month, even when coins moved in only one of the two', () => {
  const gc = (label: string, amount: number): BookLine => ({ part: 'Coins', label, amount, unit: 'GC' });
  const lines = [gc('Opening', 10), gc('Bought', 5), gc('Closing', 15)];
  const before = [gc('Opening', 0), gc('Granted', 10), gc('Closing', 10)];
  expect(withBefore(lines, before).map(({ label, amount, before: then }) => [label, amount, then])).toEqual([
    ['Opening', 10, 0],
    ['Bought', 5, 0],
    ['Granted', 0, 10],
    ['Closing', 15, 10],
  ]);
  expect(withBefore(lines, undefined).map(({ before: then }) => then)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
