// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Notice } from '../../ui/panels.tsx';
import type { Checkout } from './use-checkout.ts';

interface CheckoutNoticeProps {
  checkout: Checkout;
  /** Whether the line still has a problem. */
  hasOpenProblems: boolean;
}

/**
 * The result of the last try to buy: what happened, what is safe, and what to do next. Scrolls into view when it
 * changes, because the pressed button may be far below and can't keep the focus.
 */
export function CheckoutNotice(props: CheckoutNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  const { phase, refusal } = props.checkout;
  const isSaidHere = refusal !== undefined && refusal.code !== 'insufficient_coins';
  const isNews = phase === 'unanswered' || (phase === 'idle' && isSaidHere);
  useEffect(() => {
    if (isNews) place.current?.focus();
  }, [isNews]);
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-24 outline-none empty:hidden">
      <Content {...props} />
    </div>
  );
}

function Content({ checkout, hasOpenProblems }: CheckoutNoticeProps) {
  const { phase, refusal, begunAt } = checkout;
  if (phase === 'unanswered') {
    return (
      <Notice title="We don’t know yet if your purchase worked">
        <p>
          We got no answer for your purchase of {begunAt !== undefined && formatDateTime(new Date(begunAt))}.
          Check again: you never pay twice.
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button kind="main" size="sm" onClick={checkout.askAgain}>
            Check again
          </Button>
          <Button size="sm" onClick={checkout.leave}>
            Leave it
          </Button>
        </div>
        <p className="mt-3 text-muted">If you leave it, your profile shows whether you got the cards.</p>
      </Notice>
    );
  }
  if (!refusal || phase === 'processing') return null;
  switch (refusal.code) {
    case 'cart_changed':
      return hasOpenProblems ? <Notice title="Nothing was bought">{refusal.message}</Notice> : null;
    // The summary shows this problem, next to a link to more coins.
    case 'insufficient_coins':
      return null;
    default:
      return (
        <Notice title="Nothing was bought">
          <FailureText error={refusal} />
        </Notice>
      );
  }
}
