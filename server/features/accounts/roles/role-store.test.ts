// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { builtInRoles } from '../../../../contract/permissions.ts';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { keepsWaiting } from '../../../../tests/support/keeps-waiting.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { appoint } from './appoint.ts';
import { holdCaller, holdRights, readRights, requireOtherSuperAdmin } from './authority.ts';
import { listRoles } from './edit-role.ts';
import { listOfficers } from './list-officers.ts';
import { roleProofs } from './proofs.ts';
import * as store from './role-store.ts';

const noon = new Date('2026-03-10T12:00:00Z');
const later = new Date('2026-03-11T12:00:00Z');

const db = openTestDatabase({ poolSize: 4 });
beforeEach(async () => {
  await db.run(sql`update players set role = 'USER'`);
  await db.run(sql`delete from roles where not is_built_in`);
});

const within = <Answer>(work: (tx: Tx) => Promise<Answer>) => db.transaction(work);
const person = async (role = 'USER') => (await createPlayer(db, { role })).id;
const addRole = async (name: string, ...permissions: string[]) =>
  (await within((tx) => store.insertRole(tx, { name, permissions })))?.id as string;
const isHeld = (table: string, id: string, strength: string, hold: (tx: Tx) => Promise<unknown>) =>
  keepsWaiting(db, hold, sql`select from ${raw(table)} where id = ${id} for ${raw(strength)} nowait`);

it('lists roles with their number of users, built-in roles first', async () => {
  await addRole('B_TEAM', 'events:read', 'gone:by-now');
  await addRole('A_TEAM');
  await person('B_TEAM');
  expect(await addRole('B_TEAM')).toBeUndefined();
  const listed = (await listRoles(db)).map(({ name, permissions, isBuiltIn, users }) => [
    ...[name, isBuiltIn, users, name === 'B_TEAM' ? permissions : undefined],
  ]);
  const users = (name: string) => listed.find(([listedName]) => listedName === name)?.[2];
  expect(listed).toEqual([
    ['ADMIN', true, 0, undefined],
    ['SUPER_ADMIN', true, 0, undefined],
    ['USER', true, users('USER'), undefined],
    ['A_TEAM', false, 0, undefined],
    ['B_TEAM', false, 1, ['events:read']],
  ]);
  expect(await store.searchRoleNames(db, 'team')).toHaveLength(2);
  expect(await store.searchRoleNames(db, 'b_t')).toEqual(['B_TEAM']);
});

it('locks a role while it is assigned, and assigns none while it changes', async () => {
  const id = await addRole('KEPT');
  expect(await isHeld('roles', id, 'share', (tx) => store.findRole(tx, { name: 'KEPT' }))).toBe(false);
  expect(await isHeld('roles', id, 'no key update', (tx) => store.findRole(tx, { name: 'KEPT' }))).toBe(true);
  expect(await isHeld('roles', id, 'share', (tx) => store.lockRole(tx, id))).toBe(true);
  expect(await within((tx) => store.lockRole(tx, randomUUID()))).toBeUndefined();
  expect(await within((tx) => store.findRole(tx, { name: 'NONE' }))).toBeUndefined();
  const holder = await person('KEPT');
  expect(await isHeld('roles', id, 'no key update', (tx) => holdRights(tx, holder))).toBe(true);
});

it('locks and changes the holders of a role together with it, and no others', async () => {
  const [id, other] = [await addRole('HELD'), await addRole('BESIDE')];
  const [actor, holder, stranger] = [await person('ADMIN'), await person('HELD'), await person('BESIDE')];
  const held = (playerId: string, roleId = id) =>
    isHeld('players', playerId, 'share', (tx) => store.lockHolders(tx, roleId, actor));
  expect([await held(actor), await held(holder), await held(stranger)]).toEqual([true, true, false]);
  expect([await held(holder, other), await held(stranger, other)]).toEqual([false, true]);
  const { id: builtIn } = await db.one<{ id: string }>(sql`select id from roles where name = 'USER'`);
  expect(await held(await person(), builtIn)).toBe(false);
  await within((tx) => store.updateRole(tx, id, { name: 'RENAMED', permissions: ['users:read'] }));
  const roleOf = async (playerId: string) =>
    (await db.one<{ role: string }>(sql`select role from players where id = ${playerId}`)).role;
  expect([await roleOf(holder), await roleOf(stranger)]).toEqual(['RENAMED', 'BESIDE']);
  expect([await store.countHolders(db, 'RENAMED'), await store.countHolders(db, 'BESIDE')]).toEqual([1, 1]);
  await db.run(sql`update players set deleted_at = now() where id = ${stranger}`);
  expect(await store.countHolders(db, 'BESIDE')).toBe(0);
  await db.run(sql`update players set role = 'USER' where id = ${stranger}`);
  await within((tx) => store.removeRole(tx, other));
  expect((await listRoles(db)).map(({ name }) => name)).toContain('RENAMED');
  expect((await listRoles(db)).map(({ name }) => name)).not.toContain('BESIDE');
});

