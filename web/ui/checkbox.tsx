// SPDX-License-Identifier: Apache-2.0

import { Checkbox as Base } from '@base-ui/react/checkbox';
import { type ReactNode, useId } from 'react';
import { cx } from '../lib/class-names.ts';
import { FieldError } from './field.tsx';
import { Check } from './icons/check.ts';

/** A box with its label; the whole line can be pressed. */
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
      {/* biome-ignore lint/a11y/noLabelWithoutControl: Base UI renders the hidden input of the box inside. */}
      <label className="flex cursor-pointer items-start gap-3 py-1 text-sm">
        <Base.Root
          checked={checked}
          onCheckedChange={onChange}
          disabled={disabled}
          aria-describedby={error ? id : undefined}
          aria-invalid={error ? true : undefined}
          className={cx(
            'grid size-6 shrink-0 place-items-center border border-edge bg-ink transition-colors duration-100',
            'hover:border-muted data-[checked]:border-storm data-[checked]:bg-storm',
            error && 'border-loss',
          )}
        >
          <Base.Indicator className="text-text">
            <Check size={18} strokeWidth={3} aria-hidden="true" />
          </Base.Indicator>
        </Base.Root>
        <span className="pt-0.5">{children}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
