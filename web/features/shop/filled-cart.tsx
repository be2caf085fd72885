// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { maxCartLines } from '../../../contract/shop.ts';
import { getMessage } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount, plural } from '../../lib/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { Page } from '../../ui/page.tsx';
import { Notice } from '../../ui/panels.tsx';
import { giftCardsQuery } from './api.ts';
import { type CartItem, countItems } from './cart.ts';
import { CartSummary } from './cart-summary.tsx';
import { CartTable } from './cart-table.tsx';
import { CheckoutNotice } from './checkout-notice.tsx';
import { Shortage } from './shortage.tsx';
import type { Checkout } from './use-checkout.ts';
import { useFilledCart } from './use-filled-cart.ts';

/** A non-empty cart at current prices, with the buy button. */
export function FilledCart({
  profile,
  items,
  checkout,
  offerCoins,
}: {
  profile: Profile;
  items: readonly CartItem[];
  checkout: Checkout;
  offerCoins: (missing: number) => ReactNode;
}) {
  const list = useQuery({ ...giftCardsQuery, refetchOnMount: 'always' });
  useFailureToast(list.error, getMessage(list.error));
  const cart = useFilledCart(profile, items, list.data, checkout);
  const { rows, totals, shortage, hasOpenProblems } = cart;
  const isHeld = checkout.phase !== 'idle';
  const isShort = shortage.missing > 0;
  const buyCoins = isShort && (
    <ButtonLink kind="main" full to={`/trade-coins?need=${shortage.missing}&for=cart`}>
      Buy Coins Now
    </ButtonLink>
  );
  const button = (
    <Button
      kind={isShort || hasOpenProblems ? 'ghost' : 'main'}
      full
      busy={checkout.phase === 'processing' && 'Processing...'}
      disabled={isHeld}
      onClick={cart.purchase}
    >
      Purchase Now
    </Button>
  );
  return (
    <Page title={`Cart (${formatAmount(countItems(items))})`}>
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[1fr_22rem]">
        <div ref={cart.region} tabIndex={-1} className="grid min-w-0 gap-5 outline-none">
          <CheckoutNotice checkout={checkout} hasOpenProblems={hasOpenProblems} />
          {cart.hasTooManyKinds && <TooManyKinds />}
          {list.error && <OldPrices error={list.error} onRetry={() => void list.refetch()} />}
          <fieldset disabled={isHeld} className="min-w-0">
            <legend className="sr-only">Cart</legend>
            <CartTable rows={rows} actions={cart.actions} />
          </fieldset>
        </div>
        <div className="xl:sticky xl:top-24">
          <CartSummary
            totals={totals}
            balance={profile.gamerCoins}
            shortage={<Shortage shortage={shortage} offerCoins={offerCoins} />}
          >
            {/* Below that width, the main one is at the bottom of the window. */}
            <div className={cx('grid gap-3', !isShort && 'max-xl:hidden')}>
              <div className="max-xl:hidden empty:hidden">{buyCoins}</div>
              {button}
              <ProblemHint isShown={hasOpenProblems} />
            </div>
          </CartSummary>
        </div>
        <div className="sticky bottom-(--notice-bar) max-sm:bottom-[calc(var(--bottom-bar)+var(--notice-bar))] short:static z-10 -mx-4.5 grid gap-2 border-line border-t bg-ink px-4.5 py-3 md:-mx-7 md:px-7 xl:hidden">
          <ProblemHint isShown={hasOpenProblems && !isShort} />
          {isShort && <p className="text-gold text-sm">You need {plural(shortage.missing, 'more coin')}.</p>}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span aria-hidden="true">
              <Coins amount={totals.price} size={20} className="text-lg" />
            </span>
            <div className="min-w-0 flex-[1_1_10rem]">{buyCoins || button}</div>
          </div>
        </div>
      </div>
    </Page>
  );
}

function TooManyKinds() {
  return (
    <div data-problem tabIndex={-1} className="scroll-mt-24">
      <Notice title={`You can buy at most ${maxCartLines} kinds of gift cards at once`}>
        Remove some and buy them afterwards.
      </Notice>
    </div>
  );
}

function OldPrices({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Notice title="These prices may be out of date">
      <p>
        <FailureText error={error} />
      </p>
      <Button size="sm" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

function ProblemHint({ isShown }: { isShown: boolean }) {
  return isShown ? <p className="text-muted text-sm">Fix the marked items first.</p> : null;
}
