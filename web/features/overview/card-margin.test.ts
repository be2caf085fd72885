// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { toCardMargins } from './card-margin.ts';

const card = (parts: object) => ({
  _id: 'a',
  title: 'Wallet $5',
  sold: 4,
  refunded: 1,
  coins: 1_500,
  codes: 4,
  costed: 4,
  costCents: 1_800,
  ...parts,
});

it("compares a card's revenue with the cost of its codes", () => {
  const cards = [card({}), card({ _id: 'b', costed: 3 }), card({ _id: 'c', costCents: 2_000 })];
  const bought = { paidCents: 10_000, coins: 5_000 };
  const found = toCardMargins(cards, bought);
  expect(toCardMargins([card({})], bought).isPartial).toBe(false);
  expect(found.rows.map(({ worthCents, marginCents }) => [worthCents, marginCents])).toEqual([
    [3_000, 1_200],
    [3_000, undefined],
    [3_000, 1_000],
  ]);
  expect(found).toMatchObject({
    totalCents: 2_200,
    soldWithMargin: 6,
    isPartial: true,
    centsPerThousand: 2_000,
  });
});

it('shows no margin without bought coins, or for a card that gave out no code', () => {
  const unbought = toCardMargins([card({})], { paidCents: 0, coins: 0 });
  expect(unbought).toMatchObject({ totalCents: undefined, isPartial: false, centsPerThousand: undefined });
  expect(unbought.rows[0]).toMatchObject({ worthCents: undefined, marginCents: undefined });
  const byHand = toCardMargins([card({ codes: 0, costed: 0, costCents: 0 })], { paidCents: 100, coins: 100 });
  expect(byHand.rows[0]).toMatchObject({ worthCents: 1_500, marginCents: undefined });
  expect(byHand).toMatchObject({ totalCents: undefined, soldWithMargin: 0, isPartial: true });
});
