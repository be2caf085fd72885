// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../platform/clock.ts';
import { changeOnce } from '../../platform/db/admin-changes.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { lockRow, recordDismissal } from './fair-play-player-store.ts';

interface Dismissed {
  _id: string;
  dismissedAt: string;
}

/**
 * Records that an administrator checked an anomaly and found nothing wrong (docs/rules/fair-play.md, 10). Refuses
 * `not_found`, `conflict_of_interest` for the administrator themselves, and `anomaly_not_open`.
 */
export function dismissAnomaly(
  {
    actorId,
    playerId,
    reason,
    idempotencyKey,
  }: { actorId: string; playerId: string; reason: string; idempotencyKey: string },
  { db, clock }: { db: Database; clock: Clock },
): Promise<Dismissed | Refusal> {
  const input = { operation: 'fair-play.dismiss', playerId, reason };
  return db.transaction<Dismissed | Refusal>(async (tx) => {
    const row = await lockRow(tx, playerId);
    return changeOnce<Dismissed>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      if (!row) return refuse('not_found');
      if (playerId === actorId) return refuse('conflict_of_interest');
      if (!row.openSince) return refuse('anomaly_not_open');
      const at = clock.now();
      await recordDismissal(tx, playerId, { at, by: actorId });
      const reasons = row.signals.map(({ kind }) => kind);
      return {
        answer: { _id: playerId, dismissedAt: at.toISOString() },
        change: {
          action: 'fair-play.dismiss',
          subject: `user:${playerId}`,
          before: { score: row.score, reasons },
          after: { isDismissed: true },
          reason,
        },
      };
    });
  });
}
