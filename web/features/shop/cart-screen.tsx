// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import type { Profile } from '../../../contract/accounts.ts';
import { type Order, order } from '../../../contract/shop.ts';
import { getMessage } from '../../lib/api.ts';
import { profileQuery } from '../../lib/query.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { CartItem } from './cart.ts';
import { useCartItems } from './cart-store.ts';
import { CheckoutNotice } from './checkout-notice.tsx';
import { FilledCart } from './filled-cart.tsx';
import { OrderResult } from './order-result.tsx';
import { useCheckout } from './use-checkout.ts';

interface CartScreenProps {
  /** The packages for the missing coins, in words; takes their number in GC. */
  offerCoins: (missing: number) => ReactNode;
}

/** The cart (product specification, section 2.9). A completed order has its own address below it. */
export function CartScreen(props: CartScreenProps) {
  const profile = useQuery(profileQuery);
  const items = useCartItems();
  const failure = profile.error && !profile.data ? getMessage(profile.error) : '';
  if (failure) {
    return (
      <Page title="Cart">
        <ErrorPanel error={profile.error} message={failure} onRetry={() => void profile.refetch()} />
      </Page>
    );
  }
  return profile.data && items ? (
    <Content {...props} profile={profile.data} items={items} />
  ) : (
    <CartSkeleton />
  );
}

/** The browser's history entry stores the order, so that it survives a reload and the Back button. */
const boughtHere = z.object({ playerId: z.string(), order });

function Content({
  profile,
  items,
  offerCoins,
}: CartScreenProps & { profile: Profile; items: readonly CartItem[] }) {
  const navigate = useNavigate();
  const bought = boughtHere.safeParse(useLocation().state).data;
  const shown = useSearchParams()[0].get('order');
  const playerId = profile._id;
  // `/cart` always shows the cart, however it was reached.
  const showOrder = useCallback(
    (order: Order) =>
      navigate(`/cart?order=${order._id}`, { replace: true, flushSync: true, state: { playerId, order } }),
    [navigate, playerId],
  );
  const checkout = useCheckout(playerId, showOrder);

  if (bought?.playerId === playerId && bought.order._id === shown && checkout.phase === 'idle') {
    return <OrderResult order={bought.order} present={profile.purchasedGiftCards} />;
  }
  if (items.length > 0) {
    return <FilledCart profile={profile} items={items} checkout={checkout} offerCoins={offerCoins} />;
  }
  return (
    <Page title="Cart (0)">
      <CheckoutNotice checkout={checkout} hasOpenProblems={false} />
      {checkout.phase === 'processing' ? (
        <CartLinesSkeleton label="Processing..." />
      ) : (
        <EmptyPanel
          title="Your cart is empty"
          text="Add gift cards in the shop. The ones you bought are on your profile."
          action={
            <ButtonLink kind="main" to="/products">
              Browse Gift Cards
            </ButtonLink>
          }
        />
      )}
    </Page>
  );
}

function CartSkeleton() {
  return (
    <Page title="Cart">
      <CartLinesSkeleton label="Loading the cart..." />
    </Page>
  );
}

function CartLinesSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className="grid items-start gap-8 xl:grid-cols-[1fr_22rem]">
      <div className="grid gap-4">
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} className="h-24" />
        ))}
      </div>
      <Skeleton className="cut h-72" />
    </Loading>
  );
}
