// SPDX-License-Identifier: Apache-2.0

import type { Figure } from '../../../contract/achievements.ts';
import { cx } from '../../lib/class-names.ts';

/** Drawings for the middle of a badge, one per figure; lines on a 24 by 24 grid. */
const glyphs: Record<Figure, string> = {
  finished: 'm12 4 8 8-8 8-8-8zM12 9l3 3-3 3-3-3z',
  wins: 'M7 4h10v5l-5 5-5-5zM7 6H4v3l3 2M17 6h3v3l-3 2M12 14v5M8 20h8',
  winsInRow: 'm5 10 7-6 7 6M5 15l7-6 7 6M5 20l7-6 7 6',
  kills: 'M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12M12 2v6M12 16v6M2 12h6M16 12h6',
  killsInMatch: 'm13 2-8 12h6l-1 8 9-12h-6z',
  firstPlaces: 'm4 18-1-10 5 4 4-7 4 7 5-4-1 10z',
  top10: 'M4 20v-6h5v6M9 20V5h6v15M15 20v-9h5v9M3 20h18',
  kindsWon: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zm13-1 4 4-4 4-4-4z',
  coinsWon: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM15 9a4 4 0 1 0 1 4v-1h-3',
  daysInRow: 'M13 2c1 5 6 8 6 13a7 7 0 0 1-14 0c0-3 2-5 3-7 1 2 1 3 2 4 2-3 1-6 3-10z',
  weeksInTop10: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15h6',
  weeksInTop3: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4m-4 5 2 3-2 3-2-3z',
  weeksWon: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4m-8 12-.5-5 2.5 2 2-3 2 3 2.5-2-.5 5z',
  cards: 'M3 6h15l3 3v9H3zM3 10h18M6 15h5',
  giveaways: 'M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 7v10',
  referrals: 'M9 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6M3 20v-3l3-3h6l3 3v3M16 5a3 3 0 0 1 0 6M18 14l3 3v3',
};

const maxTier = 4;

/**
 * The brand's ring around the figure's drawing. It closes with the progress, and glows once closed. Marks below show
 * the tier. The text beside it says the same.
 */
export function Badge({
  figure,
  tier,
  share,
  isReached,
  size = 72,
}: {
  figure: Figure;
  tier: number;
  share: number;
  isReached: boolean;
  size?: number;
}) {
  const marks = Array.from({ length: Math.min(tier, maxTier) }, (_, place) => place);
  return (
    <svg viewBox="0 0 72 72" width={size} height={size} fill="none" aria-hidden="true" className="shrink-0">
      <circle
        cx="36"
        cy="34"
        r="25"
        className={isReached ? 'fill-storm-dusk stroke-storm-mid' : 'fill-ink-2 stroke-line'}
        strokeWidth="1"
      />
      <circle cx="36" cy="34" r="31" className="stroke-line" strokeWidth="3.5" />
      <circle
        cx="36"
        cy="34"
        r="31"
        pathLength="100"
        strokeDasharray={`${(isReached ? 1 : share) * 100} 100`}
        strokeWidth="3.5"
        transform="rotate(-90 36 34)"
        className={cx('stroke-storm', !isReached && share === 0 && 'opacity-0')}
      />
      {isReached && <path d="M36 13a21 21 0 1 1-14.8 6.2" className="stroke-storm-soft" strokeWidth="1.6" />}
      <g
        transform="translate(20.4 18.4) scale(1.3)"
        className={isReached ? (figure === 'coinsWon' ? 'stroke-gold' : 'stroke-text') : 'stroke-faint'}
        strokeWidth="1.5"
        strokeLinejoin="bevel"
      >
        <path d={glyphs[figure]} />
      </g>
      {marks.map((place) => (
        <path
          key={place}
          d="m0-4.5 4.5 4.5L0 4.5-4.5 0z"
          transform={`translate(${36 + (place - (marks.length - 1) / 2) * 11} 65)`}
          className={isReached ? 'fill-storm-soft stroke-ink-1' : 'fill-edge stroke-ink-1'}
          strokeWidth="2"
        />
      ))}
    </svg>
  );
}
