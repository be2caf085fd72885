// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { disputesApi } from '../../../../contract/disputes.ts';
import { disputesAdminApi } from '../../../../contract/disputes-admin.ts';
import { mount } from '../../../platform/http/route.ts';
import type { People } from '../../../ports.ts';
import { type DecideDeps, decideDispute } from './decide-dispute.ts';
import { countWaiting } from './dispute-store.ts';
import { readDisputes } from './list-disputes.ts';
import { type DisputeDeps, openDispute, readDispute } from './open-dispute.ts';

/** Disputes of players, and the queue in which people decide them. */
export function disputesRoutes(
  app: FastifyInstance,
  deps: DisputeDeps & DecideDeps & { people: People },
): void {
  mount(app, disputesApi.state, ({ player, params }) =>
    readDispute({ playerId: player.id, attemptId: params.id }, deps),
  );
  mount(
    app,
    disputesApi.open,
    ({ player, params, body, idempotencyKey }) =>
      openDispute({ playerId: player.id, attemptId: params.id, ...body, idempotencyKey }, deps),
    { limit: { name: 'dispute', max: 20, windowSeconds: 3600, by: 'player' } },
  );

  mount(app, disputesAdminApi.list, ({ query }) => readDisputes(query, deps), { isLong: true });
  mount(app, disputesAdminApi.waiting, () => countWaiting(deps.db, deps.clock.now()));
  mount(app, disputesAdminApi.decide, ({ player, params, body, idempotencyKey }) =>
    decideDispute({ actorId: player.id, disputeId: params.id, ...body, idempotencyKey }, deps),
  );
}
