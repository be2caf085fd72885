// SPDX-License-Identifier: Apache-2.0

import type { Giveaway } from '../../../contract/giveaways.ts';
import type { AdminGiveaway } from '../../../contract/giveaways-admin.ts';
import { formatAmount, formatTimeLeft, plural } from '../../lib/format.ts';

export type Phase = Giveaway['phase'];

/** A giveaway's current phase, calculated because time passes while the answer is cached. */
export function phaseAt(
  { phase, startDate, endDate }: Pick<Giveaway, 'phase' | 'startDate' | 'endDate'>,
  now: number,
): Phase {
  if (phase === 'finished') return phase;
  if (Date.parse(endDate) <= now) return 'drawing';
  return Date.parse(startDate) <= now ? 'active' : 'upcoming';
}

/** When the next phase begins. */
export function timeWords(
  { startDate, endDate }: Pick<Giveaway, 'startDate' | 'endDate'>,
  phase: Phase,
  now: number,
): string {
  if (phase === 'finished') return 'Drawn';
  if (phase === 'drawing') return 'Being drawn';
  return phase === 'active'
    ? `Ends in ${formatTimeLeft(endDate, now)}`
    : `Opens in ${formatTimeLeft(startDate, now)}`;
}

/** A short form of an entry's pseudonym, for people to compare. */
export function shortEntry(entry: string): string {
  return entry.slice(0, 8).toUpperCase();
}

/** "1 winner", "3 winners" */
export function winnersWords(count: number): string {
  return plural(count, 'winner');
}

/** "10", or "500 of 1,000" while winners are being paid. Excludes players who have deleted their account since. */
export function prizesWords({
  due,
  paid,
  leftOut,
  isFinished,
}: NonNullable<AdminGiveaway['prizes']>): string {
  if (!isFinished) return `${formatAmount(paid)} of ${formatAmount(due)}, more on the way`;
  return leftOut > 0
    ? `${formatAmount(paid)}, ${formatAmount(leftOut)} skipped: account deleted`
    : formatAmount(paid);
}

/** The number of winners; if there are fewer participants than prizes, all of them. */
export function getWinners({
  winnerCount,
  participants,
}: Pick<Giveaway, 'winnerCount' | 'participants'>): number {
  return Math.min(winnerCount, participants);
}
