// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { signInsApi } from '../../../../contract/sign-ins.ts';
import { mount } from '../../../platform/http/route.ts';
import { listSignIns } from './list-sign-ins.ts';
import { type RemoveSignInDeps, removeSignIn } from './remove-sign-in.ts';

/** Without this, a call would lock its player before the identities. A sign-in locks them in the opposite order. */
const decidesAuthority = true;

/** Lets players see and remove their sign-in methods. */
export function ownSignInRoutes(app: FastifyInstance, deps: RemoveSignInDeps): void {
  mount(app, signInsApi.list, ({ player }) => listSignIns(deps.db, player.id));
  mount(
    app,
    signInsApi.remove,
    ({ player: { id: playerId, sessionId }, params }) =>
      removeSignIn({ playerId, sessionId }, params.provider, deps),
    { decidesAuthority, limit: { name: 'remove-sign-in', max: 10, windowSeconds: 60, by: 'player' } },
  );
}