it('returns the rights of active players only', async () => {
  await addRole('READER', 'users:read', 'gone:by-now');
  const [reader, admin, player] = [await person('READER'), await person('ADMIN'), await person()];
  const rights = await readRights(db, [reader, admin, player, randomUUID()]);
  expect(rights).toEqual(
    new Map([
      [reader, new Set(['users:read'])],
      [admin, new Set(builtInRoles.ADMIN)],
      [player, new Set()],
    ]),
  );
  const caller = (playerId: string, access: Parameters<typeof holdCaller>[1]['access']) =>
    within(async (tx) => (await holdCaller(tx, { playerId, access, address: '' }))?.refused);
  expect(await caller(reader, 'users:read')).toBeUndefined();
  expect(await caller(reader, 'users:write')).toBe('forbidden');
  expect(await caller(player, 'signed-in')).toBeUndefined();
  await db.run(sql`update players set suspended_at = now() where id = ${reader}`);
  expect(await caller(reader, 'users:read')).toBe('forbidden');
  expect(await caller(reader, 'signed-in')).toBe('session_ended');
  expect((await readRights(db, [reader])).get(reader)).toEqual(new Set());
  await db.run(sql`update players set deleted_at = now() where id = ${reader}`);
  expect(await caller(reader, 'users:read')).toBe('session_ended');
  for (const access of ['public', null] as const) expect(await caller(randomUUID(), access)).toBeUndefined();
});

it('lists administrators with the time their role was given or widened, and by whom', async () => {
  const id = await addRole('OFFICE', 'users:read');
  const [giver, widener] = [await person(), await person()];
  const officer = await person('OFFICE');
  await addRole('EMPTY');
  await person('EMPTY');
  const listed = () => listOfficers(db, 7 * 24 * 3_600_000);
  const { createdAt } = await db.one<{ createdAt: Date }>(
    sql`select created_at from players where id = ${officer}`,
  );
  const row = { playerId: officer, permissions: new Set(['users:read']) };
  expect(await listed()).toEqual([{ ...row, since: createdAt, appointedBy: [] }]);
  await db.run(sql`update players set role_since = ${noon}, role_given_by = ${giver} where id = ${officer}`);
  expect(await listed()).toEqual([{ ...row, since: noon, appointedBy: [giver] }]);
  await within((tx) => store.recordPermissionGain(tx, id, { by: widener, at: later }));
  expect(await listed()).toEqual([{ ...row, since: later, appointedBy: [giver, widener] }]);
  await db.run(sql`update players set role_since = ${new Date(later.getTime() + 1)} where id = ${officer}`);
  expect((await listed())[0]?.since.getTime()).toBe(later.getTime() + 1);
});

it('appoints an account once from the console, with a log entry', async () => {
  const player = await person();
  const give = (playerId: string, role: string) =>
    within(async (tx) => {
      const given = await appoint(tx, { playerId, role, reason: 'at the console' }, noon);
      return 'refused' in given ? given.refused : given.before;
    });
  expect(await give(player, 'NONE')).toBe('role_unknown');
  expect(await give(randomUUID(), 'ADMIN')).toBe('not_found');
  expect(await give(player, 'ADMIN')).toBe('USER');
  expect(await give(player, 'ADMIN')).toBe('ADMIN');
  const written = await db.rows(sql`
    select actor_id, action, before, after, reason from admin_changes where subject = ${`user:${player}`}`);
  expect(written).toEqual([
    {
      actorId: player,
      action: 'user.appoint',
      before: { role: 'USER' },
      after: { role: 'ADMIN' },
      reason: 'at the console',
    },
  ]);
  const row = await db.row(sql`select role, role_since, role_given_by from players where id = ${player}`);
  expect(row).toEqual({ role: 'ADMIN', roleSince: noon, roleGivenBy: null });
  await db.run(sql`update players set suspended_at = now() where id = ${player}`);
  expect(await give(player, 'USER')).toBe('not_found');
  const [last, other] = [await person('SUPER_ADMIN'), await person('SUPER_ADMIN')];
  expect(await give(other, 'USER')).toBe('SUPER_ADMIN');
  expect(await give(last, 'USER')).toBe('last_super_admin');
  expect(await give(last, 'SUPER_ADMIN')).toBe('SUPER_ADMIN');
  await db.run(sql`update players set role = 'USER' where id = ${last}`);
});

it('keeps at least one SUPER_ADMIN, also when several leave concurrently', async () => {
  const [one, other] = [await person('SUPER_ADMIN'), await person('SUPER_ADMIN')];
  const held = async (id: string, role = 'SUPER_ADMIN') =>
    (await within((tx) => requireOtherSuperAdmin(tx, { id, role, kept: [], suspendedAt: null })))?.refused;
  expect([await held(one), await held(one, 'ADMIN')]).toEqual([undefined, undefined]);
  await within(async (tx) => {
    await store.hasOtherSuperAdmin(tx, one);
    const { free } = await outsideTransaction(() =>
      db.one<{ free: boolean }>(sql`select pg_try_advisory_lock(7421) as free`),
    );
    expect(free).toBe(false);
  });
  for (const column of [sql`suspended_at`, sql`deleted_at`]) {
    await db.run(sql`update players set ${column} = now() where id = ${other}`);
    expect(await held(one)).toBe('last_super_admin');
    await db.run(sql`update players set ${column} = null where id = ${other}`);
  }
  expect(await held(one)).toBeUndefined();
});

it('proves the number of users per role and reports a wrong count', async () => {
  const breaches = async () =>
    (await db.rows<{ breach: string }>(roleProofs[0]?.contradictions as never)).map(({ breach }) => breach);
  expect(roleProofs.map(({ claim }) => claim)).toEqual(['Each role counts its users correctly']);
  expect(await breaches()).toEqual([]);
  await addRole('COUNTED');
  await person('COUNTED');
  await db.run(sql`delete from row_counters where subject = 'COUNTED'`);
  expect(await breaches()).toEqual(['role COUNTED: counter says 0, found 1']);
  await db.run(sql`
    insert into row_counters (counter, subject, stripe, amount)
    values ('role holders', 'COUNTED', 0, 1), ('role holders', 'NOBODYS', 0, 2), ('something else', 'COUNTED', 0, 5)`);
  expect(await breaches()).toEqual(['role NOBODYS: counter says 2, found 0']);
});
