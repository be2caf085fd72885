// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';

/** The brand's closing ring: two arcs with a gap around one player. */
export function RingLogo({ size = 32, className }: { size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="none" aria-hidden="true" className={className}>
      <path d="M16 2.5a13.5 13.5 0 1 1-9.55 3.95" className="stroke-storm" strokeWidth="3" />
      <path d="M16 8.5a7.5 7.5 0 1 1-5.3 2.2" className="stroke-gold" strokeWidth="3" />
      <path d="m16 13.5 2.5 2.5-2.5 2.5-2.5-2.5z" className="fill-text" />
    </svg>
  );
}

/** The turning logo, for short waits inside a button or a small panel. Pages use skeletons. */
export function RingLoader({ size = 20, label }: { size?: number; label?: string }) {
  return (
    <span className="inline-flex items-center gap-3" role={label ? 'status' : undefined}>
      <svg viewBox="0 0 32 32" width={size} height={size} fill="none" aria-hidden="true">
        <g stroke="currentColor" strokeWidth="3.4">
          <path
            d="M16 2.5a13.5 13.5 0 1 1-9.55 3.95"
            className="origin-center animate-turn"
            strokeOpacity="0.95"
          />
          <path
            d="M16 9a7 7 0 1 1-5 2.1"
            className="origin-center animate-turn [animation-direction:reverse]"
            strokeOpacity="0.6"
          />
        </g>
      </svg>
      {label}
    </span>
  );
}

const tones = {
  storm: 'stroke-storm',
  gold: 'stroke-gold',
  win: 'stroke-win',
  loss: 'stroke-loss',
  muted: 'stroke-faint',
};
export type RingTone = keyof typeof tones;

/**
 * A ring that closes. `value` from 0 to 1 is the part done. `label` says it in words, because screen readers can't read
 * the drawing. Children are in the middle.
 */
export function RingMeter({
  value,
  label,
  tone = 'storm',
  size = 160,
  live = false,
  children,
}: {
  value: number;
  label: string;
  tone?: RingTone;
  size?: number;
  live?: boolean;
  children?: ReactNode;
}) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <div
      className={cx(
        'relative grid shrink-0 place-items-center',
        live && 'drop-shadow-[0_0_14px_color-mix(in_srgb,var(--color-storm)_40%,transparent)]',
      )}
      role="img"
      aria-label={label}
    >
      <svg viewBox="0 0 160 160" width={size} height={size} fill="none" aria-hidden="true">
        <circle cx="80" cy="80" r="70" className="stroke-line" strokeWidth="7" />
        <circle cx="80" cy="80" r="58" className="stroke-line" strokeDasharray="1.5 8" strokeWidth="2" />
        <circle
          cx="80"
          cy="80"
          r="70"
          pathLength="100"
          strokeDasharray={`${share * 100} 100`}
          strokeWidth="7"
          transform="rotate(-90 80 80)"
          className={cx(
            tones[tone],
            'transition-[stroke-dasharray] duration-500',
            share === 0 && 'opacity-0',
          )}
        />
      </svg>
      <div className="absolute inset-0 grid place-content-center justify-items-center text-center">
        {children}
      </div>
    </div>
  );
}

/** A drawing for empty places: rings that wait for a match. */
export function RingDrawing({ size = 150, tone = 'storm' }: { size?: number; tone?: RingTone }) {
  return (
    <svg viewBox="0 0 160 160" width={size} height={size} fill="none" aria-hidden="true">
      <circle cx="80" cy="80" r="72" className={tones[tone]} strokeOpacity="0.16" strokeWidth="12" />
      <g className="origin-center animate-turn-slow">
        <path d="M80 14a66 66 0 1 1-46.7 19.3" className={tones[tone]} strokeWidth="2.5" />
        <path
          d="M80 38a42 42 0 1 1-29.7 12.3"
          className="stroke-muted"
          strokeWidth="2"
          strokeDasharray="2 7"
        />
      </g>
      <path d="M80 58a22 22 0 1 1-15.6 6.4" className="stroke-gold" strokeWidth="3.5" />
      <path d="m80 75 5 5-5 5-5-5z" className="fill-text" />
    </svg>
  );
}
