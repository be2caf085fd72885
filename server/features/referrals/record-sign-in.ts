// SPDX-License-Identifier: Apache-2.0

import type { DomainEvents } from '../../platform/jobs/outbox.ts';
import type { ReferralsDeps } from './qualify-referral.ts';
import * as store from './referral-store.ts';
import { networkWithinMs } from './rules.ts';

/** Records the network of a sign-in and, at a sign-up, the player who sent the invitation. */
export async function recordSignIn(
  { playerId, referrerId, networkHash, at }: DomainEvents['player.signed-in'],
  { db }: Pick<ReferralsDeps, 'db'>,
): Promise<void> {
  const when = new Date(at);
  await store.rememberNetwork(db, { playerId, networkHash, at: when });
  if (!referrerId) return;
  const from = new Date(when.getTime() - networkWithinMs);
  const isSameNetwork = await store.hasUsedNetwork(db, {
    playerId: referrerId,
    networkHash,
    from,
    until: when,
  });
  await store.insertReferral(db, { inviteeId: playerId, referrerId, at: when, isSameNetwork });
}
