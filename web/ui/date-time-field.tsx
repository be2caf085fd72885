// SPDX-License-Identifier: Apache-2.0

import type { ComponentProps, ReactNode } from 'react';
import { TextField } from './field.tsx';

/**
 * A date and time to the minute, in the reader's time zone. `value` is an ISO time in UTC, or empty. Until somebody
 * edits it, it stays unchanged, including seconds.
 */
export function DateTimeField({
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  value: string;
  /** Called with an empty string while the input isn't a complete date and time. */
  onChange: (value: string) => void;
}) {
  return (
    <TextField
      {...rest}
      type="datetime-local"
      step={60}
      value={toLocalMinute(value)}
      onChange={({ target }) => onChange(fromLocalMinute(target.value))}
    />
  );
}

/** "2026-11-20T18:04:11.000Z" -> "2026-11-20T19:04" for a reader one hour ahead; not a time -> "" */
export function toLocalMinute(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  const year = String(time.getFullYear()).padStart(4, '0');
  const day = `${year}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The inverse; not a time -> "" */
export function fromLocalMinute(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
