// SPDX-License-Identifier: Apache-2.0

import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../lib/class-names.ts';
import { CircleAlert } from './icons/circle-alert.ts';

export const inputClass = cx(
  'w-full min-w-0 min-h-12 border border-edge bg-ink px-4 text-base text-text placeholder:text-faint',
  'transition-colors duration-100 hover:border-muted focus-visible:border-storm-soft focus-visible:outline-offset-0',
  'aria-invalid:border-loss [&[readonly]]:border-line disabled:border-line disabled:text-faint',
);

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Inside the field on the right: a copy button or a unit. */
  trailing?: ReactNode;
}

/**
 * Without a maximum, browsers accept years of six digits. A time typed directly after the year would then become part
 * of it and destroy the value.
 */
const lastDays: Record<string, string> = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' };

/** A labelled text input. Screen readers announce its hint and error. */
export function TextField({
  label,
  hint,
  error,
  trailing,
  className,
  id,
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  const generated = useId();
  const inputId = id ?? generated;
  return (
    <FieldFrame id={inputId} label={label} hint={hint} error={error} className={className}>
      <div className="flex items-stretch gap-2">
        <input
          id={inputId}
          className={inputClass}
          max={rest.type && lastDays[rest.type]}
          {...describeField(inputId, hint, error)}
          {...rest}
        />
        {trailing}
      </div>
    </FieldFrame>
  );
}

/** A labelled field for several lines. */
export function TextArea({
  label,
  hint,
  error,
  className,
  id,
  ...rest
}: Omit<FieldProps, 'trailing'> & ComponentProps<'textarea'>) {
  const generated = useId();
  const inputId = id ?? generated;
  return (
    <FieldFrame id={inputId} label={label} hint={hint} error={error} className={className}>
      <textarea
        id={inputId}
        rows={3}
        className={cx(inputClass, 'py-3 leading-normal')}
        {...describeField(inputId, hint, error)}
        {...rest}
      />
    </FieldFrame>
  );
}

function describeField(id: string, hint: ReactNode, error: string | undefined) {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined };
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  className,
  children,
}: {
  id: string;
  label: string;
  hint: ReactNode;
  error: string | undefined;
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-2 font-medium text-loss text-sm">
      <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span className="first-letter:uppercase">{children}</span>
    </p>
  );
}
