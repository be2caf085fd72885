// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { GiftCardPage } from '../../../contract/shop.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ExternalLink } from '../../ui/icons/external-link.ts';
import { PagePart } from '../../ui/page.tsx';
import { giftCardPageQuery } from './api.ts';
import { redeemPlace, redeemSteps } from './card-words.ts';

export function RedeemSteps({ card }: { card: Pick<GiftCardPage, 'howToRedeem' | 'kind'> }) {
  return (
    <ol className="grid max-w-[65ch] list-inside list-decimal gap-2 text-soft marker:text-muted">
      {redeemSteps(card).map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place; the same words may stand at two.
        <li key={place} className="wrap-anywhere">
          {step}
        </li>
      ))}
    </ol>
  );
}

/** Where and how to redeem a bought card; nothing if unknown. */
export function RedeemCard({ giftCardId }: { giftCardId: string }) {
  const { data: card } = useQuery(giftCardPageQuery(giftCardId));
  if (!card) return null;
  const place = redeemPlace(card.howToRedeem);
  return (
    <PagePart title={place ? `Redeem at ${place.name}` : 'How to redeem'}>
      <p className="wrap-anywhere -mt-2 text-muted text-sm">
        {card.title || 'Gift Card'}
        {card.region && `, for ${card.region}`}
      </p>
      <RedeemSteps card={card} />
      {place && (
        <a
          href={place.address}
          target="_blank"
          rel="noreferrer"
          className={`justify-self-start ${buttonClass({ size: 'sm' })}`}
        >
          <ExternalLink size={16} aria-hidden="true" />
          Open {place.name}
        </a>
      )}
    </PagePart>
  );
}
