// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { disputesAdminApi } from '../../../../contract/disputes-admin.ts';
import { mount } from '../../../platform/http/route.ts';
import type { People } from '../../../ports.ts';
import { type DecideDeps, decideDispute } from './decide-dispute.ts';
import { countWaiting } from './dispute-store.ts';
import { readDisputes } from './list-disputes.ts';

/** The queue in which people decide disputes. */
export function disputesAdminRoutes(app: FastifyInstance, deps: DecideDeps & { people: People }): void {
  mount(app, disputesAdminApi.list, ({ query }) => readDisputes(query, deps), { isLong: true });
  mount(app, disputesAdminApi.waiting, () => countWaiting(deps.db, deps.clock.now()));
  mount(app, disputesAdminApi.decide, ({ player, params, body, idempotencyKey }) =>
    decideDispute({ actorId: player.id, disputeId: params.id, ...body, idempotencyKey }, deps),
  );
}
