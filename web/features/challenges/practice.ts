// SPDX-License-Identifier: Apache-2.0

import { type Attempt, maxPractice } from '../../../contract/challenges.ts';

/** Whether practice of this player decided nothing, so that it may be repeated, but not for ever. */
export function isPracticeCancelled(latest: Attempt | null | undefined): boolean {
  return latest?.isPractice === true && latest.status === 'CANCELLED' && latest.reason !== 'voided';
}

/**
 * Whether practice is open to a player whose newest attempt is `latest`, of `attempts` in all (docs/rules.md, Practice): before
 * the first entry, and again where it was cancelled by its readings, a few times.
 */
export function mayPractise(latest: Attempt | null, attempts: number): boolean {
  return latest === null || (isPracticeCancelled(latest) && attempts < maxPractice);
}
