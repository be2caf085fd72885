// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from '../../../contract/challenges.ts';

/**
 * `TOP10_5KILL_SOLO` as people read it: "Top 10 + 5 Kills". Any other format is shown unchanged (product specification,
 * section 2.11).
 */
export function displayType(challengeType: string): string {
  const parts = /^TOP(\d+)_(\d+)KILL(?:_|$)/.exec(challengeType);
  return parts ? `Top ${parts[1]} + ${parts[2]} Kills` : challengeType;
}

/** What must be done to win a variant, in the product specification's words (section 2.7). */
export function conditionText(variant: { requiredPlacement: number; requiredKills: number }): string {
  return `Finish Top ${variant.requiredPlacement} AND Kill ${variant.requiredKills} opponents`;
}

/** A challenge's name on screens (product specification, section 2.7). */
export function challengeName(challenge: { description: string }): string {
  return challenge.description || 'Fortnite Challenge';
}

export function canBeEntered({ isActive, challengeVariants }: Challenge): boolean {
  return isActive && challengeVariants.length > 0;
}
