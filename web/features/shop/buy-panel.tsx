// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import type { GiftCardPage } from '../../../contract/shop.ts';
import { plural } from '../../lib/format.ts';
import { profileQuery } from '../../lib/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { DollarsExplained, InDollars } from '../../ui/in-dollars.tsx';
import { Notice } from '../../ui/panels.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { useCartItems } from './cart-store.ts';
import { DeliveryLine } from './delivery-line.tsx';
import { RestockAlert } from './restock-alert.tsx';

/** Below the picture; on wide screens beside everything. */
export const besideAll = 'lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1';

/** The card's price, its availability, and how to buy it. */
export function BuyPanel({ card }: { card: GiftCardPage }) {
  const { data: profile } = useQuery(profileQuery);
  const items = useCartItems();
  const nameId = useId();
  const inCart = items?.find(({ _id }) => _id === card._id)?.quantity ?? 0;
  const isSoldOut = card.availability === 'sold_out';
  return (
    <Card className={besideAll} inside="grid gap-4 p-5 sm:p-6">
      <h2 id={nameId} className="sr-only">
        Buy {card.title || 'this gift card'}
      </h2>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Coins amount={card.gcCoin} size={30} className="text-3xl" />
          <InDollars coins={card.gcCoin} className="text-base" />
        </p>
        <DollarsExplained className="mt-2" />
      </div>
      {card.isActive ? (
        <>
          <DeliveryLine card={card} />
          {profile && !isSoldOut && <Balance card={card} balance={profile.gamerCoins} />}
          <AddToCart card={card} describedBy={nameId} kind="main" full />
          {(isSoldOut || card.wantsAlert) && <RestockAlert card={card} />}
        </>
      ) : (
        <Notice tone="storm" title="Not on sale">
          You can’t buy this gift card now. Cards you already bought still work.
        </Notice>
      )}
      {inCart > 0 && (
        <p className="flex flex-wrap items-center justify-between gap-2 text-soft text-sm">
          {plural(inCart, 'card')} in your cart
          <Link to="/cart" className="font-medium text-storm-soft underline-offset-4 hover:underline">
            View Cart
          </Link>
        </p>
      )}
    </Card>
  );
}

function Balance({ card, balance }: { card: GiftCardPage; balance: number }) {
  const short = card.gcCoin - balance;
  if (short <= 0) {
    return (
      <p className="flex items-center justify-between gap-3 text-muted text-sm">
        Left after the purchase
        <Coins amount={-short} size={16} />
      </p>
    );
  }
  return (
    <Notice tone="gold" title="Not enough coins">
      <p>You need {plural(short, 'more coin')} for this card.</p>
      <ButtonLink to={`/trade-coins?need=${short}&for=card&card=${card._id}`} size="sm" className="mt-3">
        Buy Coins Now
      </ButtonLink>
    </Notice>
  );
}
