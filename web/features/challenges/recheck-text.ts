// SPDX-License-Identifier: Apache-2.0

import type { Receipt } from '../../../contract/challenges.ts';
import type { Recheck } from '../../../contract/recheck.ts';

/** The outcome of the recheck in words. */
export function recheckText(
  again: Recheck | null,
  { voided, ruling, hasForgottenReadings }: Receipt,
): string {
  if (hasForgottenReadings) return 'We delete readings this old, so your browser can’t re-check this result.';
  if (!again) return 'The variant of this attempt is missing, so your browser can’t re-check it.';
  if (again.agrees === null) {
    return voided
      ? 'It was voided before it was decided. We no longer read its stats.'
      : 'No result yet. We keep checking.';
  }
  if (!again.agrees) return 'Re-checked in your browser: the result differs.';
  return ruling?.outcome === 'won' && !voided
    ? `Re-checked in your browser: the stored readings give ${again.verdict.status}, as the stats did before the review.`
    : 'Re-checked in your browser from the stored readings: same result.';
}
