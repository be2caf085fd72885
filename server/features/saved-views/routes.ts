// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { savedViewsApi } from '../../../contract/saved-views.ts';
import { mount } from '../../platform/http/route.ts';
import { createView, deleteView, editView } from './edit-view.ts';
import { readViews, type SavedViewsDeps } from './read-views.ts';

/** Each call requires the permission for the list that the view belongs to. */
export function savedViewsRoutes(app: FastifyInstance, deps: SavedViewsDeps): void {
  mount(app, savedViewsApi.list, ({ player }) =>
    readViews({ playerId: player.id, rights: player.permissions }, deps),
  );
  mount(app, savedViewsApi.create, ({ player, body, idempotencyKey }) =>
    createView({ playerId: player.id, view: body, idempotencyKey }, deps),
  );
  mount(app, savedViewsApi.update, ({ player, params, body }) => {
    const { loaded, ...view } = body;
    return editView({ playerId: player.id, viewId: params.id, view, loaded }, deps);
  });
  mount(app, savedViewsApi.remove, ({ player, params }) =>
    deleteView({ playerId: player.id, viewId: params.id }, deps),
  );
}
