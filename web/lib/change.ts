// SPDX-License-Identifier: Apache-2.0

import { formatAmount, formatPrice, formatShare, formatSigned } from './format.ts';

/** The format of a figure: a count, coins, dollars, or a share of 1, whose difference is in percentage points. */
export type FigureKind = 'amount' | 'dollars' | 'share';

/** Null: a share of nothing. */
export type Figure = number | null;

export function formatFigure(figure: Figure, kind: FigureKind = 'amount'): string {
  if (figure === null) return '–';
  if (kind === 'dollars') return formatPrice(figure);
  return kind === 'share' ? formatShare(figure) : formatAmount(figure);
}

/**
 * The difference between two figures, also as a share of the earlier one: "+12 (+25%)", "−$4.00 (−10%)", or for two
 * shares "+3.5 points". From zero there is no share, and without both figures there is no difference.
 */
export function formatChange(now: Figure, before: Figure, kind: FigureKind = 'amount'): string {
  if (now === null || before === null) return '–';
  const difference = now - before;
  if (kind === 'share') {
    const points = Math.round(difference * 1_000) / 10;
    return points === 0 ? 'no change' : `${withSign(points, String(Math.abs(points)))} points`;
  }
  if (difference === 0) return 'no change';
  const written =
    kind === 'dollars' ? withSign(difference, formatPrice(Math.abs(difference))) : formatSigned(difference);
  if (before <= 0) return `${written} (from ${formatFigure(before, kind)})`;
  const share = difference / before;
  return `${written} (${withSign(share, formatShare(Math.abs(share)))})`;
}

function withSign(value: number, text: string): string {
  return `${value < 0 ? '-' : '+'}${text}`;
}
