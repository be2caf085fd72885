// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { builtInRoles, type Permission, permissions } from '../contract/permissions.ts';
import { type AdminTest, startAdminTest } from '../tests/support/admin.ts';
import { endpointsOfContract, outsideTheContract } from '../tests/support/contract.ts';

/** Posted because what is asked about is long; nothing is changed. */
const computedOnly = ['POST /challenge/estimate'];
/** Which permissions may stand before the calls below each address. */
const areas: Record<string, readonly string[]> = {
  approvals: ['approvals'],
  'audit-log': ['audit'],
  books: ['books'],
  challenge: ['challenges', 'disputes'],
  events: ['events'],
  'fair-play': ['fair-play'],
  'gift-card': ['gift-cards', 'deliveries'],
  giveaways: ['giveaways'],
  'outgoing-webhooks': ['outgoing-webhooks'],
  // A failed job may pay when it runs again, so that needs events:send.
  overview: ['overview', 'events'],
  'play-rules': ['play-rules'],
  referrals: ['users'],
  role: ['roles'],
  'super-admin': ['users'],
  'trade-coin': ['coins'],
};

const getName = ({ method, path }: Endpoint) => `${method} ${path}`;
const needsPermission = ({ access }: Endpoint) => access !== 'public' && access !== 'signed-in';

/** What is really mounted below `/api/v1`, read off the router's own drawing of its tree. */
function mountedRoutes(http: FastifyInstance): string[] {
  const parents: string[] = [];
  return http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
      const depth = indent.length / 4;
      const path = depth === 0 ? part : `${parents[depth - 1]}${part}`;
      parents[depth] = path;
      if (!path.startsWith('/api/v1/')) return [];
      const names = methods.split(', ').filter((method) => method && method !== 'HEAD');
      return names.map((method) => `${method} ${path.slice('/api/v1'.length)}`);
    });
}

let app: AdminTest;
let endpoints: Endpoint[];
beforeAll(async () => {
  app = await startAdminTest();
  endpoints = await endpointsOfContract();
});
afterAll(() => app.close());

/** Sends nothing that any call could act on: an unknown id, an empty body. */
async function call(endpoint: Endpoint, token?: string): Promise<{ status: number; code: string }> {
  const { method, path } = endpoint;
  const answer = await app.call({
    method,
    url: path.replace(/:\w+/g, () => randomUUID()),
    key: randomUUID(),
    ...(token && { token }),
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  });
  return { status: answer.statusCode, code: String(answer.json().code ?? '') };
}

const refusalOfGuard = new Set(['not_signed_in', 'session_ended', 'forbidden']);

/** The calls that let this caller through to their own work. */
async function passed(token?: string): Promise<string[]> {
  const names = [];
  for (const endpoint of endpoints.filter(needsPermission)) {
    const { status, code } = await call(endpoint, token);
    expect([getName(endpoint), status]).not.toEqual([getName(endpoint), 500]);
    if (!refusalOfGuard.has(code)) names.push(getName(endpoint));
  }
  return names;
}

const needing = (held: readonly Permission[]) =>
  endpoints.filter(({ access }) => held.includes(access as Permission)).map(getName);

describe('the contract', () => {
  it('lets nobody change anything by a permission to read', () => {
    const changing = endpoints.filter(
      (endpoint) => endpoint.method !== 'GET' && endpoint.access.endsWith(':read'),
    );
    expect(changing.map(getName).filter((name) => !computedOnly.includes(name))).toEqual([]);
  });

  it('asks for a permission of the area that a call belongs to', () => {
    const astray = endpoints.filter(needsPermission).filter(({ path, access }) => {
      const [, area = ''] = path.split('/');
      return !areas[area]?.includes(access.split(':')[0] ?? '');
    });
    expect(astray.map(getName)).toEqual([]);
  });

  it('is all that is mounted, but for what is listed', () => {
    const known = [...endpoints.map(getName), ...outsideTheContract].sort();
    expect(mountedRoutes(app.app.http).sort()).toEqual(known);
  });
});

describe('each call that needs a permission', () => {
  it('refuses callers who are signed out', async () => {
    expect(await passed()).toEqual([]);
    expect(await passed('no-such-token')).toEqual([]);
  });

  it('refuses a session that ended: expired, of a deleted or of a suspended administrator', async () => {
    const [expired, deleted, suspended] = [
      await app.person({ role: 'SUPER_ADMIN' }),
      await app.person({ role: 'SUPER_ADMIN' }),
      await app.person({ role: 'SUPER_ADMIN' }),
    ];
    expect(await passed(expired.token)).toEqual(needing(permissions));
    await app.db.run(sql`delete from sessions where player_id = ${expired.id}`);
    const token = await app.signIn(expired.id);
    await app.db.run(sql`
      update sessions set expires_at = ${app.clock.now()} where player_id = ${expired.id}`);
    expect(await passed(token)).toEqual([]);
    await app.db.run(sql`update players set deleted_at = now() where id = ${deleted.id}`);
    expect(await passed(deleted.token)).toEqual([]);
    await app.db.run(sql`update players set suspended_at = now() where id = ${suspended.id}`);
    expect(await passed(suspended.token)).toEqual([]);
  });

  it.each(Object.entries(builtInRoles))(
    'lets %s do what the role holds, and nothing else',
    async (role, held) => {
      const { token } = await app.person({ role });
      expect(await passed(token)).toEqual(
        needing(permissions).filter((name) => needing(held).includes(name)),
      );
    },
  );

  it.each(permissions)('that needs %s passes for it alone', async (permission) => {
    const { token } = await app.holding(permission);
    expect(await passed(token)).toEqual(needing([permission]));
  });
});
