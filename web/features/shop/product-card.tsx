import { Check, Clock3, type LucideIcon, PackageX, ShoppingCart, Zap } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { Availability, GiftCard } from '../../../contract/shop.ts';
import { cx } from '../../lib/class-names.ts';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Badge } from '../../ui/status.tsx';
import { CardPicture } from './card-picture.tsx';
import { isNew } from './is-new.ts';

const addedIsShownMs = 1_500;

const deliveryIcons: Record<Availability, LucideIcon> = {
  in_stock: Zap,
  by_hand: Clock3,
  sold_out: PackageX,
};

/** When its code comes, in words. */
function deliveryOf({ availability, promiseHours }: GiftCard): string {
  if (availability === 'in_stock') return 'Code at once';
  return availability === 'by_hand' ? `By hand, within ${plural(promiseHours, 'hour')}` : 'Sold out';
}

/** One gift card of the shop, as a list item. */
export function ProductCard({
  card,
  inCart,
  isEager,
  onAdd,
}: {
  card: GiftCard;
  /** How many of it are in the cart. */
  inCart: number;
  isEager: boolean;
  /** Resolves to whether it is in the cart now. */
  onAdd: () => Promise<boolean>;
}) {
  const titleId = useId();
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (added === 0) return;
    const timer = setTimeout(() => setAdded(0), addedIsShownMs);
    return () => clearTimeout(timer);
  }, [added]);
  const isSoldOut = card.availability === 'sold_out';
  const Icon = deliveryIcons[card.availability];

  return (
    <li className="grid">
      <Card inside="flex flex-col">
        <div className="relative">
          <CardPicture
            image={card.image}
            type={card.type}
            sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw"
            isEager={isEager}
            className={isSoldOut ? 'opacity-45 saturate-50' : ''}
          />
          {isNew(card, Date.now()) && (
            <Badge tone="gold" className="absolute bottom-0 left-0">
              NEW
            </Badge>
          )}
          {inCart > 0 && (
            <Badge tone="storm" className="absolute right-0 bottom-0">
              {inCart} in cart
            </Badge>
          )}
        </div>
        <div className="flex flex-1 flex-col gap-2.5 px-5 pt-4.5 pb-5">
          <h2 id={titleId} className="text-xl">
            {card.title || 'Gift Card'}
          </h2>
          <p className="text-muted text-sm">{card.description}</p>
          <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span
              className={cx(
                'inline-flex items-center gap-1.5 text-sm',
                isSoldOut ? 'text-loss' : 'text-soft',
              )}
            >
              <Icon size={15} aria-hidden="true" />
              {deliveryOf(card)}
            </span>
            <Coins amount={card.gcCoin} size={20} className="text-lg" />
          </div>
          <Button
            full
            className="mt-1.5"
            disabled={isSoldOut}
            aria-describedby={titleId}
            icon={
              added > 0 ? (
                <Check size={18} strokeWidth={3} className="text-win" aria-hidden="true" />
              ) : (
                <ShoppingCart size={18} aria-hidden="true" />
              )
            }
            onClick={() => {
              // Where the profile cannot be read nobody knows whose cart it is; what reads it says so.
              onAdd().then(
                (isAdded) => isAdded && setAdded((count) => count + 1),
                () => {},
              );
            }}
          >
            ADD TO CART
          </Button>
        </div>
      </Card>
    </li>
  );
}

export function ProductCardSkeleton() {
  return (
    <Card inside="flex flex-col">
      <Skeleton className="aspect-2/1" />
      <div className="grid gap-3 px-5 pt-5 pb-5">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-6" />
        <Skeleton className="mt-1.5 h-12" />
      </div>
    </Card>
  );
}
