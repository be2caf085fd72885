// SPDX-License-Identifier: Apache-2.0

import { changeOnce } from '../../platform/db/admin-changes.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { count, type ReferralsDeps } from './qualify-referral.ts';
import * as store from './referral-store.ts';

interface Decided {
  _id: string;
  status: 'qualified' | 'not_counted';
}

/**
 * An administrator decides whether a held referral counts. Refuses `not_found` (also for counting it if the referrer is
 * gone), `referral_decided`, and `conflict_of_interest` for either of the two players.
 */
export function decideReferral(
  input: { actorId: string; inviteeId: string; isCounted: boolean; reason: string; idempotencyKey: string },
  deps: ReferralsDeps,
): Promise<Decided | Refusal> {
  const { actorId, inviteeId, isCounted, reason, idempotencyKey } = input;
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: 'referral.decide', inviteeId, isCounted, reason },
  };
  return deps.db.transaction<Decided | Refusal>(async (tx) => {
    const row = await store.lockReferral(tx, inviteeId);
    return changeOnce<Decided>(tx, request, async () => {
      if (!row) return refuse('not_found');
      if (row.status !== 'in_review') return refuse('referral_decided');
      if ([row.inviteeId, row.referrerId].includes(actorId)) return refuse('conflict_of_interest');
      const status = isCounted ? 'qualified' : 'not_counted';
      const finished = { attemptId: row.attemptId, at: row.finishedAt ?? deps.clock.now() };
      if (!isCounted) await store.decideAgainst(tx, inviteeId, actorId);
      else if (!(await count(tx, row, { finished, by: actorId }, deps))) return refuse('not_found');
      const before = { status: row.status, holdReasons: row.holdReasons };
      const subject = `referral:${inviteeId}`;
      return {
        answer: { _id: inviteeId, status },
        change: { action: 'referral.decide', subject, before, after: { status }, reason },
      };
    });
  });
}
