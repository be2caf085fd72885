// SPDX-License-Identifier: Apache-2.0

import { useId } from 'react';
import { Link } from 'react-router';
import { listedCardSizes } from '../../../contract/card-pictures.ts';
import type { GiftCard } from '../../../contract/shop.ts';
import { cx } from '../../lib/class-names.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { InDollars } from '../../ui/in-dollars.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Badge } from '../../ui/status.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { CardPicture } from './card-picture.tsx';
import { productPath } from './card-words.ts';
import { DeliveryLine } from './delivery-line.tsx';
import { isNew } from './is-new.ts';

/** Two per row on wide phones. */
export const productGrid =
  'grid gap-3 min-[22.5rem]:grid-cols-2 sm:gap-4.5 lg:grid-cols-3 max-sm:min-[22.5rem]:gap-2.5';

/** On phones half below the picture, so that the amount on it stays visible. */
const badge =
  'absolute bottom-0 max-sm:translate-y-1/2 max-sm:px-1.5 max-sm:py-0 max-sm:text-[0.6875rem] max-sm:leading-4';

/** One gift card as a list item. Everything except the button links to its page. */
export function ProductCard({
  card,
  inCart,
  isEager = false,
  level: Heading = 'h2',
}: {
  card: GiftCard;
  /** Number of this card in the cart. */
  inCart: number;
  isEager?: boolean;
  level?: 'h2' | 'h3';
}) {
  const titleId = useId();
  const isSoldOut = card.availability === 'sold_out';
  return (
    <li className="grid min-w-0">
      <Card inside="relative flex flex-col">
        <div className="relative">
          <CardPicture
            image={card.image}
            type={card.type}
            kind={card.kind}
            sizes={listedCardSizes}
            isEager={isEager}
            className={isSoldOut ? 'opacity-45 saturate-50' : ''}
          />
          {isNew(card, serverNow()) && (
            <Badge tone="gold" className={cx('left-0', badge)}>
              NEW
            </Badge>
          )}
          {inCart > 0 && (
            <Badge tone="storm" className={cx('right-0', badge)}>
              {inCart} in cart
            </Badge>
          )}
        </div>
        <div className="flex flex-1 flex-col gap-2.5 p-3 sm:px-5 sm:pt-4.5 sm:pb-5">
          <Heading id={titleId} className="wrap-anywhere text-base sm:text-xl">
            <Link to={productPath(card._id)} className="after:absolute after:inset-0 hover:underline">
              {card.title || 'Gift Card'}
            </Link>
          </Heading>
          <p className="wrap-anywhere text-muted text-xs max-sm:line-clamp-2 sm:text-sm">
            {card.description}
          </p>
          <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <DeliveryLine card={card} />
            {isSoldOut && (
              <Link
                to={productPath(card._id)}
                aria-label={`Notify me when ${card.title || 'it'} is back`}
                className="relative inline-flex min-h-6 items-center text-storm-soft text-xs underline underline-offset-4"
              >
                Notify me
              </Link>
            )}
            <span className="grid sm:justify-items-end">
              <Coins amount={card.gcCoin} size={20} className="sm:text-lg" />
              <InDollars coins={card.gcCoin} />
            </span>
          </div>
          <AddToCart
            card={card}
            describedBy={titleId}
            full
            className="mt-1.5 max-sm:gap-1.5 max-sm:px-2 max-sm:text-sm"
          />
        </div>
      </Card>
    </li>
  );
}

export function ProductCardSkeleton() {
  return (
    <Card inside="flex flex-col">
      <Skeleton className="aspect-2/1" />
      <div className="grid gap-3 p-3 sm:px-5 sm:py-5">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-10" />
        <Skeleton className="mt-1.5 h-12" />
      </div>
    </Card>
  );
}
