// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { ownAccountApi } from '../../../../contract/own-account.ts';
import { requireSession } from '../../../platform/http/authentication.ts';
import { mount } from '../../../platform/http/route.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import { hashToken } from '../tokens.ts';
import { type DeleteAccountDeps, deleteAccount, findLostAnswer } from './delete-account.ts';

/** Calls with which players delete their account. */
export function deletionRoutes(app: FastifyInstance, deps: DeleteAccountDeps): void {
  mount(
    app,
    ownAccountApi.deleteAccount,
    async ({ request }) => {
      const sessionHash = hashToken(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
      const session = await requireSession(request, app.authenticate);
      if (isRefusal(session)) return (await findLostAnswer(deps.db, sessionHash)) ?? session;
      const refusal = app.demandFactor(session, ownAccountApi.deleteAccount);
      if (refusal) return refusal;
      return deleteAccount(session.id, { kind: 'player', sessionHash }, deps);
    },
    { limit: { name: 'delete-account', max: 20, windowSeconds: 60, by: 'address' } },
  );
}
