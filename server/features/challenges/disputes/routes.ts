// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { disputesApi } from '../../../../contract/disputes.ts';
import { mount } from '../../../platform/http/route.ts';
import { type DisputeDeps, openDispute, readDispute } from './open-dispute.ts';

/** Disputes of players. */
export function disputesRoutes(app: FastifyInstance, deps: DisputeDeps): void {
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
}
