import type { FastifyInstance } from 'fastify';
import { rolesApi } from '../../../contract/roles.ts';
import { usersApi } from '../../../contract/users.ts';
import { answer, mount } from '../../platform/http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
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
    async ({ player, body, idempotencyKey }) => {
      const created = await createRole({ actorId: player.id, role: body, idempotencyKey }, deps);
      return isRefusal(created) ? created : answer(created, 'Created successfully');
    },
    { decidesAuthority },
  );
  mount(
    app,
    rolesApi.update,
    async ({ player, params, body }) => {
      const { loaded, ...role } = body;
      const updated = await updateRole({ actorId: player.id, roleId: params.id, role, loaded }, deps);
      return isRefusal(updated) ? updated : answer(updated, 'Updated successfully');
    },
    { decidesAuthority },
  );
  mount(
    app,
    rolesApi.remove,
    async ({ player, params }) => {
      const removed = await deleteRole({ actorId: player.id, roleId: params.id }, deps);
      return isRefusal(removed) ? removed : answer(removed, 'Deleted successfully');
    },
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
    async ({ player, params, body, idempotencyKey }) => {
      const input = { actorId: player.id, userId: params.id, change: body, idempotencyKey };
      const updated = await updateUser(input, deps);
      return isRefusal(updated) ? updated : answer(updated, 'User updated successfully');
    },
    { decidesAuthority },
  );
  mount(
    app,
    usersApi.remove,
    async ({ player, params, query }) => {
      const deleted = await deleteUser({ actorId: player.id, userId: params.id, ...query }, deps);
      return isRefusal(deleted) ? deleted : answer(deleted, 'User deleted successfully');
    },
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
