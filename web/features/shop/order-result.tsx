// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';
import type { Order, PurchasedGiftCard } from '../../../contract/shop.ts';
import { plural, pluralForm } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { Check } from '../../ui/icons/check.ts';
import { PagePart } from '../../ui/page.tsx';
import { PurchasedCard } from './purchased-card.tsx';
import { RedeemCard } from './redeem-card.tsx';

/**
 * The completed order, shown instead of the cart. `present` has the player's cards in their current state, so that a
 * card delivered meanwhile shows its code here too.
 */
export function OrderResult({ order, present }: { order: Order; present: readonly PurchasedGiftCard[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  const cards = order.purchases.map((bought) => present.find(({ _id }) => _id === bought._id) ?? bought);
  const waiting = cards.filter(({ status, hashCode }) => status === 'on_its_way' && !hashCode).length;
  const withCodes = new Set(cards.filter(({ hashCode }) => hashCode).map((card) => card.giftCardId));
  return (
    <div className="wrap grid min-h-[calc(100dvh-4.3125rem)] content-start gap-8 pt-8 pb-16 sm:pt-12 sm:pb-24">
      <Card
        edge="gold"
        inside="grid items-center gap-x-8 gap-y-5 bg-[linear-gradient(100deg,var(--color-gold-glow),var(--color-ink-1)_70%)] px-6 py-7 sm:grid-cols-[auto_1fr] sm:px-9"
      >
        <ClosedRing />
        <div className="grid justify-items-start gap-3">
          <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none sm:text-4xl">
            Purchase complete
          </h1>
          <p className="flex flex-wrap items-center gap-x-2 text-lg text-soft">
            {plural(cards.length, 'gift card')} for <Coins amount={order.totalGcCoin} size={20} />
          </p>
          <p className="text-muted">{describeCodes(cards.length - waiting, waiting)}</p>
          <div className="mt-1 flex w-full flex-wrap gap-3 max-sm:[&>*]:flex-1">
            <ButtonLink to="/profile">My Profile</ButtonLink>
            <ButtonLink to="/products">Continue Shopping</ButtonLink>
          </div>
        </div>
      </Card>
      <PagePart title="Your gift cards">
        <ul className="grid gap-4 md:grid-cols-2">
          {cards.map((card) => (
            <li key={card._id} className="grid">
              <PurchasedCard card={card} hasLargeCode />
            </li>
          ))}
        </ul>
      </PagePart>
      {[...withCodes].map((giftCardId) => (
        <RedeemCard key={giftCardId} giftCardId={giftCardId} />
      ))}
    </div>
  );
}

function describeCodes(ready: number, waiting: number): string {
  const onTheirWay = `${plural(waiting, 'card is', 'cards are')} on the way. We’ll tell you when you can use ${pluralForm(waiting, 'it', 'them')}.`;
  if (ready === 0) return onTheirWay;
  const here = `${pluralForm(ready, 'Your code is', 'Your codes are')} below and on your profile.`;
  return waiting > 0 ? `${here} ${onTheirWay}` : here;
}

/** The ring closes once. Without animation if reduced motion is preferred. */
function ClosedRing() {
  return (
    <div className="relative grid size-28 place-items-center" aria-hidden="true">
      <svg viewBox="0 0 112 112" fill="none" aria-hidden="true" className="absolute inset-0 -rotate-90">
        <circle cx="56" cy="56" r="50" className="stroke-line" strokeWidth="5" />
        <circle
          cx="56"
          cy="56"
          r="50"
          pathLength="100"
          strokeDasharray="100"
          className="animate-draw stroke-gold"
          strokeWidth="5"
        />
        <circle
          cx="56"
          cy="56"
          r="39"
          pathLength="100"
          strokeDasharray="100"
          className="animate-draw stroke-storm [animation-delay:0.25s] motion-reduce:[animation-delay:0s]"
          strokeWidth="3"
        />
      </svg>
      <Check
        size={44}
        strokeWidth={3}
        className="animate-rise text-gold [animation-delay:0.7s] motion-reduce:[animation-delay:0s]"
      />
    </div>
  );
}
