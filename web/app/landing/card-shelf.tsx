// SPDX-License-Identifier: Apache-2.0

import type { Landing } from '../../../contract/landing.ts';
import { CardPicture } from '../../features/shop/card-picture.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { InDollars } from '../../ui/in-dollars.tsx';
import { LandingSection } from './landing-section.tsx';
import { useIsLandingFailing } from './use-landing.ts';

/** A few available gift cards. Renders nothing if the shop is empty or couldn't be loaded. */
export function CardShelf({ landing }: { landing: Landing | undefined }) {
  const cards = landing?.giftCards ?? [];
  const isFailing = useIsLandingFailing();
  if ((landing || isFailing) && cards.length === 0) return null;
  return (
    <LandingSection
      title="What coins buy"
      intro="Codes for consoles, games and passes. In stock means delivered the moment you buy."
    >
      <ul className="grid min-h-44 grid-cols-2 gap-4.5 max-[15rem]:grid-cols-1 md:grid-cols-3 xl:grid-cols-6">
        {cards.map((card) => (
          <li key={card._id} className="grid">
            <Card inside="flex flex-col">
              <CardPicture
                image={card.image}
                type={card.type}
                kind={card.kind}
                sizes="(width >= 80rem) 12rem, (width >= 48rem) 33vw, 50vw"
              />
              <div className="flex flex-1 flex-col gap-2 p-4">
                <h3 className="wrap-anywhere text-base leading-snug">{card.title}</h3>
                <span className="mt-auto grid gap-0.5">
                  <Coins amount={card.gcCoin} />
                  <InDollars coins={card.gcCoin} />
                </span>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
