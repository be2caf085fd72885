// SPDX-License-Identifier: Apache-2.0

import type { z } from 'zod';
import { formerPlayer } from '../../../contract/public-players.ts';
import type { referralsApi } from '../../../contract/referrals.ts';
import { maxHeldListed, type referralsAdminApi } from '../../../contract/referrals-admin.ts';
import type { ReferralsDeps } from './qualify-referral.ts';
import * as store from './referral-store.ts';

const maxShown = 200;

/** The players that a player invited, newest first, and how many of them counted. */
export async function listReferrals(
  playerId: string,
  { db, publicPlayers }: Pick<ReferralsDeps, 'db' | 'publicPlayers'>,
): Promise<z.input<typeof referralsApi.list.data>> {
  const rows = await store.listReferrals(db, playerId, maxShown);
  const known = await publicPlayers(
    db,
    rows.map(({ inviteeId }) => inviteeId),
  );
  return {
    ...(await store.countReferrals(db, playerId)),
    list: rows.map(({ inviteeId, signedUpAt, qualifiedAt, status }) => ({
      _id: inviteeId,
      player: known.get(inviteeId) ?? formerPlayer,
      signedUpAt: signedUpAt.toISOString(),
      qualifiedAt: qualifiedAt?.toISOString() ?? null,
      status,
    })),
  };
}

/** Referrals waiting for review, with both players and the reasons. */
export async function listHeld({
  db,
  getContacts,
}: Pick<ReferralsDeps, 'db' | 'getContacts'>): Promise<z.input<typeof referralsAdminApi.held.data>> {
  const rows = await store.listInReview(db, maxHeldListed);
  const known = await getContacts(
    db,
    rows.flatMap(({ inviteeId, referrerId }) => [inviteeId, referrerId]),
  );
  const person = (playerId: string) => {
    const { name, handle } = known.get(playerId) ?? { name: formerPlayer.handle, handle: '' };
    return { playerId, name, handle };
  };
  return rows.map(({ inviteeId, referrerId, signedUpAt, finishedAt, holdReasons }) => ({
    _id: inviteeId,
    referrer: person(referrerId),
    invitee: person(inviteeId),
    signedUpAt: signedUpAt.toISOString(),
    finishedAt: (finishedAt ?? signedUpAt).toISOString(),
    reasons: holdReasons,
  }));
}
