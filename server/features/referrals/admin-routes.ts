// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { referralsAdminApi } from '../../../contract/referrals-admin.ts';
import { mount } from '../../platform/http/route.ts';
import { decideReferral } from './decide-referral.ts';
import { listHeld } from './list-referrals.ts';
import type { ReferralsDeps } from './qualify-referral.ts';

export function referralsAdminRoutes(app: FastifyInstance, deps: ReferralsDeps): void {
  mount(app, referralsAdminApi.held, () => listHeld(deps), { isLong: true });
  mount(app, referralsAdminApi.decide, ({ player, params, body, idempotencyKey }) =>
    decideReferral({ actorId: player.id, inviteeId: params.id, ...body, idempotencyKey }, deps),
  );
}
