// SPDX-License-Identifier: Apache-2.0

import { announceBalance } from '../../ledger/announce.ts';
import { transfer } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { type DomainEvents, publish } from '../../platform/jobs/outbox.ts';
import { publishLive } from '../../platform/live/publish.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { ReferralPorts } from '../../ports.ts';
import * as store from './referral-store.ts';
import { findHoldReasons, monthMs, networkWithinMs } from './rules.ts';

export interface ReferralsDeps extends ReferralPorts {
  db: Database;
  clock: Clock;
}

/** Permanent name of the transfer when a referral counts for the n-th time. */
export const getKey = (inviteeId: string, number: number): string =>
  number === 1 ? `referral:${inviteeId}` : `referral:${inviteeId}:${number}`;

async function payToken(tx: Tx, { inviteeId, referrerId }: store.ReferralRow, number: number): Promise<void> {
  const moved = await transfer(tx, {
    currency: 'REFERRAL_TOKEN',
    amount: 1,
    from: { house: 'rewards' },
    to: { player: referrerId },
    type: 'referral_reward',
    reference: inviteeId,
    idempotencyKey: getKey(inviteeId, number),
    description: 'A friend finished a first challenge',
  });
  if (isRefusal(moved)) throw new Error(`the referral of ${inviteeId} was refused: ${moved.refused}`);
}

/** The attempt with which a referral counts; null for one that was held before attempts were recorded. */
interface Finished {
  attemptId: string | null;
  at: Date;
}

/**
 * Counts a locked referral in the caller's transaction: profile, token, and domain event. The profile comes first,
 * since a deletion locks the player before the wallets.
 * @returns false if the referrer's account was deleted; then nothing is paid
 */
export async function count(
  tx: Tx,
  row: store.ReferralRow,
  { finished, by }: { finished: Finished; by: string | null },
  { clock, countReferral }: ReferralsDeps,
): Promise<boolean> {
  const { inviteeId, referrerId } = row;
  if (!(await countReferral(tx, referrerId))) return false;
  const now = clock.now();
  const number = row.qualifications + 1;
  await store.qualify(tx, inviteeId, { finished, at: now, by, number });
  await payToken(tx, row, number);
  await publish(tx, 'referral.qualified', { inviteeId, referrerId, number, at: now.toISOString() });
  await publishLive(tx, referrerId, 'profile', {});
  await announceBalance(tx, referrerId, {
    delta: 1,
    currency: 'REFERRAL_TOKEN',
    description: 'A friend finished a first challenge',
  });
  return true;
}

/**
 * Counts a locked referral without a finished challenge so far, or holds it if the two players look like one person.
 */
export async function countOrHold(
  tx: Tx,
  row: store.ReferralRow,
  finished: { attemptId: string; at: Date },
  deps: ReferralsDeps,
): Promise<void> {
  const { inviteeId, referrerId } = row;
  const month = new Date(deps.clock.now().getTime() - monthMs);
  const reasons = findHoldReasons({
    sharesGameAccount: await deps.shareGameAccount(tx, inviteeId, referrerId),
    sharesCard: await deps.shareCard(tx, inviteeId, referrerId),
    isSameNetwork:
      row.isSameNetwork ||
      row.holdReasons.includes('same_network') ||
      (await store.shareNetwork(tx, inviteeId, referrerId, networkWithinMs)),
    paidInMonth: await store.sumPaidSince(tx, referrerId, month),
  });
  if (reasons.length > 0) return store.hold(tx, inviteeId, reasons, finished);
  if (!(await count(tx, row, { finished, by: null }, deps))) {
    await store.decideAgainst(tx, inviteeId, null);
  }
}

/**
 * Handles an invited player's first finished challenge: counts the referral, once, or holds it for an administrator
 * (docs/rules/referrals.md, 2). Nothing is paid if the referrer's account is gone.
 */
export async function qualifyReferral(
  {
    attemptId,
    playerId: inviteeId,
    at,
  }: Pick<DomainEvents['challenge.finished'], 'attemptId' | 'playerId' | 'at'>,
  deps: ReferralsDeps,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await store.lockReferral(tx, inviteeId);
    // Both events are jobs, and the later one may run first; its retry then finds the sign-up.
    if (!row && (await deps.isInvited(tx, inviteeId)))
      throw new Error(`the sign-up of ${inviteeId} has not been told yet`);
    if (row?.status !== 'signed_up') return;
    await store.lockReferrer(tx, row.referrerId);
    // Checked under the lock: if a void is not visible yet, its event is handled after this one and undoes it.
    if (await deps.isVoided(tx, attemptId)) return;
    await countOrHold(tx, row, { attemptId, at: new Date(at) }, deps);
  });
}
