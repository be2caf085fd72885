// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { someGiftCard } from './gift-card-fixture.ts';
import { findInReach } from './in-reach.ts';

const cards = [
  someGiftCard(1),
  someGiftCard(3),
  someGiftCard(2, { availability: 'by_hand' }),
  someGiftCard(4),
];

it('finds the most expensive card that the balance covers', () => {
  expect(findInReach(cards, 399)?.title).toBe('Card 3');
  expect(findInReach(cards, 299)?.title).toBe('Card 2');
  expect(findInReach(cards, 400)?.title).toBe('Card 4');
});

it('skips sold-out cards', () => {
  expect(findInReach([someGiftCard(1), someGiftCard(2, { availability: 'sold_out' })], 500)?.title).toBe(
    'Card 1',
  );
});

it('finds no card that costs more than the balance', () => {
  expect(findInReach(cards, 99)).toBeUndefined();
  expect(findInReach(cards, -50)).toBeUndefined();
  expect(findInReach([], 1_000)).toBeUndefined();
});
