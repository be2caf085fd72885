import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { linesOfCartAtMost } from '../../../contract/shop.ts';
import { messageOf } from '../../lib/api.ts';
import { formatAmount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { Page } from '../../ui/page.tsx';
import { Notice } from '../../ui/panels.tsx';
import { notify } from '../../ui/toast.tsx';
import { giftCardsQuery } from './api.ts';
import { type CartItem, countOf } from './cart.ts';
import { type CartRow, cartRows, totalsOf } from './cart-lines.ts';
import { cartOf, changeCart } from './cart-store.ts';
import { CartSummary } from './cart-summary.tsx';
import { CartTable } from './cart-table.tsx';
import { CheckoutNotice } from './checkout-notice.tsx';
import { Shortage, useShortage } from './shortage.tsx';
import type { Checkout } from './use-checkout.ts';

/** A cart with something in it, at the prices of this moment, and the way to buy it. */
export function FilledCart({
  profile,
  items,
  checkout,
  wayToCoins,
}: {
  profile: Profile;
  items: readonly CartItem[];
  checkout: Checkout;
  wayToCoins: (missing: number) => ReactNode;
}) {
  const list = useQuery({ ...giftCardsQuery, refetchOnMount: 'always' });
  useFailureToast(list.error, messageOf(list.error));
  const region = useRef<HTMLDivElement>(null);
  const playerId = profile._id;
  const rows = cartRows(items, list.data, checkout.problems);
  const totals = totalsOf(rows);
  const hasTooManyKinds = rows.length > linesOfCartAtMost;
  const hasOpenProblems = hasTooManyKinds || rows.some(({ problem }) => problem);
  // What is in the way may have to be taken out: until then nobody knows what the cart will cost.
  const short = hasOpenProblems ? 0 : Math.max(0, totals.price - profile.gamerCoins);
  const shortage = useShortage(short, checkout);
  const isBusy = checkout.phase === 'processing';
  const isHeld = checkout.phase !== 'idle';

  function remove({ card }: CartRow): void {
    const place = items.findIndex(({ _id }) => _id === card._id);
    const removed = items[place];
    if (!changeCart(playerId, { type: 'remove', id: card._id })) return;
    // The pressed button is gone: the focus stays in the cart.
    region.current?.focus();
    const putBack = () => {
      const now = cartOf(playerId).filter(({ _id }) => _id !== card._id);
      if (removed) changeCart(playerId, { type: 'set', items: now.toSpliced(place, 0, removed) });
    };
    notify.doneWith({ label: 'Undo', onPress: putBack }, 'Removed from cart', card.title || 'Gift Card');
  }
  /** Buying, or accepting, agrees to the prices that are shown. */
  function agree(agreed: readonly CartRow[]): boolean {
    const prices = new Map(agreed.map(({ card }) => [card._id, card.gcCoin]));
    const atThose = items.map((item) => ({ ...item, gcCoin: prices.get(item._id) ?? item.gcCoin }));
    return changeCart(playerId, { type: 'set', items: atThose });
  }
  function purchase(): void {
    if (cartOf(playerId).length === 0) {
      notify.requestFailed('Your cart is empty');
      return;
    }
    if (hasOpenProblems) {
      region.current?.querySelector<HTMLElement>('[data-problem]')?.focus();
      return;
    }
    if (short > 0) {
      shortage.explain();
      return;
    }
    if (!agree(rows)) return;
    checkout.purchase(
      rows.map(({ card, quantity }) => ({ giftCardId: card._id, quantity, gcCoin: card.gcCoin })),
    );
  }

  const button = (
    <Button
      kind={short > 0 || hasOpenProblems ? 'ghost' : 'main'}
      full
      busy={isBusy && 'Processing...'}
      disabled={isHeld}
      onClick={purchase}
    >
      Purchase Now
    </Button>
  );
  return (
    <Page title={`Cart (${formatAmount(countOf(items))})`}>
      <div className="grid items-start gap-8 xl:grid-cols-[1fr_22rem]">
        <div ref={region} tabIndex={-1} className="grid min-w-0 gap-5 outline-none">
          <CheckoutNotice checkout={checkout} hasOpenProblems={hasOpenProblems} />
          {hasTooManyKinds && (
            <div data-problem tabIndex={-1} className="scroll-mt-24">
              <Notice title={`One purchase takes at most ${linesOfCartAtMost} kinds of gift cards`}>
                Take some out; you can buy them afterwards.
              </Notice>
            </div>
          )}
          {list.error && (
            <Notice title="These prices may be old">
              <p>
                <FailureText error={list.error} />
              </p>
              <Button size="sm" className="mt-3" onClick={() => void list.refetch()}>
                Try again
              </Button>
            </Notice>
          )}
          <fieldset disabled={isHeld} className="min-w-0">
            <legend className="sr-only">Cart</legend>
            <CartTable
              rows={rows}
              actions={{
                remove,
                acceptPrice: (row) => agree([row]),
                setQuantity: ({ card }, quantity) =>
                  changeCart(playerId, { type: 'update', id: card._id, quantity }),
              }}
            />
          </fieldset>
        </div>
        <div className="xl:sticky xl:top-24">
          <CartSummary
            totals={totals}
            balance={profile.gamerCoins}
            shortage={<Shortage shortage={shortage} wayToCoins={wayToCoins} />}
          >
            <div className="grid gap-3 max-xl:hidden">
              {button}
              <ProblemHint isShown={hasOpenProblems} />
            </div>
          </CartSummary>
        </div>
        <div className="sticky bottom-0 z-10 -mx-4.5 grid gap-2 border-line border-t bg-[#090b13f2] px-4.5 py-3 md:-mx-7 md:px-7 xl:hidden">
          <ProblemHint isShown={hasOpenProblems} />
          <div className="flex items-center gap-4">
            <span aria-hidden="true">
              <Coins amount={totals.price} size={20} className="text-lg" />
            </span>
            {button}
          </div>
        </div>
      </div>
    </Page>
  );
}

function ProblemHint({ isShown }: { isShown: boolean }) {
  return isShown ? <p className="text-muted text-sm">First settle what is marked in the cart.</p> : null;
}
