// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../../../contract/challenges.ts';
import { maxPractice } from '../../../contract/practice.ts';

/** Whether this player's practice decided nothing, so that it may be repeated, though not without limit. */
export function isPracticeCancelled(latest: Attempt | null | undefined): boolean {
  return latest?.isPractice === true && latest.status === 'CANCELLED' && latest.reason !== 'voided';
}

/**
 * Whether practice is open to a player whose newest attempt is `latest`, of `attempts` in all
 * (docs/rules/practice.md, 1, 2): before the first entry, and a few more times if its readings cancelled it.
 */
export function mayPractise(latest: Attempt | null, attempts: number): boolean {
  return latest === null || (isPracticeCancelled(latest) && attempts < maxPractice);
}
