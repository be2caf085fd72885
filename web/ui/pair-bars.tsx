// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { looks } from './plot-looks.tsx';

export interface PairOfBars {
  key: string;
  label: string;
  /** Length of the muted bar, in the same unit as all bars of the list. */
  muted: number;
  /** Length of the gold bar. */
  gold: number;
  /** The difference between the two, for sighted readers. */
  net: ReactNode;
  /** The difference in words. */
  text: string;
}

/** A list that is also a plot: each entry has its numbers in words, and two bars on a common scale. */
export function PairBars({ pairs }: { pairs: readonly PairOfBars[] }) {
  const top = Math.max(1, ...pairs.map(({ muted, gold }) => Math.max(muted, gold)));
  return (
    <ul className="grid gap-x-8 gap-y-5 md:grid-cols-2">
      {pairs.map(({ key, label, muted, gold, net, text }) => (
        <li key={key} className="grid content-start gap-2">
          <p className="flex items-baseline justify-between gap-3">
            <span className="wrap-anywhere min-w-0 font-semibold">{label}</span>
            <span className="num shrink-0 text-sm">{net}</span>
          </p>
          <svg width="100%" height="22" aria-hidden="true">
            <rect width={`${(muted / top) * 100}%`} height="9" fill={looks.muted} />
            <rect width={`${(gold / top) * 100}%`} height="9" y="12" fill={looks.gold} />
          </svg>
          <p className="text-muted text-xs">{text}</p>
        </li>
      ))}
    </ul>
  );
}
