// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { fairPlayApi } from '../../../contract/fair-play-admin.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { mount } from '../../platform/http/route.ts';
import type { People } from '../../ports.ts';
import { dismissAnomaly } from './dismiss-anomaly.ts';
import { listPlayers } from './list-players.ts';

export function fairPlayRoutes(
  app: FastifyInstance,
  deps: { db: Database; clock: Clock; people: People },
): void {
  mount(app, fairPlayApi.players, ({ query }) => listPlayers(query, deps), { isLong: true });
  mount(app, fairPlayApi.dismiss, ({ player, params, body, idempotencyKey }) =>
    dismissAnomaly({ actorId: player.id, playerId: params.id, ...body, idempotencyKey }, deps),
  );
}
