// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Permission } from '../contract/permissions.ts';
import { type Person, startAdminTest } from '../tests/support/admin.ts';
import { endpointsOfContract } from '../tests/support/contract.ts';
import { meanwhile } from '../tests/support/meanwhile.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';
import { getName, sampleCall } from '../tests/support/sample-calls.ts';
import type { Tx } from './platform/db/database.ts';

const app = openForTests(startAdminTest);
const endpoints = await endpointsOfContract();

/** A POST because its input is long; it changes nothing. */
const changesNothing = ['POST /challenge/estimate'];
const changing = () =>
  endpoints.filter((endpoint) => endpoint.method !== 'GET' && !changesNothing.includes(getName(endpoint)));
const ofAdministrators = () =>
  changing().filter(({ access }) => access !== 'public' && access !== 'signed-in');

async function send(endpoint: Endpoint, { token }: Person, id?: string) {
  const sample = await sampleCall(endpoint, id);
  const answer = await app.call({ ...sample, token, key: randomUUID() } as Parameters<typeof app.call>[0]);
  return [getName(endpoint), answer.statusCode, answer.json().code];
}

const demote = (tx: Tx, { id }: Person, role = 'USER') =>
  tx.run(sql`update players set role = ${role} where id = ${id}`);
const suspend = (tx: Tx, { id }: Person) =>
  tx.run(sql`update players set suspended_at = now() where id = ${id}`);
const empty = (tx: Tx, { id }: Person) =>
  tx.run(sql`update roles set permissions = '{}' where name = (select role from players where id = ${id})`);
const remove = async (tx: Tx, { id }: Person) => {
  await tx.run(sql`select from players where id = ${id} for update`);
  await tx.run(sql`update players set deleted_at = now(), role = 'USER' where id = ${id}`);
};

describe('an administrator who loses rights during a call', () => {
  it.each([
    ['are demoted', demote, [403, 'forbidden']],
    ['are suspended', suspend, [403, 'forbidden']],
    ['lose the permission with their role', empty, [403, 'forbidden']],
    ['are deleted', remove, [401, 'session_ended']],
  ] as const)(
    'is refused by every changing call when they %s',
    { tags: ['long'] },
    async (_what, end, refusal) => {
      for (const endpoint of ofAdministrators()) {
        const helper = await app.holding(endpoint.access as Permission);
        const logged = async () =>
          (await app.db.rows(sql`select id from admin_changes where actor_id = ${helper.id}`)).length;
        const outcome = await meanwhile(
          app.db,
          (tx) => end(tx, helper),
          () => send(endpoint, helper),
        );
        expect(outcome).toEqual([getName(endpoint), ...refusal]);
        expect(await logged()).toBe(0);
      }
    },
  );
});

describe('a user who gains rights during a call', () => {
  const onUsers = () => ofAdministrators().filter(({ path }) => /^\/super-admin\/.*:id/.test(path));

  it('is protected by their new rank in every call', { tags: ['long'] }, async () => {
    await app.person({ role: 'SUPER_ADMIN' });
    for (const endpoint of onUsers()) {
      const helper = await app.holding(endpoint.access as Permission);
      const user = await app.person();
      const outcome = await meanwhile(
        app.db,
        (tx) => demote(tx, user, 'SUPER_ADMIN'),
        () => send(endpoint, helper, user.id),
      );
      // A note changes nothing about a user.
      const expected = endpoint.path.endsWith('/notes') ? [200, undefined] : [403, 'user_outranks_you'];
      expect(outcome).toEqual([getName(endpoint), ...expected]);
      const row = await app.db.row<{ role: string }>(sql`
        select role from players where id = ${user.id} and deleted_at is null and suspended_at is null`);
      expect([getName(endpoint), row?.role]).toEqual([getName(endpoint), 'SUPER_ADMIN']);
    }
  });

  it('is protected when their role gains a permission or a name', async () => {
    for (const change of [
      (tx: Tx, role: string) =>
        tx.run(sql`update roles set permissions = '{roles:write}' where name = ${role}`),
      (tx: Tx, role: string) =>
        tx.run(sql`update roles set name = name || '_2', permissions = '{roles:write}' where name = ${role}`),
    ]) {
      const helper = await app.holding('users:delete', 'users:read');
      const user = await app.holding('users:read');
      const role = (await app.db.row<{ role: string }>(sql`select role from players where id = ${user.id}`))
        ?.role;
      const answer = await meanwhile(
        app.db,
        (tx) => change(tx, String(role)),
        () => app.remove(helper, user),
      );
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'user_outranks_you']);
    }
  });

  it('is not reported as deleted unless the deletion is on record', async () => {
    const admin = await app.person({ role: 'SUPER_ADMIN' });
    const answer = await app.remove(admin, { id: randomUUID(), token: '' });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    const user = await app.person({ gamerCoins: 7 });
    const [first, again] = [await app.remove(admin, user), await app.remove(admin, user)];
    expect([first.json().data.forfeitedGC, again.json()]).toEqual([7, first.json()]);
    const reader = await app.holding('users:read');
    expect((await app.remove(reader, user)).statusCode).toBe(403);
  });
});

describe('administrators who change each other concurrently', () => {
  it('do not deadlock: one of two mutual demotions succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [
        await app.person({ role: 'SUPER_ADMIN' }),
        await app.person({ role: 'SUPER_ADMIN' }),
      ];
      const answers = await Promise.all([
        app.update(one, other, { role: 'USER' }),
        app.update(other, one, { role: 'USER' }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    }
  });

  it('leave at least one SUPER_ADMIN, however many are demoted', async () => {
    await app.db.run(sql`update players set role = 'USER' where role = 'SUPER_ADMIN'`);
    const admins = await Promise.all(Array.from({ length: 6 }, () => app.person({ role: 'SUPER_ADMIN' })));
    const next = (n: number) => admins[(n + 1) % admins.length] as Person;
    const deadlocks = async () =>
      (
        await app.db.row<{ n: number }>(
          sql`select deadlocks as n from pg_stat_database where datname = current_database()`,
        )
      )?.n;
    const before = await deadlocks();
    await Promise.all(
      admins.map((admin, n) =>
        n % 3 === 0
          ? app.remove(admin, next(n))
          : n % 3 === 1
            ? app.post(admin, next(n), 'suspend')
            : app.update(admin, next(n), { role: 'USER' }),
      ),
    );
    const left = await app.db.rows(sql`
      select id from players where role = 'SUPER_ADMIN' and deleted_at is null and suspended_at is null`);
    expect(left.length).toBeGreaterThanOrEqual(1);
    expect(await deadlocks()).toBe(before);
  });
});
