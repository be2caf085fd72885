// SPDX-License-Identifier: Apache-2.0

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Payment, PaymentStatus } from '../../../contract/coins.ts';
import { ApiError } from '../../lib/api.ts';
import { formatAmount, formatPrice, formatSigned } from '../../lib/format.ts';
import { keys } from '../../lib/query.ts';
import { useSettings } from '../../lib/settings.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CoinGlyph } from '../../ui/coins.tsx';
import { useCountUp } from '../../ui/count-up.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { RingDrawing, RingMeter } from '../../ui/ring.tsx';
import { paymentQuery, withdrawPayment } from './api.ts';
import { closePaymentFor } from './use-payment.ts';

/** After the card was charged: waits for the coins and shows them. */
export function PaymentProgress({
  playerId,
  paymentId,
  isUnclear,
  wayBack,
  onFinish,
}: {
  playerId: string;
  paymentId: string;
  /** The provider's answer was lost, so the card may or may not have been charged. */
  isUnclear: boolean;
  /** A link back to where the coins are needed. */
  wayBack: ReactNode;
  onFinish: () => void;
}) {
  const queries = useQueryClient();
  const { data: payment, error } = useQuery(paymentQuery(paymentId));
  const isGone = error instanceof ApiError && error.status === 404;
  const isDecided = isGone || (payment !== undefined && payment.status !== 'open');

  useEffect(() => {
    if (!isDecided) return;
    closePaymentFor(playerId, paymentId);
    for (const queryKey of [keys.profile, keys.statement]) void queries.invalidateQueries({ queryKey });
  }, [isDecided, playerId, paymentId, queries]);

  if (payment?.status === 'credited') {
    return <Credited payment={payment} wayBack={wayBack} onFinish={onFinish} />;
  }
  if (isDecided) return <Ended status={payment?.status} onFinish={onFinish} />;
  return isUnclear ? <Unclear paymentId={paymentId} /> : <Waiting payment={payment} />;
}

function Waiting({ payment }: { payment: Payment | undefined }) {
  return (
    <Panel
      drawing={<RingDrawing tone="gold" />}
      title="Payment received"
      text="Paid. Your coins arrive when the bank confirms it."
    >
      {payment && (
        <p className="num text-muted text-sm">
          {formatAmount(payment.coins)} GC for {formatPrice(payment.price)}
        </p>
      )}
      <p className="max-w-[46ch] text-balance text-muted text-sm">
        This usually takes seconds. You can leave this page: your payment is safe, and we keep asking the
        bank.
      </p>
    </Panel>
  );
}

function Unclear({ paymentId }: { paymentId: string }) {
  const queries = useQueryClient();
  const withdrawing = useMutation({
    mutationFn: () => withdrawPayment(paymentId),
    onSuccess: (payment) => queries.setQueryData(paymentQuery(paymentId).queryKey, payment),
  });
  const isStillOpen = withdrawing.data?.status === 'open';
  return (
    <Panel
      drawing={<RingDrawing tone="gold" />}
      title="Checking your payment"
      text="We lost the card provider’s answer and are checking whether the payment went through. You’re never charged twice."
    >
      <Button busy={withdrawing.isPending && 'Asking...'} onClick={() => withdrawing.mutate()}>
        Cancel this payment
      </Button>
      <p role="status" className="max-w-[46ch] text-balance text-muted text-sm">
        {withdrawing.error ? (
          <FailureText error={withdrawing.error} />
        ) : isStillOpen ? (
          'The card provider isn’t answering yet. Try again shortly.'
        ) : (
          'If it didn’t go through, cancelling takes you back to the form. If it did, you get your coins.'
        )}
      </p>
    </Panel>
  );
}

function Credited({
  payment,
  wayBack,
  onFinish,
}: {
  payment: Payment;
  wayBack: ReactNode;
  onFinish: () => void;
}) {
  const shown = useCountUp(payment.coins, true, 0);
  return (
    <Panel
      drawing={
        <RingMeter value={1} tone="gold" label="Payment complete">
          <CoinGlyph size={34} />
          <span aria-hidden="true" className="num mt-1 text-2xl text-gold">
            {formatSigned(shown)}
          </span>
        </RingMeter>
      }
      title="You got your coins"
      text={`${formatAmount(payment.coins)} Gamer Coins for ${formatPrice(payment.price)} are in your wallet.`}
    >
      <div className="grid w-full gap-3 sm:flex sm:w-auto sm:flex-wrap sm:justify-center">
        {wayBack}
        <Button onClick={onFinish}>Buy another package</Button>
        <ButtonLink to="/transactions?tab=history">See transactions</ButtonLink>
      </div>
    </Panel>
  );
}

const endings: Partial<Record<PaymentStatus, { title: string; text: string }>> = {
  failed: {
    title: 'Payment not completed',
    text: 'This payment didn’t go through. You got no coins and weren’t charged.',
  },
  refunded: {
    title: 'Payment refunded',
    text: 'We refunded this payment and took back its coins. See your transactions for details.',
  },
  disputed: {
    title: 'Payment disputed',
    text: 'This payment is disputed at the bank. We took back its coins until the bank decides.',
  },
};
const gone = { title: 'Payment not found', text: 'Your account has no payment with this number.' };

function Ended({ status, onFinish }: { status: PaymentStatus | undefined; onFinish: () => void }) {
  const support = useSettings()?.supportEmail;
  return (
    <Panel drawing={<RingDrawing tone="loss" />} {...((status && endings[status]) ?? gone)}>
      <div className="grid w-full gap-3 sm:flex sm:w-auto sm:flex-wrap sm:justify-center">
        <Button kind="main" onClick={onFinish}>
          Choose a package
        </Button>
        <ButtonLink to="/transactions?tab=history">See transactions</ButtonLink>
      </div>
      {support && (
        <a
          className="text-muted text-sm underline underline-offset-4 hover:text-text"
          href={`mailto:${support}`}
        >
          Contact support: {support}
        </a>
      )}
    </Panel>
  );
}

function Panel({
  drawing,
  title,
  text,
  children,
}: {
  drawing: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused form is gone, so this takes the focus, which also announces the change.
  useEffect(() => heading.current?.focus({ preventScroll: false }), []);
  return (
    <Card inside="grid justify-items-center gap-5 px-6 py-12 text-center">
      {drawing}
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h2>
      <p role="status" className="max-w-[46ch] text-balance text-soft">
        {text}
      </p>
      {children}
    </Card>
  );
}
