// SPDX-License-Identifier: Apache-2.0

import { announceBalance } from '../../ledger/announce.ts';
import { transfer } from '../../ledger/transfer.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type DomainEvents, publish } from '../../platform/jobs/outbox.ts';
import { publishLive } from '../../platform/live/publish.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { countOrHold, getKey, type ReferralsDeps } from './qualify-referral.ts';
import * as store from './referral-store.ts';

const description = 'Taken back: a friend’s challenge was voided';

/** Takes back the payment for the locked referral; the balance may go negative if the token was spent. */
async function takeBack(
  tx: Tx,
  { inviteeId, referrerId, qualifications: number }: store.ReferralRow,
  { uncountReferral }: ReferralsDeps,
): Promise<void> {
  // The profile first, as when it counted: a deletion locks the player before the wallets.
  await uncountReferral(tx, referrerId);
  const moved = await transfer(tx, {
    currency: 'REFERRAL_TOKEN',
    amount: 1,
    from: { player: referrerId },
    to: { house: 'rewards' },
    type: 'reversal',
    reference: inviteeId,
    idempotencyKey: `${getKey(inviteeId, number)}:reversal`,
    description,
    mayGoBelowZero: true,
  });
  if (isRefusal(moved)) throw new Error(`undoing the referral of ${inviteeId} was refused: ${moved.refused}`);
  await publish(tx, 'referral.undone', { inviteeId, number, referrerId });
}

/**
 * Handles voiding the attempt with which a referral counted or was held. The referral is treated as if that attempt had
 * not been finished, and counts with the next finished one, past or future (docs/rules/referrals.md, 6). An
 * administrator's decision against it stays. Idempotent: when repeated, the referral has a different attempt or none.
 */
export async function undoReferral(
  { attemptId, playerId: inviteeId }: DomainEvents['challenge.voided'],
  deps: ReferralsDeps,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await store.lockReferral(tx, inviteeId);
    if (row?.attemptId !== attemptId || !['qualified', 'in_review'].includes(row.status)) return;
    const { referrerId } = row;
    await store.lockReferrer(tx, referrerId);
    const wasCounted = row.status === 'qualified';
    if (wasCounted) await takeBack(tx, row, deps);
    await store.reopen(tx, row);
    const next = await deps.firstFinished(tx, inviteeId);
    if (next) await countOrHold(tx, { ...row, status: 'signed_up' }, next, deps);
    if (!wasCounted) return;
    await publishLive(tx, referrerId, 'profile', {});
    await announceBalance(tx, referrerId, { delta: -1, currency: 'REFERRAL_TOKEN', description });
  });
}
