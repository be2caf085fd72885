// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { savedViewsApi } from '../../../contract/saved-views.ts';
import type { SessionPlayer } from '../../platform/http/authentication.ts';
import { mount } from '../../platform/http/route.ts';
import { createView, deleteView, editView } from './edit-view.ts';
import { type Caller, readViews, type SavedViewsDeps } from './read-views.ts';

const toCaller = ({ id, permissions }: SessionPlayer): Caller => ({ playerId: id, rights: permissions });

/** Each call requires the permission for the list that the view belongs to. */
export function savedViewsRoutes(app: FastifyInstance, deps: SavedViewsDeps): void {
  mount(app, savedViewsApi.list, ({ player }) => readViews(toCaller(player), deps));
  mount(app, savedViewsApi.create, ({ player, body, idempotencyKey }) =>
    createView({ caller: toCaller(player), view: body, idempotencyKey }, deps),
  );
  mount(app, savedViewsApi.update, ({ player, params, body }) => {
    const { loaded, ...view } = body;
    return editView({ caller: toCaller(player), viewId: params.id, view, loaded }, deps);
  });
  mount(app, savedViewsApi.remove, ({ player, params }) =>
    deleteView({ caller: toCaller(player), viewId: params.id }, deps),
  );
}
