// SPDX-License-Identifier: Apache-2.0

import type { GiftCardPage } from '../../../contract/shop.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { PagePart } from '../../ui/page.tsx';
import { deliveryStory, kindNames } from './card-words.ts';
import { RedeemSteps } from './redeem-card.tsx';

/** What the card is for, where it works, how it is delivered and how to redeem it. */
export function CardFacts({ card }: { card: GiftCardPage }) {
  return (
    <div className="grid min-w-0 gap-9">
      <PagePart title="About this card">
        <p className="wrap-anywhere max-w-[65ch] whitespace-pre-line text-soft">{card.description}</p>
        <Facts>
          <Fact label="Kind">{kindNames[card.kind]}</Fact>
          <Fact label="For">{card.type}</Fact>
          <Fact label="Region">
            {card.region || <span className="text-muted">Not stated: ask us before you buy</span>}
          </Fact>
        </Facts>
      </PagePart>
      <PagePart title="How it is delivered">
        <p className="max-w-[65ch] text-soft">{deliveryStory(card)}</p>
      </PagePart>
      <PagePart title="How to redeem">
        <RedeemSteps card={card} />
      </PagePart>
    </div>
  );
}
