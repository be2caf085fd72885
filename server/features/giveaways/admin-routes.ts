// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { giveawaysAdminApi } from '../../../contract/giveaways-admin.ts';
import { mount } from '../../platform/http/route.ts';
import type { People } from '../../ports.ts';
import { createGiveaway, deleteGiveaway, editGiveaway, type GiveawayEditDeps } from './edit-giveaway.ts';
import { listAllGiveaways } from './list-giveaways.ts';
import { readParticipants } from './views.ts';

export type GiveawaysAdminDeps = GiveawayEditDeps & Pick<People, 'searchUserIds'>;

export function giveawaysAdminRoutes(app: FastifyInstance, deps: GiveawaysAdminDeps): void {
  mount(app, giveawaysAdminApi.listAll, ({ query }) => listAllGiveaways(query, deps), { isLong: true });
  mount(
    app,
    giveawaysAdminApi.participants,
    ({ params, query }) => readParticipants(params.id, query, deps),
    {
      isLong: true,
    },
  );
  mount(app, giveawaysAdminApi.create, ({ player, body, idempotencyKey }) =>
    createGiveaway({ actorId: player.id, idempotencyKey, giveaway: body }, deps),
  );
  mount(app, giveawaysAdminApi.update, ({ player, params, body, idempotencyKey }) => {
    const { loaded, ...giveaway } = body;
    const input = { actorId: player.id, idempotencyKey, giveawayId: params.id, giveaway, loaded };
    return editGiveaway(input, deps);
  });
  mount(app, giveawaysAdminApi.remove, ({ player, params, idempotencyKey }) =>
    deleteGiveaway({ actorId: player.id, idempotencyKey, giveawayId: params.id }, deps),
  );
}
