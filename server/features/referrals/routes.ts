// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { formerPlayer } from '../../../contract/public-players.ts';
import { referralsApi } from '../../../contract/referrals.ts';
import { referralsAdminApi } from '../../../contract/referrals-admin.ts';
import { mount } from '../../platform/http/route.ts';
import { decideReferral } from './decide-referral.ts';
import type { ReferralsDeps } from './qualify-referral.ts';
import { readInvitation } from './read-invitation.ts';
import * as store from './referral-store.ts';

const maxShown = 200;

export function referralsRoutes(app: FastifyInstance, deps: ReferralsDeps): void {
  const { db, publicPlayers, getContacts } = deps;

  mount(
    app,
    referralsApi.invitation,
    ({ params }) => readInvitation({ code: params.code, now: deps.clock.now() }, deps),
    // A code has eight characters, so trying them all takes for ever at this pace.
    { limit: { name: 'invitation', max: 60, windowSeconds: 60, by: 'address' } },
  );

  mount(
    app,
    referralsApi.list,
    async ({ player }) => {
      const rows = await store.listReferrals(db, player.id, maxShown);
      const known = await publicPlayers(
        db,
        rows.map(({ inviteeId }) => inviteeId),
      );
      return {
        ...(await store.countReferrals(db, player.id)),
        list: rows.map(({ inviteeId, signedUpAt, qualifiedAt, status }) => ({
          _id: inviteeId,
          player: known.get(inviteeId) ?? formerPlayer,
          signedUpAt: signedUpAt.toISOString(),
          qualifiedAt: qualifiedAt?.toISOString() ?? null,
          status,
        })),
      };
    },
    { isLong: true },
  );

  mount(
    app,
    referralsAdminApi.held,
    async () => {
      const rows = await store.listInReview(db, maxShown);
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
    },
    { isLong: true },
  );

  mount(app, referralsAdminApi.decide, ({ player, params, body, idempotencyKey }) =>
    decideReferral({ actorId: player.id, inviteeId: params.id, ...body, idempotencyKey }, deps),
  );
}
