// SPDX-License-Identifier: Apache-2.0

/** Every act on a player takes the locks in the same order and locks no other player, so no two acts deadlock. */
import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { type Person, startAdminTest } from '../../../tests/support/admin.ts';
import { handleOf } from '../../../tests/support/factories.ts';
import { expectOneOrder } from '../../../tests/support/lock-order.ts';
import { waitUntilSomeoneWaits } from '../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { outsideTransaction } from '../../platform/db/second-connection.ts';

const app = openForTests(startAdminTest);

type Call = (by: Person, of: Person) => Promise<{ statusCode: number }>;
const call = (by: Person, method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.call({ method, url, token: by.token, key: randomUUID(), ...(payload && { payload }) });
const reason = 'a test';

it.each<[string, Call]>([
  ['changes a user', (by, of) => app.update(by, of, { name: 'New' })],
  ['suspends', (by, of) => app.post(by, of, 'suspend', { reason })],
  ['lifts a suspension', (by, of) => app.post(by, of, 'unsuspend', {})],
  ['signs out', (by, of) => app.post(by, of, 'sign-out', { reason })],
  ['removes a second factor', (by, of) => app.post(by, of, 'remove-second-factor', { reason })],
  [
    'resets a handle',
    async (by, of) => app.post(by, of, 'reset-handle', { handle: await handleOf(app.db, of), reason }),
  ],
  [
    'changes a role',
    (by, { id }) => call(by, 'PUT', `/role/update/${roleOf.get(id)}`, { name: 'LOCKED_X', permissions: [] }),
  ],
  [
    'deletes a user',
    (by, of) => call(by, 'DELETE', `/super-admin/delete-user/${of.id}?${new URLSearchParams({ reason })}`),
  ],
  ['deletes a role', (by, { id }) => call(by, 'DELETE', `/role/delete/${roleOf.get(id)}`)],
])('a caller who %s holds no later lock while it waits for an earlier lock', async (_what, act) => {
  // Ids ascend, so the first one is locked first.
  const of = await app.person();
  const by = await app.person({ role: 'SUPER_ADMIN' });
  const role = await app.db.one<{ id: string; name: string }>(sql`
    insert into roles (name) values (${`LOCKED_${roleOf.size}`}) returning id, name`);
  roleOf.set(of.id, role.id);
  await app.db.run(sql`update players set role = ${role.name} where id = ${of.id}`);
  await expectOneOrder(app, { by, of }, () => act(by, of));
});
const roleOf = new Map<string, string>();

it.each<[string, (by: Person) => ReturnType<Call>]>([
  ['change a handle', (by) => call(by, 'PUT', '/auth/handle', { handle: `Racer-${by.id.slice(-6)}` })],
  ['choose an avatar', (by) => call(by, 'PUT', '/auth/avatar', { avatar: 'owl' })],
  ['set up a second factor', (by) => call(by, 'POST', '/auth/second-factor/app/start')],
  ['make a role', (by) => call(by, 'POST', '/role/create', { name: `R${roleOf.size}`, permissions: [] })],
])(
  'the request to %s locks its player for the change first, so that two never deadlock',
  async (_what, act) => {
    const by = await app.person({ role: 'SUPER_ADMIN' });
    let acting: ReturnType<Call> | undefined;
    await app.db.transaction(async (tx) => {
      await tx.run(sql`select from players where id = ${by.id} for update`);
      acting = outsideTransaction(() => act(by));
      await waitUntilSomeoneWaits(app.db, () => false);
      const waiting = await outsideTransaction(() =>
        app.db.rows<{ query: string }>(sql`
        select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
      );
      expect(waiting.map(({ query }) => /for no key update|for share/.exec(query)?.[0])).toEqual([
        'for no key update',
      ]);
    });
    expect((await acting)?.statusCode).toBeLessThan(500);
  },
);
