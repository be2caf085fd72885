// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { userHistoriesApi } from '../../../../contract/user-histories-admin.ts';
import { usersApi } from '../../../../contract/users-admin.ts';
import { mount } from '../../../platform/http/route.ts';
import { type EditUserDeps, editUser } from './edit-user.ts';
import { noteUser } from './note-user.ts';
import { type ReadUserDeps, readHistory, readUser, readUsers } from './read-user.ts';
import { type RestrainDeps, setSuspension, signOutEverywhere } from './restrain-user.ts';

export type UsersAdminDeps = ReadUserDeps & EditUserDeps & RestrainDeps;

/** Changes of a user are authorised with that user locked. */
const decidesAuthority = true;

/** Administrators' calls about users. */
export function usersAdminRoutes(app: FastifyInstance, deps: UsersAdminDeps): void {
  mount(app, usersApi.list, ({ query }) => readUsers(query, deps), { isLong: true });
  mount(app, usersApi.detail, ({ params }) => readUser(params.id, deps), { isLong: true });
  historyRoutes(app, deps);
  mount(
    app,
    usersApi.update,
    ({ player, params, body, idempotencyKey }) => {
      const input = { actorId: player.id, userId: params.id, change: body, idempotencyKey };
      return editUser(input, deps);
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

function historyRoutes(app: FastifyInstance, deps: UsersAdminDeps): void {
  const { attempts, purchases, payments, transfers } = deps.userRecords;
  const isLong = true;
  mount(
    app,
    userHistoriesApi.attempts,
    ({ params, query }) => readHistory(params.id, query, attempts, deps),
    {
      isLong,
    },
  );
  mount(
    app,
    userHistoriesApi.purchases,
    ({ params, query }) => readHistory(params.id, query, purchases, deps),
    {
      isLong,
    },
  );
  mount(
    app,
    userHistoriesApi.payments,
    ({ params, query }) => readHistory(params.id, query, payments, deps),
    {
      isLong,
    },
  );
  mount(
    app,
    userHistoriesApi.transfers,
    ({ params, query }) => readHistory(params.id, query, transfers, deps),
    {
      isLong,
    },
  );
}

interface RestraintCall {
  player: { id: string };
  params: { id: string };
  body: { reason: string };
}
