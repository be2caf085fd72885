// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { giveawaysApi } from '../../../contract/giveaways.ts';
import { giveawaysAdminApi } from '../../../contract/giveaways-admin.ts';
import { mount } from '../../platform/http/route.ts';
import { readDraw } from './draws/draw-giveaway.ts';
import { type ListDeps, listReader } from './draws/store-draw-list.ts';
import { type EnterDeps, enterGiveaway } from './enter-giveaway.ts';
import { listAllGiveaways, listGiveaways } from './list-giveaways.ts';

export function giveawaysRoutes(app: FastifyInstance, deps: EnterDeps & ListDeps): void {
  // One URL for both players and administrators, as in the product specification.
  mount(
    app,
    giveawaysAdminApi.list,
    async ({ player, query }) => {
      if (player.permissions.has('giveaways:read')) return listAllGiveaways(query, deps);
      const list = await listGiveaways(player.id, deps);
      return { list, total: list.length };
    },
    { isLong: true },
  );
  mount(app, giveawaysApi.mine, ({ player }) => listGiveaways(player.id, deps), { isLong: true });
  mount(
    app,
    giveawaysApi.enter,
    ({ player, params, idempotencyKey }) =>
      enterGiveaway({ player, giveawayId: params.id, idempotencyKey }, deps),
    { limit: { name: 'giveaway-enter', max: 60, windowSeconds: 60, by: 'player' } },
  );
  mount(app, giveawaysApi.draw, ({ params }) => readDraw(params.id, deps), {
    isLong: true,
    limit: { name: 'giveaway-draw', max: 60, windowSeconds: 60, by: 'address' },
  });
  const readList = listReader(deps);
  mount(app, giveawaysApi.entrants, ({ params, request }) => readList(params.id, request), {
    limit: { name: 'giveaway-entrants', max: 20, windowSeconds: 60, by: 'address' },
  });
}
