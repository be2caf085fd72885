// SPDX-License-Identifier: Apache-2.0

import type { ChallengeInput, Estimate, VariantInput } from '../../../contract/challenges-admin.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { getRecord, type VariantRecord } from './challenge-admin-store.ts';

const days = 30;
const dayMs = 24 * 60 * 60_000;

/** Coins and shares worked out from the stored record (docs/rules/attempts.md, 13). */
export function toEstimate(record: VariantRecord, { entryFeeGC, rewardGC }: VariantInput): Estimate {
  const { sampleSize, winRate, decided, won, entries, busiestDay } = record;
  const entriesPerDay = entries / days;
  return {
    sampleSize,
    winRate,
    decided,
    won,
    entriesPerDay,
    payoutPerDay: winRate === null ? null : entriesPerDay * (winRate * rewardGC - entryFeeGC),
    worstCasePerDay: busiestDay * (rewardGC - entryFeeGC),
  };
}

/** Estimates what a variant would pay out, from the entries of the last 30 days. */
export async function estimateVariant(
  variant: VariantInput & Pick<ChallengeInput, 'game'>,
  { db, clock }: { db: Database; clock: Clock },
): Promise<Estimate> {
  const since = new Date(clock.now().getTime() - days * dayMs);
  return toEstimate(await getRecord(db, variant, since), variant);
}
