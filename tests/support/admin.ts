// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Permission } from '../../contract/permissions.ts';
import type { User } from '../../contract/users-admin.ts';
import { getCoins } from '../../server/ledger/balances.ts';
import { listIn, startTestApp, type TestApp } from './app.ts';
import { createPlayer, type NewPlayer } from './factories.ts';

export interface Person {
  id: string;
  token: string;
}

/** An app with administrators and other players. */
export async function startAdminTest(options: Parameters<typeof startTestApp>[0] = {}) {
  const app: TestApp = await startTestApp(options);
  let roles = 0;

  async function person(player: NewPlayer = {}): Promise<Person> {
    const { id } = await createPlayer(app.db, player);
    return { id, token: await app.signIn(id) };
  }

  return {
    ...app,
    person,
    /** An administrator with exactly these permissions. */
    async holding(...permissions: Permission[]): Promise<Person> {
      const role = `HELPER_${++roles}`;
      await app.db.run(sql`insert into roles (name, permissions) values (${role}, ${permissions})`);
      return person({ role });
    },
    /** The table of users; `query` as in the address. */
    async list({ token }: Person, query: string) {
      const answer = await app.call({ url: `/super-admin/get-all-users?${query}`, token });
      return listIn<{ list: User[]; total: number; isEstimate: boolean }>(answer.json());
    },
    update: (by: Person, of: Person, payload: object, key: string = randomUUID()) =>
      app.call({ method: 'PUT', url: `/super-admin/update-user/${of.id}`, token: by.token, key, payload }),
    post: (by: Person, of: Person, action: string, payload: object = {}, key: string = randomUUID()) =>
      app.call({
        method: 'POST',
        url: `/super-admin/users/${of.id}/${action}`,
        token: by.token,
        key,
        payload,
      }),
    remove: (by: Person, of: Person) =>
      app.call({
        method: 'DELETE',
        url: `/super-admin/delete-user/${of.id}?reason=${encodeURIComponent('asked for it')}`,
        token: by.token,
      }),
    coins: async ({ id }: Person) => (await getCoins(app.db, [id])).get(id),
    /** The audit log's entries about this user. */
    log: ({ id }: Person) =>
      app.db.rows<{ action: string }>(sql`
        select action, before, after, reason, address from admin_changes
        where subject = ${`user:${id}`} order by id`),
  };
}

export type AdminTest = Awaited<ReturnType<typeof startAdminTest>>;
