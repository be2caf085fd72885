// SPDX-License-Identifier: Apache-2.0

import { useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CoinPackage } from '../../../contract/coins.ts';
import { playErrors } from '../../../contract/play-errors.ts';
import { ApiError } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount, formatPrice, plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/panels.tsx';
import { Reference } from '../../ui/reference.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { CardField } from './card-field.tsx';
import { type PackLine, sumPacks } from './pack-combination.ts';
import { PackPanel } from './pack-panel.tsx';
import { PackTiles } from './pack-tiles.tsx';
import { type PackOption, packageLabel, packsText, plainDollars } from './packages.ts';
import { SecureNote } from './secure-note.tsx';
import type { PaymentFlow } from './use-payment.ts';

const notLoaded = 'Stripe has not loaded yet. Please try again.';

interface PurchaseFormProps {
  packages: readonly CoinPackage[];
  options: readonly PackOption[];
  chosen: PackOption | undefined;
  onChoose: (key: string) => void;
  /** GC, before the purchase. */
  balance: number;
  /** What prevents paying, and how to fix it. */
  problem: ReactNode;
  /** The missing GC. */
  need: number | null;
  flow: PaymentFlow;
}

/** Package, card, and the button that pays (product specification, sections 2.10 and 5). */
export function PurchaseForm(props: PurchaseFormProps) {
  const { packages, options, chosen, balance, problem, need, flow } = props;
  const sum = chosen && sumPacks(chosen.lines);
  const { form, isLoaded, isBusy, errors, card, choose, typeCard, submit } = usePurchase(props);
  const { phase } = flow;
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start"
    >
      <Card inside="grid min-w-0 gap-6 px-5 py-6 sm:p-8 [&>*]:min-w-0">
        {problem}
        {need !== null && <NeedNotice need={need} coins={sum?.coins} />}
        {packages.length > 0 && (
          <PackTiles
            options={options}
            packages={packages}
            chosen={chosen}
            onChoose={choose}
            isDisabled={isBusy}
          />
        )}
        <CardField
          isLoaded={isLoaded}
          isDisabled={isBusy}
          error={errors.card ?? card?.error?.message}
          onChange={typeCard}
        />
        <LastTry flow={flow} />
      </Card>
      {/* Below that width its parts stand one below the other, so that the button can stay at the bottom of the window. */}
      <Card
        className="max-lg:contents lg:sticky lg:top-24"
        inside="max-lg:contents lg:grid lg:gap-6 lg:bg-linear-to-b lg:from-storm-dusk lg:to-ink-1 lg:p-6"
      >
        <PackPanel lines={chosen?.lines} packages={packages} balance={balance}>
          <SelectField
            label="Package"
            isCompact
            value={chosen?.key ?? ''}
            error={errors.package}
            disabled={isBusy}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="" disabled>
              Select a package
            </option>
            {options.map(({ key, lines }) => (
              <option key={key} value={key}>
                {optionLabel(lines)}
              </option>
            ))}
          </SelectField>
        </PackPanel>
        <div className={cx(sum && payBar)}>
          <Button
            kind={sum ? 'main' : 'ghost'}
            size="lg"
            full
            type="submit"
            busy={
              phase.name === 'processing' ? 'Processing...' : phase.name === 'resuming' && 'One moment...'
            }
          >
            Pay{sum && ` ${formatPrice(sum.cents / 100)}`}
          </Button>
        </div>
        <SecureNote />
      </Card>
    </form>
  );
}

/** Within reach of the thumb while the form is on the screen. */
const payBar =
  'max-lg:sticky max-lg:z-10 max-lg:bottom-(--notice-bar) max-sm:bottom-[calc(var(--bottom-bar)+var(--notice-bar))] max-lg:short:static max-lg:-mx-4.5 max-lg:border-line max-lg:border-t max-lg:bg-ink max-lg:px-4.5 max-lg:py-3 md:max-lg:-mx-7 md:max-lg:px-7';

/** How much of the missing coins the choice covers. */
function NeedNotice({ need, coins }: { need: number; coins: number | undefined }) {
  return (
    <Notice tone="gold">
      You need {plural(need, 'more coin')}.
      {coins !== undefined &&
        (coins < need
          ? ' This covers part of it.'
          : coins === need
            ? ' This is exactly what you need.'
            : ` This leaves you ${formatAmount(coins - need)} to spare.`)}
    </Notice>
  );
}

function optionLabel(lines: readonly PackLine[]): string {
  const { cents, packs } = sumPacks(lines);
  const [first] = lines;
  return packs === 1 && first
    ? packageLabel(first.pack)
    : `${packsText(lines)} – $ ${plainDollars(cents / 100)}`;
}

/** The form's fields, errors and submission. */
function usePurchase({ chosen, onChoose, flow }: PurchaseFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<{ package?: string; card?: string }>({});
  const [card, setCard] = useState<StripeCardElementChangeEvent>();
  const isBusy = flow.phase.name === 'processing' || flow.phase.name === 'resuming';

  function choose(key: string): void {
    setErrors({});
    flow.clear();
    onChoose(key);
  }
  function typeCard(event: StripeCardElementChangeEvent): void {
    setCard(event);
    // The frame also reports a change when it only gets the focus.
    if (!event.empty) setErrors({});
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBusy) return;
    setErrors({});
    if (!chosen) {
      setErrors({ package: 'Please select a package' });
      form.current?.querySelector('select')?.focus();
      return;
    }
    const field = elements?.getElement('card');
    if (!stripe || !field) {
      notify.paymentFailed(notLoaded);
      flow.fail({ title: notLoaded });
      return;
    }
    if (!card?.complete) {
      setErrors({ card: card?.error?.message ?? 'Please enter your card details' });
      field.focus();
      return;
    }
    flow.pay(chosen.lines, (clientSecret) =>
      stripe.confirmCardPayment(clientSecret, { payment_method: { card: field } }),
    );
  }

  return { form, isLoaded: stripe !== null, isBusy, errors, card, choose, typeCard, submit };
}

/** Refused by rules, a limit or a pause. The player's own page explains it (docs/rules/responsible-play.md). */
function isAboutPlay(error: unknown): boolean {
  return error instanceof ApiError && error.code !== undefined && error.code in playErrors;
}

/** The last try's outcome, shown until the next try. */
function LastTry({ flow: { phase } }: { flow: PaymentFlow }) {
  if (phase.name === 'failed') {
    const { title, message, error } = phase.failure;
    return message ? (
      <Notice title={title}>
        {message}
        <Reference error={error} onlyFaults className="justify-start" />
        {isAboutPlay(error) && (
          <p className="mt-2">
            <Link
              to="/profile?tab=settings#limits"
              className="font-semibold text-text underline underline-offset-4 hover:text-gold"
            >
              See your limits
            </Link>
          </p>
        )}
      </Notice>
    ) : (
      <Notice>
        <p className="font-medium text-text">{title}</p>
      </Notice>
    );
  }
  if (phase.name !== 'idle' || !phase.interrupted) return null;
  return (
    <Notice tone="storm" title="Your last payment was interrupted">
      {phase.interrupted === 'unpaid'
        ? 'It wasn’t completed and you weren’t charged. Enter your card again to continue.'
        : 'We don’t know yet whether it went through. You can pay for the same package again: you’re never charged twice.'}
    </Notice>
  );
}
