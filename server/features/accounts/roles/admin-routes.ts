// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { rolesApi } from '../../../../contract/roles-admin.ts';
import { mount } from '../../../platform/http/route.ts';
import { createRole, deleteRole, type EditRoleDeps, editRole, listRoles } from './edit-role.ts';

/** Changes of a role are authorised with its holders locked. */
const decidesAuthority = true;

/** Administrators' calls about roles. */
export function rolesAdminRoutes(app: FastifyInstance, deps: EditRoleDeps): void {
  mount(app, rolesApi.list, () => listRoles(deps.db));
  mount(
    app,
    rolesApi.create,
    ({ player, body, idempotencyKey }) =>
      createRole({ actorId: player.id, role: body, idempotencyKey }, deps),
    { decidesAuthority },
  );
  mount(
    app,
    rolesApi.update,
    ({ player, params, body }) => {
      const { loaded, ...role } = body;
      return editRole({ actorId: player.id, roleId: params.id, role, loaded }, deps);
    },
    { decidesAuthority },
  );
  mount(
    app,
    rolesApi.remove,
    ({ player, params }) => deleteRole({ actorId: player.id, roleId: params.id }, deps),
    { decidesAuthority },
  );
}
