// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import { Card } from './card.tsx';

/** Figures side by side, two per row on phones. Contains `Stat`s. */
export function Stats({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={cx('grid grid-cols-2 gap-3 max-[15rem]:grid-cols-1 sm:gap-4', className)}>{children}</div>
  );
}

/**
 * A figure and its label. Cards side by side share rows for labels, figures and hints, so that figures align however
 * many lines the labels take. A large figure shrinks instead of being cut.
 */
export function Stat({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <Card className={cx(rows, 'cut-md')} inside={rows}>
      <dl className={cx(rows, 'px-4 pt-4 sm:px-5', hint ? 'pb-4' : 'pb-2')}>
        <dt className="text-muted text-sm">{label}</dt>
        {/* Only the figure is a size container, since one can't take part in shared rows. */}
        <dd className="@container num min-w-0">
          <span className="flex min-h-8 items-center text-[clamp(0.9375rem,13cqi,1.5rem)] leading-8 [overflow-wrap:anywhere]">
            {children}
          </span>
        </dd>
        {hint && <dd className="text-muted text-xs">{hint}</dd>}
      </dl>
    </Card>
  );
}

const rows = 'row-span-3 grid grid-rows-subgrid gap-y-2';
