// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { someGiftCard } from './gift-card-fixture.ts';
import { isNew } from './is-new.ts';

const now = Date.UTC(2026, 10, 22);
const daysAgo = (days: number) => ({ createdAt: new Date(now - days * 86_400_000).toISOString() });

it('shows a card as new for 30 days while it can be bought', () => {
  expect(isNew(someGiftCard(1, daysAgo(0)), now)).toBe(true);
  expect(isNew(someGiftCard(1, daysAgo(29.9)), now)).toBe(true);
  expect(isNew(someGiftCard(1, daysAgo(30)), now)).toBe(false);
  expect(isNew(someGiftCard(1, { ...daysAgo(1), availability: 'by_hand' }), now)).toBe(true);
  expect(isNew(someGiftCard(1, { ...daysAgo(1), availability: 'sold_out' }), now)).toBe(false);
  expect(isNew(someGiftCard(1, { ...daysAgo(1), isActive: false }), now)).toBe(false);
});
