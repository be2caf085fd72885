// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useId } from 'react';
import { cx } from '../lib/class-names.ts';
import { FieldError } from './field.tsx';
import { Check } from './icons/check.ts';

/** A checkbox with its label. A press anywhere on the line toggles it. */
export function Checkbox({
  checked,
  onChange,
  error,
  disabled,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  disabled?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label className="flex cursor-pointer items-start gap-3 py-1 text-sm">
        <span className="relative grid shrink-0 place-items-center">
          <input
            type="checkbox"
            checked={checked}
            onChange={({ target }) => onChange(target.checked)}
            disabled={disabled}
            aria-describedby={error ? id : undefined}
            aria-invalid={error ? true : undefined}
            className={cx(
              'peer size-6 appearance-none border border-edge bg-ink transition-colors duration-100',
              'hover:border-muted checked:border-storm checked:bg-storm',
              error && 'border-loss',
            )}
          />
          <Check
            size={18}
            strokeWidth={3}
            aria-hidden="true"
            className="pointer-events-none absolute hidden text-text peer-checked:block"
          />
        </span>
        <span className="pt-0.5">{children}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
