// SPDX-License-Identifier: Apache-2.0

import type { Invitation } from '../../../contract/referrals.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { ReferralPorts } from '../../ports.ts';

export type InvitationDeps = Pick<ReferralPorts, 'findReferrer' | 'publicPlayers' | 'promisedCoins'> & {
  db: Database;
};

/**
 * The promises of an invitation by `code` at `now`.
 * @returns a refusal with `not_found` if the code belongs to nobody, or its owner may not invite
 */
export async function readInvitation(
  { code, now }: { code: string; now: Date },
  { db, findReferrer, publicPlayers, promisedCoins }: InvitationDeps,
): Promise<Invitation | Refusal> {
  const playerId = await findReferrer(db, code);
  const player = playerId && (await publicPlayers(db, [playerId])).get(playerId);
  if (!player) return refuse('not_found');
  const [welcomeGC, referrerGC] = await Promise.all([
    promisedCoins(db, 'FIRST_LOGIN', now),
    promisedCoins(db, 'REFER_FRIEND', now),
  ]);
  return { player, welcomeGC, referrerGC };
}
