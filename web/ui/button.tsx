// SPDX-License-Identifier: Apache-2.0

import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../lib/class-names.ts';
import { RingLoader } from './ring.tsx';

const kinds = {
  /** The screen's one main action. */
  main: 'bg-gold text-gold-ink hover:bg-gold-light active:bg-gold-deep',
  ghost: 'bg-ink-3 text-text hover:bg-ink-4 active:bg-ink-2',
  danger: 'bg-danger text-danger-text hover:bg-danger-light active:bg-danger-deep',
  /** Sign-in buttons, following the brand rules of Google and Discord. */
  google: 'bg-google text-google-text hover:bg-google-shade active:bg-google-shade',
  discord: 'bg-discord text-discord-text hover:bg-discord-shade active:bg-discord-shade',
};
const sizes = {
  sm: 'min-h-tap px-3.5 text-sm cut-sm',
  md: 'min-h-12 px-5.5 text-[0.9375rem] cut-md',
  lg: 'min-h-14 px-7 text-lg cut-md',
};

export interface ButtonLook {
  kind?: keyof typeof kinds;
  size?: keyof typeof sizes;
  /** Takes the full width. */
  full?: boolean;
}

export function buttonClass({ kind = 'ghost', size = 'md', full = false }: ButtonLook = {}): string {
  return cx(
    'cut focus-inside inline-flex select-none items-center justify-center gap-2.5 py-1.5 text-center',
    'font-display font-semibold leading-tight transition-[background-color,scale] duration-100 active:scale-[0.98]',
    'disabled:bg-ink-2 disabled:text-faint disabled:active:scale-100',
    'aria-disabled:cursor-default aria-disabled:bg-ink-2 aria-disabled:text-faint aria-disabled:active:scale-100',
    kinds[kind],
    sizes[size],
    full && 'w-full',
  );
}

/**
 * `busy` is the text shown while working ("Starting..."). The button then ignores presses, also Enter in its form's
 * fields, and keeps the focus, which a disabled button would lose.
 */
export function Button({
  kind,
  size,
  full,
  busy,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonLook & ComponentProps<'button'> & { busy?: string | false | undefined; icon?: ReactNode }) {
  return (
    <button
      type="button"
      className={cx(buttonClass({ kind, size, full }), className)}
      aria-busy={busy ? true : undefined}
      aria-disabled={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? <RingLoader size={18} /> : icon}
      {busy || children}
    </button>
  );
}

export function ButtonLink({
  kind,
  size,
  full,
  icon,
  className,
  children,
  ...rest
}: ButtonLook & ComponentProps<typeof Link> & { icon?: ReactNode }) {
  return (
    <Link className={cx(buttonClass({ kind, size, full }), className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

const iconClass =
  'cut cut-sm focus-inside inline-grid size-10 max-sm:size-tap shrink-0 place-items-center bg-transparent text-muted transition-colors duration-100 hover:bg-ink-3 hover:text-text active:bg-ink-2 aria-disabled:cursor-default aria-disabled:bg-transparent aria-disabled:text-faint';

/** A square icon button; `label` is its name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="button" aria-label={label} title={label} className={cx(iconClass, className)} {...rest}>
      {children}
    </button>
  );
}

/** The same as a link. */
export function IconLink({ label, to, children }: { label: string; to: string; children: ReactNode }) {
  return (
    <Link to={to} aria-label={label} title={label} className={iconClass}>
      {children}
    </Link>
  );
}
