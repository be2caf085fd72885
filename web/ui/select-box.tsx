// SPDX-License-Identifier: Apache-2.0

import { Checkbox as Base } from '@base-ui/react/checkbox';
import type { Ref } from 'react';
import { cx } from '../lib/class-names.ts';
import { Check } from './icons/check.ts';
import { Minus } from './icons/minus.ts';

/** A checkbox without visible text, for one row or all rows. Shift selects all rows in between. */
export function SelectBox({
  label,
  checked,
  onChange,
  boxRef,
  className,
}: {
  label: string;
  checked: boolean | 'some';
  onChange: (isRange: boolean) => void;
  boxRef?: Ref<HTMLElement>;
  className?: string;
}) {
  return (
    <Base.Root
      ref={boxRef}
      aria-label={label}
      checked={checked === true}
      indeterminate={checked === 'some'}
      onCheckedChange={(_, { event }) => onChange('shiftKey' in event && event.shiftKey === true)}
      className={cx('group relative z-1 grid size-11 shrink-0 select-none place-items-center', className)}
    >
      <span className="grid size-5 place-items-center border border-edge bg-ink transition-colors duration-100 group-hover:border-muted group-data-[checked]:border-storm group-data-[indeterminate]:border-storm group-data-[checked]:bg-storm group-data-[indeterminate]:bg-storm">
        <Base.Indicator className="text-text">
          {checked === 'some' ? (
            <Minus size={14} strokeWidth={3} aria-hidden="true" />
          ) : (
            <Check size={14} strokeWidth={3} aria-hidden="true" />
          )}
        </Base.Indicator>
      </span>
    </Base.Root>
  );
}
