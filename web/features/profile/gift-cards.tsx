// SPDX-License-Identifier: Apache-2.0

import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { fetchOlder } from '../../lib/fetch-older.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { PagePart } from '../../ui/page.tsx';
import { RingDrawing } from '../../ui/ring.tsx';
import { olderCardsQuery } from './api.ts';

type BoughtCard = Profile['purchasedGiftCards'][number];
/** Shows one bought card. It is the shop's own, passed in by the page: features do not know each other. */
export type GiftCardComponent = ComponentType<{ card: BoughtCard }>;

/** The player's gift cards, newest first; older ones page by page. */
export function GiftCards({ profile, GiftCard }: { profile: Profile; GiftCard: GiftCardComponent }) {
  const { purchasedGiftCards: cards, olderGiftCardsBefore } = profile;
  return (
    <PagePart title="Purchased Gift Cards">
      {cards.length === 0 ? (
        <Card inside="flex flex-wrap items-center gap-5 px-5 py-5">
          <RingDrawing size={72} />
          <p className="min-w-[min(12rem,100%)] flex-1 text-muted">
            You have not purchased any gift card yet.
          </p>
          <ButtonLink to="/products" size="sm">
            Browse Gift Cards
          </ButtonLink>
        </Card>
      ) : (
        <CardList cards={cards} GiftCard={GiftCard} />
      )}
      {olderGiftCardsBefore && <OlderCards before={olderGiftCardsBefore} GiftCard={GiftCard} />}
    </PagePart>
  );
}

function CardList({ cards, GiftCard }: { cards: readonly BoughtCard[]; GiftCard: GiftCardComponent }) {
  return (
    <ul className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      {cards.map((card) => (
        <li key={card._id} className="grid grid-cols-1">
          <GiftCard card={card} />
        </li>
      ))}
    </ul>
  );
}

/** Cards that the profile does not list, once they are requested. */
function OlderCards({ before, GiftCard }: { before: string; GiftCard: GiftCardComponent }) {
  const [isAsked, setAsked] = useState(false);
  const older = useInfiniteQuery({ ...olderCardsQuery(before), enabled: isAsked });
  const { data, error, isFetching, hasNextPage } = older;
  const readOn = () => {
    if (data) void fetchOlder(older);
    else if (isAsked) void older.refetch();
    else setAsked(true);
  };
  return (
    <>
      {data && <CardList cards={data.pages.flatMap(({ list }) => list)} GiftCard={GiftCard} />}
      {error && (
        <p role="alert" className="text-loss text-sm">
          <FailureText error={error} before="Failed to fetch older gift cards: " />
        </p>
      )}
      {(!data || hasNextPage) && (
        <Button className="justify-self-start" size="sm" busy={isFetching && 'Loading...'} onClick={readOn}>
          Show older gift cards
        </Button>
      )}
    </>
  );
}
