// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { publicPlayersApi } from '../../../../contract/public-players.ts';
import { usersApi } from '../../../../contract/users-admin.ts';
import { mount } from '../../../platform/http/route.ts';
import { changeHandle, checkHandle, chooseAvatar, type HandleDeps } from './change-handle.ts';
import { resetHandle } from './reset-handle.ts';

/** Each of these calls locks the caller, or the user concerned, together with the account's state. */
const decidesAuthority = true;

/** How players appear to others: players choose, administrators can reset. */
export function handlesRoutes(app: FastifyInstance, deps: HandleDeps): void {
  mount(
    app,
    publicPlayersApi.checkHandle,
    ({ player, query }) => checkHandle({ playerId: player.id, handle: query.handle }, deps),
    { limit: { name: 'handle-check', max: 40, windowSeconds: 60, by: 'player' } },
  );
  mount(
    app,
    publicPlayersApi.changeHandle,
    ({ player, body }) => changeHandle({ playerId: player.id, handle: body.handle }, deps),
    { decidesAuthority, limit: { name: 'handle-change', max: 20, windowSeconds: 60, by: 'player' } },
  );
  mount(
    app,
    publicPlayersApi.chooseAvatar,
    ({ player, body }) => chooseAvatar({ playerId: player.id, avatar: body.avatar }, deps),
    { decidesAuthority },
  );
  mount(
    app,
    usersApi.resetHandle,
    ({ player, params, body, idempotencyKey }) =>
      resetHandle({ actorId: player.id, userId: params.id, ...body, idempotencyKey }, deps),
    { decidesAuthority },
  );
}
