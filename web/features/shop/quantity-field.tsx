// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Minus } from '../../ui/icons/minus.ts';
import { Plus } from '../../ui/icons/plus.ts';
import { wholeQuantity } from './cart.ts';

const step =
  'grid size-11 min-w-[44px] place-items-center bg-ink-3 transition-colors duration-100 hover:bg-ink-4 active:bg-ink-2 disabled:bg-ink-2 disabled:text-faint aria-disabled:cursor-default aria-disabled:bg-ink-2 aria-disabled:text-faint';

/**
 * A line's quantity: minus, a number, plus. Values below 1 or not numbers become 1 (product specification, section 5).
 * An emptied field waits for the next digit and becomes 1 on blur.
 */
export function QuantityField({
  name,
  quantity,
  onChange,
}: {
  /** What it counts, for screen readers. */
  name: string;
  quantity: number;
  onChange: (quantity: number) => void;
}) {
  const [isEmpty, setEmpty] = useState(false);
  function take(text: string): void {
    setEmpty(text === '');
    if (text !== '') onChange(wholeQuantity(text));
  }
  function leave(): void {
    if (isEmpty) take('1');
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame.
    <div role="group" aria-label={`Quantity of ${name}`} className="inline-flex max-w-full items-stretch">
      <button
        type="button"
        aria-label={`One ${name} less`}
        // Not `disabled`: at 1, the pressed button would lose the focus.
        aria-disabled={quantity <= 1}
        onClick={() => quantity > 1 && onChange(quantity - 1)}
        className={cx(step, 'focus-inside')}
      >
        <Minus size={18} aria-hidden="true" />
      </button>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        aria-label={`Quantity of ${name}`}
        value={isEmpty ? '' : quantity}
        onChange={(event) => take(event.currentTarget.value)}
        onBlur={leave}
        className={cx(
          'num w-16 min-w-[3ch] border border-edge bg-ink px-1 text-center text-base hover:border-muted disabled:border-line disabled:text-faint',
          'focus-visible:border-storm-soft focus-visible:outline-offset-0 [appearance:textfield]',
          '[&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none',
        )}
      />
      <button
        type="button"
        aria-label={`One ${name} more`}
        onClick={() => onChange(quantity + 1)}
        className={cx(step, 'focus-inside')}
      >
        <Plus size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
