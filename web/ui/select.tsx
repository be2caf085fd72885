// SPDX-License-Identifier: Apache-2.0

import { type ComponentProps, useId } from 'react';
import { cx } from '../lib/class-names.ts';
import { FieldError, inputClass } from './field.tsx';
import { ChevronDown } from './icons/chevron-down.ts';

/** A labelled select. Uses the browser's own list, which suits thumbs, keyboards and screen readers. */
export function SelectField({
  label,
  hidesLabel = false,
  isCompact = false,
  error,
  className,
  id,
  children,
  ...rest
}: ComponentProps<'select'> & {
  label: string;
  /** The label is only for screen readers: next to other tools, the chosen value says enough. */
  hidesLabel?: boolean;
  isCompact?: boolean;
  error?: string | undefined;
}) {
  const generated = useId();
  const fieldId = id ?? generated;
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={fieldId} className={hidesLabel ? 'sr-only' : 'font-medium text-sm'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={fieldId}
          className={cx(
            inputClass,
            'cursor-pointer appearance-none truncate pr-11 disabled:cursor-default',
            isCompact && 'min-h-11! text-[0.9375rem]!',
          )}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${fieldId}-error` : undefined}
          {...rest}
        >
          {children}
        </select>
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3.5 text-muted"
        />
      </div>
      {error && <FieldError id={`${fieldId}-error`}>{error}</FieldError>}
    </div>
  );
}
