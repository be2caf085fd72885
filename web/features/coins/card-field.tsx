// SPDX-License-Identifier: Apache-2.0

import { CardElement } from '@stripe/react-stripe-js';
import type { StripeCardElementChangeEvent, StripeCardElementOptions } from '@stripe/stripe-js';
import { type ComponentProps, useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import { FieldError } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The card provider's frame ignores our style sheets, so it gets the colours of our tokens as options. */
function readLook(): StripeCardElementOptions {
  const tokens = getComputedStyle(document.documentElement);
  const colour = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim();
  return {
    hidePostalCode: true,
    disableLink: true,
    style: {
      base: {
        color: colour('text'),
        iconColor: colour('muted'),
        fontFamily: 'Inter, system-ui, sans-serif',
        fontSize: '16px',
        '::placeholder': { color: colour('faint') },
      },
      invalid: { color: colour('loss'), iconColor: colour('loss') },
    },
  };
}

/** Card number, expiry and code, in the card provider's own frame. */
export function CardField({
  isLoaded,
  isDisabled,
  error,
  onChange,
}: {
  /** False while the card provider is loading. */
  isLoaded: boolean;
  isDisabled: boolean;
  error: string | undefined;
  onChange: (event: StripeCardElementChangeEvent) => void;
}) {
  const [isReady, setReady] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Card details</legend>
      <div
        className={cx(
          'relative min-h-12 border bg-ink px-4 py-3 transition-colors duration-100',
          error ? 'border-loss' : 'border-edge',
          isFocused && 'border-storm-soft outline-2 outline-storm-soft',
        )}
      >
        {!isReady && <Skeleton className="absolute inset-x-4 top-4 h-4" />}
        {isLoaded && (
          <Frame
            isDisabled={isDisabled}
            onReady={() => setReady(true)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={onChange}
          />
        )}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}

function Frame({ isDisabled, ...events }: ComponentProps<typeof CardElement> & { isDisabled: boolean }) {
  const [look] = useState(readLook);
  return <CardElement options={{ ...look, disabled: isDisabled }} {...events} />;
}
