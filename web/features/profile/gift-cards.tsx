import type { ComponentType } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PagePart } from '../../ui/page.tsx';
import { RingDrawing } from '../../ui/ring.tsx';

type BoughtCard = Profile['purchasedGiftCards'][number];
/** Shows one bought card. The shop's own, handed in by the page: features do not know each other. */
export type GiftCardComponent = ComponentType<{ card: BoughtCard }>;

/** What the player bought, newest first. */
export function GiftCards({
  cards,
  GiftCard,
}: {
  cards: readonly BoughtCard[];
  GiftCard: GiftCardComponent;
}) {
  return (
    <PagePart title="Purchased Gift Cards">
      {cards.length === 0 ? (
        <Card inside="flex flex-wrap items-center gap-5 px-5 py-5">
          <RingDrawing size={72} />
          <p className="min-w-48 flex-1 text-muted">You have not purchased any gift card yet.</p>
          <ButtonLink to="/products" size="sm">
            Browse Gift Cards
          </ButtonLink>
        </Card>
      ) : (
        <ul className="grid gap-4 xl:grid-cols-2">
          {cards.map((card) => (
            <li key={card._id} className="grid">
              <GiftCard card={card} />
            </li>
          ))}
        </ul>
      )}
    </PagePart>
  );
}
