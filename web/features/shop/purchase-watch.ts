// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PurchasedGiftCard } from '../../../contract/shop.ts';
import { plural } from '../../lib/format.ts';
import { profileQuery } from '../../lib/query.ts';
import { notify } from '../../ui/toast.tsx';

/**
 * Announces cards that an administrator delivered or refunded, on any page. Mounted once, in the frame of the signed-in
 * screens. The live event `purchase` makes the profile reload.
 */
export function PurchaseWatch(): null {
  const { data: profile } = useQuery(profileQuery);
  const cards = profile?.purchasedGiftCards;
  const seen = useRef(cards);
  useEffect(() => {
    for (const message of purchaseNews(seen.current ?? [], cards ?? [])) notify.done(message);
    seen.current = cards ?? seen.current;
  }, [cards]);
  return null;
}

/** The changes to cards that were awaiting delivery, in words. */
export function purchaseNews(
  before: readonly PurchasedGiftCard[],
  now: readonly PurchasedGiftCard[],
): string[] {
  const waited = new Set(before.filter(({ status }) => status === 'on_its_way').map(({ _id }) => _id));
  return now
    .filter(({ _id, status }) => waited.has(_id) && status !== 'on_its_way')
    .map(({ title, status, gcCoin }) =>
      status === 'delivered'
        ? `Your gift card ${title} is ready`
        : `We refunded your gift card ${title}: you got ${plural(gcCoin, 'coin')} back`,
    );
}
