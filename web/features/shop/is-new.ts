// SPDX-License-Identifier: Apache-2.0

import type { GiftCard } from '../../../contract/shop.ts';

const newForMs = 30 * 86_400_000;

/** Whether a card has the badge NEW: on sale, available, and younger than 30 days (docs/departures.md). */
export function isNew(card: Pick<GiftCard, 'isActive' | 'availability' | 'createdAt'>, now: number): boolean {
  return card.isActive && card.availability !== 'sold_out' && now - Date.parse(card.createdAt) < newForMs;
}
