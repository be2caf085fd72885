// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { promotionsApi } from '../../../contract/promotions.ts';
import { promotionsAdminApi } from '../../../contract/promotions-admin.ts';
import { mount } from '../../platform/http/route.ts';
import type { PromotionsAdminDeps } from './admin-routes.ts';
import { listAllPromotions, listPromotions, readPromotionBoard } from './list-promotions.ts';

export function promotionsRoutes(app: FastifyInstance, deps: PromotionsAdminDeps): void {
  // One address for players and administrators, as in the product specification.
  mount(
    app,
    promotionsAdminApi.list,
    async ({ player, query }) => {
      if (player.permissions.has('events:read')) return listAllPromotions(query, deps);
      const list = await listPromotions(player.id, deps);
      return { list, total: list.length };
    },
    { isLong: true },
  );
  mount(app, promotionsApi.mine, ({ player }) => listPromotions(player.id, deps), { isLong: true });
  mount(app, promotionsApi.board, ({ player, params }) =>
    readPromotionBoard({ playerId: player.id, eventId: params.id }, deps),
  );
}
