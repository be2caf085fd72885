// SPDX-License-Identifier: Apache-2.0

/** "last 6 matches", "last match" */
export function lastMatchesText(matches: number): string {
  return matches === 1 ? 'last match' : `last ${matches} matches`;
}

/** "You met this in 1 of your last 6 matches" */
export function oddsText(met: number, matches: number): string {
  return matches === 1
    ? `You ${met === 1 ? 'met' : 'did not meet'} this in your ${lastMatchesText(matches)}`
    : `You met this in ${met} of your ${lastMatchesText(matches)}`;
}
