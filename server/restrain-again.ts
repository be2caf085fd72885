// SPDX-License-Identifier: Apache-2.0

import { hasAccount } from './features/accounts/feature.ts';
import { declineAgain, isDeclineLacking } from './features/approvals/feature.ts';
import { isWebhookBack, turnOffAgain } from './features/outgoing-webhooks/feature.ts';
import {
  isLimitLacking,
  isPauseLacking,
  pauseAgain,
  tightenAgain,
} from './features/responsible-play/feature.ts';
import { isMarkLacking, markElsewhereAgain } from './features/shop/feature.ts';
import type { Database, Queryable } from './platform/db/database.ts';
import type { Noted } from './read-noted.ts';

/** What a restored database would do although it had been stopped since the backup. */
export interface RestrainedAgain {
  /** Players whose pause goes on. */
  paused: string[];
  /** Players whose limits are tighter again. */
  tightened: string[];
  /** Webhooks that were turned off or removed. */
  webhooksOff: string[];
  /** Changes that waited and were declined. */
  declined: string[];
  /** Purchases that were sent another way. */
  sentElsewhere: string[];
  /** The same, of purchases that are not here: for an operator to look at. */
  absentElsewhere: string[];
}

type NotedRestraints = Pick<Noted, 'pauses' | 'limits' | 'webhooks' | 'declined' | 'sentElsewhere'>;

/** Whether any of that is lacking here. */
export async function isRestraintLacking(
  db: Queryable,
  { pauses, limits, webhooks, declined, sentElsewhere }: NotedRestraints,
  now: Date,
): Promise<boolean> {
  return (
    (await isPauseLacking(db, [...pauses.values()], { now, hasAccount })) ||
    (await isLimitLacking(db, [...limits.values()], { now, hasAccount })) ||
    (await isWebhookBack(db, [...webhooks.values()])) ||
    (await isDeclineLacking(db, [...declined.values()])) ||
    (await isMarkLacking(db, [...sentElsewhere.values()]))
  );
}

/**
 * Carries it out again. Idempotent.
 * @param isLookedAt the operator has looked at what is not here: it is not named again
 */
export function restrainAgain(
  { pauses, limits, webhooks, declined, sentElsewhere }: NotedRestraints,
  { db, at, isLookedAt }: { db: Database; at: Date; isLookedAt: boolean },
): Promise<RestrainedAgain> {
  return db.transaction(async (tx) => {
    const { marked, absent } = await markElsewhereAgain(tx, [...sentElsewhere.values()], at);
    return {
      paused: await pauseAgain(tx, [...pauses.values()], { now: at, hasAccount }),
      tightened: await tightenAgain(tx, [...limits.values()], { now: at, hasAccount }),
      webhooksOff: await turnOffAgain(tx, [...webhooks.values()], at),
      declined: await declineAgain(tx, [...declined.values()], at),
      sentElsewhere: marked,
      absentElsewhere: isLookedAt ? [] : absent,
    };
  });
}
