// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError, getMessage } from '../../lib/api.ts';
import { profileQuery } from '../../lib/query.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { ArrowLeft } from '../../ui/icons/arrow-left.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel, Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { giftCardPageQuery } from './api.ts';
import { BuyPanel, besideAll } from './buy-panel.tsx';
import { CardFacts } from './card-facts.tsx';
import { CardPicture } from './card-picture.tsx';
import { RelatedCards } from './related-cards.tsx';

const columns = 'grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem] lg:gap-10';

const unknownTitle = 'No such gift card';

/** The page of one gift card. */
export function ProductScreen() {
  const id = useParams().id?.toLowerCase() ?? '';
  const { data: card, error, refetch } = useQuery(giftCardPageQuery(id));
  // The hint about missing coins takes up room, so the panel appears only when complete and nothing below it moves.
  const isBalancePending = useQuery(profileQuery).isPending;
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const failure = error && !isUnknown ? getMessage(error) : '';
  useFailureToast(failure ? error : null, failure);
  useTitle(isUnknown ? unknownTitle : card?.title);

  if (isUnknown) return <NotThere />;
  if (!card || isBalancePending) {
    return (
      <Page title="Gift Card" intro={<BackLink />}>
        {failure ? (
          <ErrorPanel error={error} message={failure} onRetry={() => void refetch()} />
        ) : (
          <ProductSkeleton />
        )}
      </Page>
    );
  }
  return (
    <Page title={card.title || 'Gift Card'} intro={<BackLink />}>
      {failure && <Notice title="Not up to date">{failure}</Notice>}
      <div className={columns}>
        <CardPicture
          image={card.image}
          type={card.type}
          kind={card.kind}
          sizes="(min-width: 64rem) 46rem, 100vw"
          isEager
          className="cut cut-md"
        />
        <BuyPanel card={card} />
        <CardFacts card={card} />
      </div>
      <RelatedCards cards={card.related} />
    </Page>
  );
}

function BackLink() {
  return (
    <Link
      to="/products"
      className="inline-flex min-h-8 items-center gap-2 text-soft underline-offset-4 hover:text-text hover:underline"
    >
      <ArrowLeft size={16} aria-hidden="true" />
      All gift cards
    </Link>
  );
}

function NotThere() {
  return (
    <div className="wrap min-h-[calc(100dvh-4.3125rem)] py-12 md:py-20">
      <EmptyPanel
        level="h1"
        title={unknownTitle}
        text="It doesn’t exist, or we no longer sell it."
        action={<ButtonLink to="/products">Browse Gift Cards</ButtonLink>}
      />
    </div>
  );
}

function ProductSkeleton() {
  return (
    <Loading label="Loading the gift card..." className={columns}>
      <Skeleton className="cut cut-md aspect-2/1" />
      <Card className={besideAll} inside="grid gap-4 p-5 sm:p-6">
        <Skeleton className="h-10 w-32" />
        <Skeleton className="h-5 w-44" />
        <Skeleton className="cut cut-md h-12" />
      </Card>
      <div className="grid gap-3">
        {[1, 2, 3, 4].map((line) => (
          <Skeleton key={line} className="h-7" />
        ))}
      </div>
    </Loading>
  );
}
