// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { PurchasedGiftCard } from '../../../contract/shop.ts';
import { someGiftCard } from './gift-card-fixture.ts';
import { purchaseNews } from './purchase-watch.ts';

const bought = (place: number, status: PurchasedGiftCard['status']): PurchasedGiftCard => ({
  ...someGiftCard(place),
  giftCardId: someGiftCard(place)._id,
  hashCode: '',
  status,
  purchasedAt: '2026-11-21T10:00:00.000Z',
  promisedBy: null,
});

it('reports only known purchases that were delivered or refunded since the last look', () => {
  const before = [bought(1, 'on_its_way'), bought(2, 'on_its_way'), bought(3, 'delivered')];
  const now = [bought(1, 'delivered'), bought(2, 'refunded'), bought(3, 'delivered'), bought(4, 'delivered')];
  expect(purchaseNews(before, now)).toEqual([
    'Your gift card Card 1 is ready',
    'We refunded your gift card Card 2: you got 200 coins back',
  ]);
  expect(purchaseNews(before, before)).toEqual([]);
  expect(purchaseNews([], now)).toEqual([]);
});
