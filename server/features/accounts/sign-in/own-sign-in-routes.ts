// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { signInsApi } from '../../../../contract/sign-ins.ts';
import { mount } from '../../../platform/http/route.ts';
import { listSignIns } from './list-sign-ins.ts';
import { type RemoveSignInDeps, removeSignIn } from './remove-sign-in.ts';

/** A call would hold its player before it locks the identities. A sign-in locks them in the other order. */
const decidesAuthority = true;

/** Where players see how their account is signed in to, and remove a way. */
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
