// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { referralsApi } from '../../../contract/referrals.ts';
import { mount } from '../../platform/http/route.ts';
import { listReferrals } from './list-referrals.ts';
import type { ReferralsDeps } from './qualify-referral.ts';
import { readInvitation } from './read-invitation.ts';

export function referralsRoutes(app: FastifyInstance, deps: ReferralsDeps): void {
  mount(
    app,
    referralsApi.invitation,
    ({ params }) => readInvitation({ code: params.code, now: deps.clock.now() }, deps),
    // A code has eight characters, so trying them all would take forever at this rate.
    { limit: { name: 'invitation', max: 60, windowSeconds: 60, by: 'address' } },
  );
  mount(app, referralsApi.list, ({ player }) => listReferrals(player.id, deps), { isLong: true });
}
