// SPDX-License-Identifier: Apache-2.0

import { formatAmount, pluralForm } from '../../../lib/format.ts';

/** "last 6 matches", "last match" */
export function lastMatchesText(matches: number): string {
  return pluralForm(matches, 'last match', `last ${formatAmount(matches)} matches`);
}

/** "You met this in 1 of your last 6 matches" */
export function oddsText(met: number, matches: number): string {
  if (matches > 1) return `You met this in ${formatAmount(met)} of your ${lastMatchesText(matches)}`;
  return met > 0 ? 'You met this in your last match' : 'You did not meet this in your last match';
}
