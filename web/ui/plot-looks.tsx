// SPDX-License-Identifier: Apache-2.0

import { cx } from '../lib/class-names.ts';

/** The look of a series: a colour and a pattern, so that colour is never the only difference. */
export const looks = {
  gold: 'var(--color-gold)',
  storm: 'url(#plot-storm)',
  plainStorm: 'var(--color-storm)',
  win: 'var(--color-win)',
  loss: 'url(#plot-loss)',
  muted: 'url(#plot-muted)',
  line: 'var(--color-text)',
} as const;
export type Look = keyof typeof looks;

/** The patterns for plots and legends, once per page. */
export function PlotPatterns() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="absolute">
      <defs>
        <Stripes id="plot-storm" colour="var(--color-storm-soft)" ground="var(--color-storm-deep)" />
        <Stripes id="plot-loss" colour="var(--color-loss)" ground="var(--color-loss-deep)" />
        <pattern id="plot-muted" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" fill="var(--color-ink-3)" />
          <circle cx="2.5" cy="2.5" r="1.4" fill="var(--color-muted)" />
        </pattern>
      </defs>
    </svg>
  );
}

function Stripes({ id, colour, ground }: { id: string; colour: string; ground: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill={ground} />
      <rect width="3" height="6" fill={colour} />
    </pattern>
  );
}

export interface LegendEntry {
  label: string;
  look: Look;
}

/** The legend of colours and patterns. */
export function Legend({ entries, className }: { entries: readonly LegendEntry[]; className?: string }) {
  return (
    <ul className={cx('flex flex-wrap gap-x-5 gap-y-1 text-soft text-sm', className)}>
      {entries.map(({ label, look }) => (
        <li key={label} className="flex items-center gap-2">
          <svg width="14" height="14" aria-hidden="true" className="shrink-0">
            {look === 'line' ? (
              <>
                <path d="M0 7h14" stroke={looks.line} strokeWidth="2" />
                <circle cx="7" cy="7" r="3" fill={looks.line} />
              </>
            ) : (
              <rect width="14" height="14" fill={looks[look]} />
            )}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
