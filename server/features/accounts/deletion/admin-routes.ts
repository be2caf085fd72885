// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { usersApi } from '../../../../contract/users-admin.ts';
import { mount } from '../../../platform/http/route.ts';
import type { DeleteAccountDeps } from './delete-account.ts';
import { deleteUser } from './delete-user.ts';

/** Calls with which administrators delete other people's accounts. */
export function deletionAdminRoutes(app: FastifyInstance, deps: DeleteAccountDeps): void {
  mount(
    app,
    usersApi.remove,
    ({ player, params, query }) => deleteUser({ actorId: player.id, userId: params.id, ...query }, deps),
    { decidesAuthority: true },
  );
}
