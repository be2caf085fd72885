// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { permissions } from '../../../../contract/permissions.ts';
import type { Role } from '../../../../contract/roles-admin.ts';
import { type Person, startAdminTest } from '../../../../tests/support/admin.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { noJournal } from '../../../platform/journal/journal.ts';
import { createRole, deleteRole, editRole } from './edit-role.ts';

const app = openForTests(startAdminTest);

const roles = async ({ token }: Person) =>
  (await app.call({ url: '/role/getAll', token })).json().data as Role[];
const create = ({ token }: Person, payload: object, key: string = randomUUID()) =>
  app.call({ method: 'POST', url: '/role/create', token, key, payload });
const change = ({ token }: Person, id: string, payload: object) =>
  app.call({ method: 'PUT', url: `/role/update/${id}`, token, payload });
const remove = ({ token }: Person, id: string) =>
  app.call({ method: 'DELETE', url: `/role/delete/${id}`, token });

it('creates, changes, assigns and deletes a role, each with immediate effect', {
  tags: ['long'],
}, async () => {
  const boss = await app.person({ role: 'SUPER_ADMIN' });
  const user = await app.person();
  const events = () => app.call({ url: '/events/all', token: user.token });
  const created = await create(boss, { name: ' event team ', permissions: ['events:read', 'events:read'] });
  const role = created.json().data as Role;
  expect(role).toMatchObject({
    name: 'EVENT_TEAM',
    permissions: ['events:read'],
    isBuiltIn: false,
    users: 0,
  });

  expect((await events()).statusCode).toBe(403);
  await app.update(boss, user, { role: 'EVENT_TEAM' });
  expect((await events()).statusCode).toBe(200);
  const renamed = await change(boss, role._id, { name: 'PARTY_TEAM', permissions: ['giveaways:read'] });
  expect(renamed.json().data).toMatchObject({
    name: 'PARTY_TEAM',
    permissions: ['giveaways:read'],
    users: 1,
  });
  expect((await events()).statusCode).toBe(403);
  expect((await app.list(boss, 'role=PARTY_TEAM')).list.map(({ _id }) => _id)).toEqual([user.id]);

  const inUse = await remove(boss, role._id);
  expect([inUse.statusCode, inUse.json().message]).toEqual([
    409,
    'Users with this role: 1. Nothing was deleted. Give them another role first.',
  ]);
  await app.update(boss, user, { role: 'USER' });
  expect((await remove(boss, role._id)).json().message).toBe('Deleted successfully');
  expect((await roles(boss)).map(({ name }) => name)).toEqual(['ADMIN', 'SUPER_ADMIN', 'USER']);
});

it('accepts the name of a new role in the field `role`, and still reports a missing name', async () => {
  const boss = await app.person({ role: 'SUPER_ADMIN' });
  const created = await create(boss, { role: 'helpers', permissions: [] });
  expect(created.json().data).toMatchObject({ name: 'HELPERS' });
  for (const nameless of [{}, { role: '' }, { name: ' ' }]) {
    const refused = await create(boss, { ...nameless, permissions: [] });
    expect(refused.json().data.issues).toMatchObject([{ message: 'Role name is required.' }]);
  }
  expect((await remove(boss, created.json().data._id)).statusCode).toBe(200);
});

it('lists the permissions of built-in roles and refuses to change them', async () => {
  const boss = await app.person({ role: 'SUPER_ADMIN' });
  const builtIn = (await roles(boss)).filter(({ isBuiltIn }) => isBuiltIn);
  expect(builtIn.find(({ name }) => name === 'SUPER_ADMIN')?.permissions).toEqual(permissions);
  for (const { _id, name } of builtIn) {
    expect((await remove(boss, _id)).json().code).toBe('role_built_in');
    expect((await change(boss, _id, { name, permissions: [] })).json().code).toBe('role_built_in');
  }
});

it('refuses taken or malformed names, unknown permissions and unknown roles', async () => {
  const boss = await app.person({ role: 'SUPER_ADMIN' });
  const key = randomUUID();
  const first = await create(boss, { name: 'SUPPORT', permissions: [] }, key);
  expect((await create(boss, { name: 'SUPPORT', permissions: [] }, key)).json()).toEqual({
    ...first.json(),
  });
  expect((await create(boss, { name: 'support', permissions: [] })).json().code).toBe('role_exists');
  const other = (await create(boss, { name: 'OTHER', permissions: [] })).json().data as Role;
  expect((await change(boss, other._id, { name: 'SUPPORT', permissions: [] })).json().code).toBe(
    'role_exists',
  );
  expect((await create(boss, { name: ' ', permissions: [] })).json().message).toContain(
    'Role name is required.',
  );
  expect((await create(boss, { name: '1', permissions: [] })).statusCode).toBe(400);
  expect((await create(boss, { name: 'ODD', permissions: ['everything'] })).statusCode).toBe(400);
  expect((await change(boss, randomUUID(), { name: 'ODD', permissions: [] })).statusCode).toBe(404);
  expect((await remove(boss, randomUUID())).statusCode).toBe(404);
});

