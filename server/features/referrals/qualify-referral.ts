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

/** Names for ever what is moved when a referral counts for the n-th time. */
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

/** What a referral counts with; null for one that was held before that was kept. */
interface Finished {
  attemptId: string | null;
  at: Date;
}

/**
 * Counts a locked referral: profile, token, and the word to the other features, in the caller's transaction. The profile
 * comes first, since a deletion locks the player before the wallets.
 * @returns false where the referrer's account was deleted: nothing is paid then
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

/** Counts a locked referral for which nothing was finished yet, or holds it where the two look like one person. */
export async function countOrHold(
  tx: Tx,
  row: store.ReferralRow,
  finished: { attemptId: string; at: Date },
  deps: ReferralsDeps,
): Promise<void> {
  const { inviteeId, referrerId } = row;
  const month = new Date(deps.clock.now().getTime() - monthMs);
  const reasons = findHoldReasons({
    sharesEpicAccount: await deps.shareEpicAccount(tx, inviteeId, referrerId),
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
 * The first finished challenge of an invited player counts the referral, once, or holds it for an administrator
 * (docs/rules.md, Referrals). Nothing is paid for a referrer whose account is gone.
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
    // Both words are jobs, of which a later one may run first; repeated, this one finds the sign-up.
    if (!row && (await deps.isInvited(tx, inviteeId)))
      throw new Error(`the sign-up of ${inviteeId} has not been told yet`);
    if (row?.status !== 'signed_up') return;
    await store.lockReferrer(tx, row.referrerId);
    // Asked under the lock: the word of a voiding that is not seen here comes after this, and undoes it.
    if (await deps.isVoided(tx, attemptId)) return;
    await countOrHold(tx, row, { attemptId, at: new Date(at) }, deps);
  });
}
