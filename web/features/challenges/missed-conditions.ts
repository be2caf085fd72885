import type { Attempt, AttemptStats } from '../../../contract/challenges.ts';
import { formatAmount } from '../../lib/format.ts';
import { toVariant } from './attempt-summary.ts';

/** The counter that grows when a match ends in the places asked for; only these places can be proved. */
const placementCounters: Partial<Record<number, keyof AttemptStats>> = {
  1: 'wins',
  10: 'top10',
  25: 'top25',
};

/**
 * What a lost attempt missed, in words: "kills 2 of 4", "not in the top 10". Empty for any other outcome, also where
 * an attempt was lost because its statistics became private.
 */
export function missedConditions(attempt: Attempt): string[] {
  const { finalStats, initialStats, reason } = attempt;
  const variant = toVariant(attempt);
  if (!variant || !finalStats || reason !== 'conditions-not-met') return [];
  const missed: string[] = [];
  const kills = finalStats.kills - initialStats.kills;
  if (kills < variant.requiredKills) {
    missed.push(`kills ${formatAmount(kills)} of ${formatAmount(variant.requiredKills)}`);
  }
  const counter = placementCounters[variant.requiredPlacement];
  if (counter && finalStats[counter] <= initialStats[counter]) {
    missed.push(
      variant.requiredPlacement === 1 ? 'not the winner' : `not in the top ${variant.requiredPlacement}`,
    );
  }
  return missed;
}
