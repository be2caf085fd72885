import type { FastifyInstance } from 'fastify';
import { rolesApi } from '../../../contract/roles.ts';
import { usersApi } from '../../../contract/users.ts';
import { mount } from '../../platform/http/route.ts';
import type { DeleteAccountDeps } from './delete-account.ts';
import { deleteUser } from './delete-user.ts';
import { createRole, deleteRole, listRoles, updateRole } from './edit-role.ts';
import { noteUser } from './note-user.ts';
import { type ReadUserDeps, readHistory, readUser, readUsers } from './read-user.ts';
import { setSuspension, signOutEverywhere } from './restrain-user.ts';
import { type UpdateUserDeps, updateUser } from './update-user.ts';

export type AccountsAdminDeps = DeleteAccountDeps & ReadUserDeps & UpdateUserDeps;

/** What is done to somebody, or to what they may do, is decided together with them. */
const decidesAuthority = true;

/** What administrators do with users and roles. */
export function accountsAdminRoutes(app: FastifyInstance, deps: AccountsAdminDeps): void {
  usersRoutes(app, deps);

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
      return updateRole({ actorId: player.id, roleId: params.id, role, loaded }, deps);
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

function usersRoutes(app: FastifyInstance, deps: AccountsAdminDeps): void {
  mount(app, usersApi.list, ({ query }) => readUsers(query, deps), { isLong: true });
  mount(app, usersApi.detail, ({ params }) => readUser(params.id, deps), { isLong: true });
  historyRoutes(app, deps);
  mount(
    app,
    usersApi.update,
    ({ player, params, body, idempotencyKey }) => {
      const input = { actorId: player.id, userId: params.id, change: body, idempotencyKey };
      return updateUser(input, deps);
    },
    { decidesAuthority },
  );
  mount(
    app,
    usersApi.remove,
    ({ player, params, query }) => deleteUser({ actorId: player.id, userId: params.id, ...query }, deps),
    { decidesAuthority },
  );
  const restraint = (isSuspended: boolean) => (call: RestraintCall) =>
    setSuspension(
      { actorId: call.player.id, userId: call.params.id, reason: call.body.reason, isSuspended },
      deps,
    );
  mount(app, usersApi.suspend, restraint(true), { decidesAuthority });
  mount(app, usersApi.unsuspend, restraint(false), { decidesAuthority });
  mount(
    app,
    usersApi.signOut,
    ({ player, params, body }) =>
      signOutEverywhere({ actorId: player.id, userId: params.id, reason: body.reason }, deps),
    { decidesAuthority },
  );
  mount(app, usersApi.addNote, ({ player, params, body, idempotencyKey }) =>
    noteUser({ actorId: player.id, userId: params.id, note: body.note, idempotencyKey }, deps),
  );
}

function historyRoutes(app: FastifyInstance, deps: AccountsAdminDeps): void {
  const { attempts, purchases, payments, transfers } = deps.userRecords;
  const isLong = true;
  mount(app, usersApi.attempts, ({ params, query }) => readHistory(params.id, query, attempts, deps), {
    isLong,
  });
  mount(app, usersApi.purchases, ({ params, query }) => readHistory(params.id, query, purchases, deps), {
    isLong,
  });
  mount(app, usersApi.payments, ({ params, query }) => readHistory(params.id, query, payments, deps), {
    isLong,
  });
  mount(app, usersApi.transfers, ({ params, query }) => readHistory(params.id, query, transfers, deps), {
    isLong,
  });
}

interface RestraintCall {
  player: { id: string };
  params: { id: string };
  body: { reason: string };
}