it('passes on database errors other than a taken name', async () => {
  const away = new Error('away');
  const db = { transaction: () => Promise.reject(away) };
  const deps = { db, clock: app.clock, sessions: app.sessions } as never;
  const role = { name: 'X', permissions: [] };
  const edit = { actorId: 'a', roleId: 'r', role, loaded: {} as never };
  await expect(editRole(edit, deps)).rejects.toBe(away);
});

it('answers two concurrent equal calls with the same single role', async () => {
  const boss = await app.person({ role: 'SUPER_ADMIN' });
  for (let round = 0; round < 5; round++) {
    const key = randomUUID();
    const role = { name: `TWICE_${round}`, permissions: [] };
    const answers = await Promise.all([create(boss, role, key), create(boss, role, key)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers[1]?.json()).toEqual(answers[0]?.json());
  }
});

it("refuses granting a permission the caller lacks, editing a stronger role and editing one's own", async () => {
  const boss = await app.person({ role: 'SUPER_ADMIN' });
  const clerk = await app.holding('roles:read', 'roles:write', 'users:write');
  const strong = (await create(boss, { name: 'STRONG', permissions: ['users:delete'] })).json().data as Role;
  const weak = (await create(clerk, { name: 'WEAK', permissions: ['roles:read'] })).json().data as Role;
  const beyond = { name: 'WEAK', permissions: ['users:delete'] };
  expect((await create(clerk, { ...beyond, name: 'BEYOND' })).json().code).toBe('role_beyond_yours');
  expect((await change(clerk, weak._id, beyond)).json().code).toBe('role_beyond_yours');
  expect((await change(clerk, strong._id, { name: 'STRONG', permissions: [] })).json().code).toBe(
    'role_beyond_yours',
  );
  expect((await remove(clerk, strong._id)).json().code).toBe('role_beyond_yours');
  const user = await app.person();
  expect((await app.update(clerk, user, { role: 'STRONG' })).json().code).toBe('role_beyond_yours');
  const own = (await roles(clerk)).find(({ name }) => name.startsWith('HELPER_')) as Role;
  expect((await change(clerk, own._id, { name: own.name, permissions: [] })).json().code).toBe('own_role');
});

it('never leaves a user with a role that is deleted concurrently', async () => {
  const boss = await app.person({ role: 'SUPER_ADMIN' });
  for (let round = 0; round < 5; round++) {
    const name = `BRIEF_${round}`;
    const role = (await create(boss, { name, permissions: [] })).json().data as Role;
    const user = await app.person();
    const [given, gone] = await Promise.all([app.update(boss, user, { role: name }), remove(boss, role._id)]);
    expect([given.statusCode, gone.statusCode].sort()).toEqual(
      given.statusCode === 200 ? [200, 409] : [200, 422],
    );
  }
});

it('logs a role before and after each change, and who made it', async () => {
  const boss = await app.person({ role: 'SUPER_ADMIN' });
  const key = randomUUID();
  const made = { name: 'WRITTEN', permissions: ['users:read' as const, 'events:read' as const] };
  const { _id } = (await create(boss, made, key)).json().data as Role;
  expect((await create(boss, { ...made, name: 'OTHER' }, key)).json().code).toBe('idempotency_key_reused');
  const widened = async () => app.db.row(sql`select widened_at, widened_by from roles where id = ${_id}`);
  const narrow = { name: 'WRITTEN', permissions: ['users:read' as const] };
  expect((await change(boss, _id, narrow)).statusCode).toBe(200);
  expect(await widened()).toEqual({ widenedAt: null, widenedBy: null });
  const other = { name: 'RENAMED', permissions: ['users:read' as const, 'challenges:read' as const] };
  expect((await change(boss, _id, other)).statusCode).toBe(200);
  expect(await widened()).toEqual({ widenedAt: app.clock.now(), widenedBy: boss.id });
  await remove(boss, _id);
  const written = await app.db.rows(sql`
    select action, actor_id, before, after from admin_changes where subject = ${`role:${_id}`} order by id`);
  const actorId = boss.id;
  expect(written).toEqual([
    { action: 'role.create', actorId, before: null, after: made },
    { action: 'role.update', actorId, before: made, after: narrow },
    { action: 'role.update', actorId, before: narrow, after: other },
    { action: 'role.delete', actorId, before: other, after: null },
  ]);
});

it('requires roles:write at the time of the call', async () => {
  const boss = await app.person({ role: 'SUPER_ADMIN' });
  const reader = await app.holding('roles:read');
  const { _id } = (await create(boss, { name: 'GUARDED', permissions: [] })).json().data as Role;
  const role = { name: 'GUARDED', permissions: [] };
  const deps = { db: app.db, clock: app.clock, sessions: { forget() {} }, journal: noJournal };
  for (const [actorId, refused] of [
    [reader.id, 'forbidden'],
    [randomUUID(), 'session_ended'],
  ] as const) {
    const idempotencyKey = randomUUID();
    const made = createRole({ actorId, role: { ...role, name: 'MORE' }, idempotencyKey }, deps);
    expect(await made).toEqual({ refused });
    expect(await editRole({ actorId, roleId: _id, role, loaded: undefined }, deps)).toEqual({ refused });
    expect(await deleteRole({ actorId, roleId: _id }, deps)).toEqual({ refused });
  }
});
