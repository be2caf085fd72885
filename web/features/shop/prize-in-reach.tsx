// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '../../lib/format.ts';
import { profileQuery } from '../../lib/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { giftCardsQuery } from './api.ts';
import { CardPicture } from './card-picture.tsx';
import { productPath } from './card-words.ts';
import { findInReach } from './in-reach.ts';

/** The most expensive gift card that the player can afford; nothing if there is none. */
export function PrizeInReach({ onLeave }: { onLeave: () => void }) {
  const { data: cards = [] } = useQuery(giftCardsQuery);
  const balance = useQuery(profileQuery).data?.gamerCoins ?? 0;
  const card = findInReach(cards, balance);
  if (!card) return null;
  return (
    <section
      aria-label="Now in reach"
      className="grid w-full max-w-md grid-cols-[7rem_1fr] items-center gap-4 border border-line bg-ink-2 p-3 text-left max-[20rem]:grid-cols-1"
    >
      <CardPicture image={card.image} type={card.type} kind={card.kind} sizes="7rem" className="cut cut-sm" />
      <div className="grid min-w-0 justify-items-start gap-2">
        <p>
          <span className="block text-muted text-sm">Now in reach</span>
          <span className="wrap-anywhere font-semibold">{card.title || 'Gift Card'}</span>
          <span className="block text-muted text-sm">
            {formatAmount(card.gcCoin)} of your {formatAmount(balance)} GC
          </span>
        </p>
        <ButtonLink size="sm" to={productPath(card._id)} onClick={onLeave}>
          View card
        </ButtonLink>
      </div>
    </section>
  );
}
