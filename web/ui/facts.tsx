// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';

/** Labelled values below one another. Put `Fact`s inside. */
export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={cx('grid content-start text-sm', className)}>{children}</dl>;
}

/** One value with its name. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 border-line-soft border-b py-2 last:border-b-0">
      <dt className="max-w-3/5 shrink-0 wrap-anywhere text-muted">{label}</dt>
      <dd className="wrap-anywhere text-right font-medium">{children}</dd>
    </div>
  );
}
