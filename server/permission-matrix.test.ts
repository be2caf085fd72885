// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { text as readText } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { Access } from '../contract/endpoint.ts';
import { builtInRoles, type Permission, permissions } from '../contract/permissions.ts';
import { startAdminTest } from '../tests/support/admin.ts';
import { endpointsOfContract, outsideTheContract } from '../tests/support/contract.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** For `npm run attacks`. */
    matrix?: { operations: number; identities: number; flags: number };
  }
}

interface Answer {
  status: number;
  code: string;
}

interface Row {
  name: string;
  access: Access;
  call(token?: string): Promise<Answer>;
}

interface Who {
  token: string | undefined;
  /** Undefined: signed out, even if the user had permissions before. */
  held: readonly Permission[] | undefined;
}

const endsSession = ({ name }: Row) => name === 'POST /auth/logout';

const app = openForTests(startAdminTest);
const endpoints = await endpointsOfContract();

const refusalOfGuard = new Set(['not_signed_in', 'session_ended', 'forbidden']);
/** All calls in the matrix, with the access that each requires. */
const rows = (): Row[] => [
  ...endpoints.map((endpoint) => ({
    name: `${endpoint.method} ${endpoint.path}`,
    access: endpoint.access,
    call: (token?: string) => ask(`${endpoint.method} ${endpoint.path}`, token),
  })),
  ...outsideTheContract.map((name) => ({
    name,
    access: name === 'GET /live' ? ('signed-in' as const) : ('public' as const),
    call: (token?: string) => ask(name, token),
  })),
];

/**
 * Sends nothing that a call could act on: an unknown id, an empty body. Reads the answer as a stream, because one
 * call's answer never ends.
 */
async function ask(name: string, token?: string): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ');
  const answer = await app.app.http.inject({
    method: method as 'GET',
    url: `/api/v1${path.replace(/:\w+/g, () => randomUUID())}`,
    payloadAsStream: true,
    headers: {
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  });
  const text = answer.statusCode < 400 ? '' : await readText(answer.stream());
  answer.stream().destroy();
  return { status: answer.statusCode, code: text ? String(JSON.parse(text).code) : '' };
}

const needsPermission = ({ access }: Row) => access !== 'public' && access !== 'signed-in';

/** For each permission, a user who holds only that one. */
async function holders(): Promise<Record<string, Who>> {
  const all: Record<string, Who> = {};
  for (const permission of permissions)
    all[permission] = { token: (await app.holding(permission)).token, held: [permission] };
  return all;
}

async function identities(): Promise<Record<string, Who>> {
  const ended = async (end: (id: string) => ReturnType<typeof sql>): Promise<Who> => {
    const { id, token } = await app.person({ role: 'SUPER_ADMIN' });
    await app.db.run(end(id));
    return { token, held: undefined };
  };
  const holding = async (role: keyof typeof builtInRoles): Promise<Who> => ({
    token: (await app.person({ role })).token,
    held: builtInRoles[role],
  });
  return {
    visitor: { token: undefined, held: undefined },
    'made-up token': { token: 'no-such-token', held: undefined },
    'logged out': await ended((id) => sql`delete from sessions where player_id = ${id}`),
    expired: await ended(
      (id) => sql`update sessions set expires_at = ${app.clock.now()} where player_id = ${id}`,
    ),
    suspended: await ended((id) => sql`update players set suspended_at = now() where id = ${id}`),
    deleted: await ended((id) => sql`update players set deleted_at = now() where id = ${id}`),
    player: await holding('USER'),
    ADMIN: await holding('ADMIN'),
    SUPER_ADMIN: await holding('SUPER_ADMIN'),
  };
}

/** Calls without a guard that refuse signed-out callers themselves. */
const asksItself = new Set(['POST /auth/delete-account', 'POST /discord/interactions']);

/** Open to everyone with a permission, but not to plain players. */
const forAdministrators = new Set([
  'POST /auth/second-factor/app/start',
  'POST /auth/second-factor/passkeys/start',
]);

it('lets every role call exactly what it may', async ({ task }) => {
  // Calls that end the session come last.
  const inOrder = rows().sort((one, other) => Number(endsSession(one)) - Number(endsSession(other)));
  const flags: unknown[] = [];
  const everybody = await identities();
  const people = Object.entries({ ...everybody, ...(await holders()) });
  for (const [who, { token, held }] of people) {
    // A call without a required permission answers all permission holders alike.
    const isOfOne = permissions.some((permission) => permission === who);
    for (const { name, access, call } of isOfOne ? inOrder.filter(needsPermission) : inOrder) {
      const { status, code } = await call(token);
      const isLetThrough = !refusalOfGuard.has(code) || asksItself.has(name);
      const may =
        access === 'public' ||
        (held !== undefined &&
          (access === 'signed-in' ? held.length > 0 || !forAdministrators.has(name) : held.includes(access)));
      if (isLetThrough !== may || (status >= 500 && code === 'internal'))
        flags.push([who, name, status, code]);
    }
  }
  expect(flags).toEqual([]);
  task.meta.matrix = {
    operations: inOrder.length,
    identities: Object.keys(everybody).length,
    flags: flags.length,
  };
});
