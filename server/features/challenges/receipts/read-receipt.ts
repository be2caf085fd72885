// SPDX-License-Identifier: Apache-2.0

import { toAchieved } from '../../../../contract/attempt-conditions.ts';
import type { Receipt } from '../../../../contract/challenges.ts';
import { feeKey } from '../../../../contract/sealed-copy.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { SessionPlayer } from '../../../platform/http/authentication.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { FindLeaf } from '../../../ports.ts';
import { findListedAttempt } from '../attempts/attempt-store.ts';
import { viewAttempt } from '../attempts/views.ts';
import { findAttemptDispute, viewRuling } from '../disputes/dispute-store.ts';
import { getReadings } from '../readings/attempt-reading-store.ts';

/** Everything that a decision rests on, and the player of the attempt; undefined if there is no such attempt. */
export async function findReceipt(
  attemptId: string,
  { db, findLeaf }: { db: Queryable; findLeaf: FindLeaf },
): Promise<{ playerId: string; receipt: Receipt } | undefined> {
  const row = await findListedAttempt(db, attemptId);
  if (!row) return undefined;
  const dispute = await findAttemptDispute(db, attemptId);
  const { decidedStatus, decidedAt, voidedAt, voidReason } = row;
  const attempt = viewAttempt(row);
  const achieved = toAchieved(attempt);
  const readings = await getReadings(db, attemptId);
  // Totals are no record of a match.
  const feeLeaf = readings.initial.kind === 'matches' ? await findLeaf(db, feeKey(attemptId)) : undefined;
  return {
    playerId: row.playerId,
    receipt: {
      attempt,
      rules: row.rules,
      ...readings,
      differences: achieved && {
        kills: achieved.kills,
        wins: achieved.wins,
        matches: achieved.matches,
      },
      decision:
        decidedStatus && decidedAt
          ? { status: decidedStatus, reason: row.reason, at: decidedAt.toISOString() }
          : null,
      voided: voidedAt
        ? { at: voidedAt.toISOString(), reason: voidReason ?? '', isFeeForfeited: row.isFeeForfeited }
        : null,
      ruling: dispute ? viewRuling(dispute) : null,
      ...(feeLeaf && { feeLeaf }),
    },
  };
}

/** A receipt for its player, and for administrators who may read challenges or disputes. Refuses `not_found` to others. */
export async function readReceipt(
  { player, attemptId }: { player: Pick<SessionPlayer, 'id' | 'permissions'>; attemptId: string },
  deps: { db: Queryable; findLeaf: FindLeaf },
): Promise<Receipt | Refusal> {
  const found = await findReceipt(attemptId, deps);
  const { permissions } = player;
  const isAllowed =
    found?.playerId === player.id || permissions.has('challenges:read') || permissions.has('disputes:read');
  return found && isAllowed ? found.receipt : refuse('not_found');
}
