// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { giveawaysAdminApi } from '../../../contract/giveaways-admin.ts';
import type { EditDeps } from '../../editable.ts';
import { mount } from '../../platform/http/route.ts';
import type { People } from '../../ports.ts';
import { giveawayEdits } from './edit-giveaway.ts';
import { listAllGiveaways } from './list-giveaways.ts';
import { readParticipants } from './views.ts';

export type GiveawaysAdminDeps = EditDeps<typeof giveawayEdits> & Pick<People, 'searchUserIds'>;

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
    giveawayEdits.create({ actorId: player.id, idempotencyKey, terms: body }, deps),
  );
  mount(app, giveawaysAdminApi.update, ({ player, params, body, idempotencyKey }) => {
    const { loaded, isUndo, ...terms } = body;
    const change = { actorId: player.id, idempotencyKey, id: params.id, terms, loaded, isUndo };
    return giveawayEdits.edit(change, deps);
  });
  mount(app, giveawaysAdminApi.remove, ({ player, params, idempotencyKey }) =>
    giveawayEdits.remove({ actorId: player.id, idempotencyKey, id: params.id }, deps),
  );
}
