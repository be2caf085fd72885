// SPDX-License-Identifier: Apache-2.0

import type { GiftCard } from '../../../contract/shop.ts';

/** A gift card for tests; `place` makes several distinct. */
export function someGiftCard(place = 1, parts: Partial<GiftCard> = {}): GiftCard {
  return {
    _id: `0198f000-0000-7000-8000-${String(place).padStart(12, '0')}`,
    title: `Card ${place}`,
    description: 'Store credit',
    image: `cards/${place}`,
    type: 'psn',
    kind: 'wallet',
    gcCoin: 100 * place,
    isActive: true,
    createdAt: new Date(Date.UTC(2026, 10, 1, 0, place)).toISOString(),
    availability: 'in_stock',
    promiseHours: 24,
    ...parts,
  };
}
