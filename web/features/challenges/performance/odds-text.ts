// SPDX-License-Identifier: Apache-2.0

/** "You met this in 1 of your last 6 matches" */
export function oddsText(met: number, matches: number): string {
  return matches === 1
    ? `You ${met === 1 ? 'met' : 'did not meet'} this in your last match`
    : `You met this in ${met} of your last ${matches} matches`;
}
