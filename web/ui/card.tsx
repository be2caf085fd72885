// SPDX-License-Identifier: Apache-2.0

import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';

const edges = { line: 'bg-line', live: 'bg-storm', gold: 'bg-gold', win: 'bg-win', loss: 'bg-loss' };

/**
 * A raised surface with cut corners and a hairline along the cut. `className` styles the frame (place, size), `inside`
 * the surface (padding, layout, background).
 */
export function Card({
  edge = 'line',
  inside,
  className,
  children,
  ...rest
}: ComponentProps<'div'> & { edge?: keyof typeof edges; inside?: string; children: ReactNode }) {
  return (
    <div className={cx('cut p-px', edges[edge], className)} {...rest}>
      <div className={cx('cut-inner h-full bg-ink-1', inside)}>{children}</div>
    </div>
  );
}
