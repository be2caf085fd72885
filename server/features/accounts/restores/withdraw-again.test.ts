// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminTest, type Person, startAdminTest } from '../../../../tests/support/admin.ts';
import { noteInJournal, putBack as putBackIn } from '../../../../tests/support/restored.ts';
import { makeScratchFolder } from '../../../../tests/support/scratch.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { JournalLine } from '../../../platform/journal/entries.ts';
import { type Journal, openJournal } from '../../../platform/journal/journal.ts';
import { ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import { readNoted } from '../../../recovery/kinds.ts';
import { wouldDo } from '../../../recovery/would-do.ts';
import { type Changed, noteAuthority } from '../note-authority.ts';
import { isAnythingWithdrawn, withdrawAgain } from './withdraw-again.ts';

const folder = makeScratchFolder('withdraw-again');
let journal: Journal;
let isAway = false;
let app: AdminTest;
let boss: Person;
beforeAll(async () => {
  const kept = await openJournal({ kind: 'folder', path: folder });
  journal = {
    ...kept,
    async write(entry) {
      if (isAway) throw new ObjectsUnavailable('away', new Error('away'));
      await kept.write(entry);
    },
  };
  app = await startAdminTest({ journal });
  boss = await app.person({ role: 'SUPER_ADMIN' });
});
afterAll(async () => {
  await app.close();
  await journal.close();
  rmSync(folder, { recursive: true });
});

const withdraw = async (isLookedAt: boolean) => {
  const lines = await readNoted(journal);
  return (tx: Tx) => withdrawAgain(tx, lines, { at: app.clock.now(), isLookedAt });
};
const again = async (isLookedAt = false) => app.db.transaction(await withdraw(isLookedAt));
async function isLacking(): Promise<boolean> {
  const work = await withdraw(false);
  return wouldDo(app.db, async (tx) => isAnythingWithdrawn(await work(tx)));
}

const putBack = (statement: Sql) => putBackIn(app.db, statement);
const runJob = (changed: Changed) => noteAuthority(changed, { db: app.db, journal });
const roleOf = async ({ id }: Person) =>
  (await app.db.one<{ role: string }>(sql`select role from players where id = ${id}`)).role;
const jobs = (key: string) => app.db.rows(sql`select from graphile_worker.jobs where key = ${key}`);

it('repeats demotions after a restore, and lists promotions until someone reviews them', {
  tags: ['long'],
}, async () => {
  const [lesser, greater, other, lifted] = [
    await app.person({ role: 'SUPER_ADMIN' }),
    await app.person(),
    await app.holding('coins:write'),
    await app.person(),
  ];
  await app.db.run(sql`insert into roles (name, permissions) values ('OTHER', '{users:read}')`);
  await app.post(boss, lifted, 'suspend');
  const suspendedAt = await app.db.one<{ at: Date; since: Date }>(
    sql`select authority_at as at, suspended_at as since from players where id = ${lifted.id}`,
  );
  const was = await roleOf(other);
  await app.update(boss, lesser, { role: 'ADMIN' });
  await app.update(boss, greater, { role: 'ADMIN' });
  await app.update(boss, other, { role: 'OTHER' });
  await app.post(boss, lifted, 'unsuspend');
  expect(await isLacking()).toBe(false);
  await putBack(sql`
    update players set authority_at = null, role = case id when ${lesser.id} then 'SUPER_ADMIN'
      when ${other.id} then ${was} else 'USER' end
    where id = any (${[lesser.id, greater.id, other.id]}::uuid[])`);
  await putBack(sql`
    update players set authority_at = ${suspendedAt.at}, suspended_at = ${suspendedAt.since} where id = ${lifted.id}`);
  expect(await isLacking()).toBe(true);

  const given = [
    { what: 'role', playerId: greater.id, role: 'ADMIN' },
    { what: 'role', playerId: other.id, role: 'OTHER' },
    { what: 'suspension-lifted', playerId: lifted.id },
  ];
  const first = await again();
  expect(first).toMatchObject({ suspended: [], demoted: [lesser.id, other.id] });
  expect(first.given).toHaveLength(3);
  expect(first.given).toEqual(expect.arrayContaining(given));
  // The journal never grants anything.
  expect(await Promise.all([lesser, greater, other].map(roleOf))).toEqual(['ADMIN', 'USER', 'USER']);
  expect(await isLacking()).toBe(false);
  expect(await again()).toMatchObject({ demoted: [], given: expect.arrayContaining(given) });
  // Once an administrator has granted it again, it is no longer listed.
  boss.token = await app.signIn(boss.id);
  await app.update(boss, greater, { role: 'ADMIN' });
  expect((await again()).given).toHaveLength(2);
  await again(true);
  expect(await again()).toMatchObject({ demoted: [], given: [] });
});

it('repeats permission removals from a role, and lists permissions added', async () => {
  const { id: roleId } = await app.db.one<{ id: string }>(
    sql`insert into roles (name, permissions) values ('TEAM', '{users:read,users:write}') returning id`,
  );
  boss.token = await app.signIn(boss.id);
  const edited = await app.call({
    method: 'PUT',
    url: `/role/update/${roleId}`,
    token: boss.token,
    payload: { name: 'TEAM', permissions: ['users:read', 'coins:read'] },
  });
  expect(edited.statusCode).toBe(200);
  await putBack(sql`
    update roles set authority_at = null, permissions = '{users:read,users:write}' where id = ${roleId}`);
  expect(await isLacking()).toBe(true);
  const given = [{ what: 'permissions', roleId, role: 'TEAM', permissions: ['coins:read'] }];
  expect(await again()).toMatchObject({ narrowed: ['TEAM'], given });
  expect(await app.db.one(sql`select permissions from roles where id = ${roleId}`)).toEqual({
    permissions: ['users:read'],
  });
  expect(await again()).toMatchObject({ narrowed: [], given });
  await again(true);
  expect(await again()).toMatchObject({ narrowed: [], given: [] });

  await app.db.run(sql`delete from roles where id = ${roleId}`);
  await runJob({ roleId });
  await putBack(sql`insert into roles (id, name, permissions) values (${roleId}, 'TEAM', '{users:read}')`);
  expect(await again()).toMatchObject({ narrowed: ['TEAM'], given: [] });
});

it('removes apps, passkeys and recovery codes that were removed, replaced or used before the restore', async () => {
  const admin = await app.person({ role: 'ADMIN' });
  const { db } = app;
  const keep = (name: string) =>
    db.one<{ id: string }>(sql`
      insert into passkeys (player_id, credential_id, public_key, sign_count, transports, name, created_at)
      values (${admin.id}, ${Buffer.from(randomUUID())}, 'k', 0, '{}', ${name}, now() - interval '1 hour') returning id`);
  const [lost, stays] = [await keep('lost phone'), await keep('stays')];
  const addApp = sql`
    insert into authenticator_apps (player_id, key_id, nonce, ciphertext, started_at, confirmed_at)
    values (${admin.id}, 'k', ${Buffer.alloc(12)}, 'c', now() - interval '1 hour', now() - interval '1 hour')`;
  await db.run(addApp);
  const hashes = [1, 2].map((n) => Buffer.alloc(32, n));
  const addCodes = sql`
    insert into recovery_codes (player_id, code_hash, created_at)
    select ${admin.id}, hash, now() - interval '1 hour' from unnest(${hashes}::bytea[]) as hash on conflict do nothing`;
  await db.run(addCodes);
  await runJob({ factorsOf: admin.id });
  expect(await again()).toMatchObject({ factorsRemoved: [] });

  await db.run(sql`delete from passkeys where id = ${lost.id}`);
  await db.run(sql`delete from authenticator_apps where player_id = ${admin.id}`);
  await db.run(sql`update recovery_codes set used_at = now() where code_hash = ${hashes[0]}`);
  expect(await jobs(`note-authority:factors:${admin.id}`)).toHaveLength(1);
  await runJob({ factorsOf: admin.id });
  await putBack(sql`
    insert into passkeys (id, player_id, credential_id, public_key, sign_count, transports, name, created_at)
    values (${lost.id}, ${admin.id}, ${Buffer.from(randomUUID())}, 'k', 0, '{}', 'lost phone', now() - interval '1 hour')`);
  await putBack(addApp);
  await putBack(sql`update recovery_codes set used_at = null where code_hash = ${hashes[0]}`);
  expect(await isLacking()).toBe(true);
  expect(await again()).toMatchObject({ factorsRemoved: [admin.id], withoutFactor: [] });
  expect(await isLacking()).toBe(false);
  expect(await db.rows(sql`select id from passkeys where player_id = ${admin.id}`)).toEqual([stays]);
  expect(await db.rows(sql`select from authenticator_apps where player_id = ${admin.id}`)).toEqual([]);
  expect(await db.rows(sql`select code_hash from recovery_codes where player_id = ${admin.id}`)).toEqual([
    { codeHash: hashes[1] },
  ]);
  await putBack(sql`delete from passkeys where player_id = ${admin.id}`);
  expect((await again()).withoutFactor).toEqual([admin.id]);
});

it('removes a sign-in method that its player had removed after the backup, unless it is the last method', async () => {
  const player = await app.person();
  const { db } = app;
  const add = (provider: string) => sql`
    insert into identities (provider, subject, player_id, email, email_verified, created_at, first_verified_at)
    values (${provider}, ${`${provider} ${player.id}`}, ${player.id}, 'two@x.test', true, now() - interval '1 hour', now())`;
  await db.run(sql`delete from identities where player_id = ${player.id}`);
  await db.run(add('google'));
  await db.run(add('discord'));
  const token = await app.signIn(player.id);
  const removed = await app.call({ method: 'DELETE', url: '/auth/sign-ins/discord', token });
  expect(removed.statusCode).toBe(200);
  await noteInJournal(app);
  expect(await isLacking()).toBe(false);
  await putBack(add('discord'));
  expect(await isLacking()).toBe(true);
  expect(await again()).toMatchObject({ signInsRemoved: [player.id] });
  expect(await isLacking()).toBe(false);
  const left = () => db.rows(sql`select provider from identities where player_id = ${player.id}`);
  expect(await left()).toEqual([{ provider: 'google' }]);
  // The other one had not joined yet when the backup was made.
  await putBack(sql`update identities set provider = 'discord' where player_id = ${player.id}`);
  expect(await again()).toMatchObject({ signInsRemoved: [] });
  expect([await left(), await isLacking()]).toEqual([[{ provider: 'discord' }], false]);
});

it('suspends a user while the journal is unavailable, says so, and journals it later', async () => {
  const user = await app.person();
  boss.token = await app.signIn(boss.id);
  isAway = true;
  const answer = await app.post(boss, user, 'suspend').finally(() => {
    isAway = false;
  });
  expect(answer.statusCode).toBe(503);
  expect(
    await app.db.one(sql`select suspended_at is not null as is_suspended from players where id = ${user.id}`),
  ).toEqual({ isSuspended: true });
  expect(await jobs(`note-authority:player:${user.id}`)).toHaveLength(1);
  await app.app.tasks['note-authority']?.({ playerId: user.id } as never);
  const { authority } = await readNoted(journal);
  expect(authority.find(({ playerId }) => playerId === user.id)).toMatchObject({ isSuspended: true });
});

it('journals changes by an operator, a deletion or the configuration', async () => {
  const { db } = app;
  boss.token = await app.signIn(boss.id);
  const [operated, leaving] = [await app.person({ role: 'ADMIN' }), await app.person({ role: 'ADMIN' })];
  await db.run(sql`update players set role = 'USER' where id = ${operated.id}`);
  expect((await app.remove(boss, leaving)).statusCode).toBe(200);
  for (const { id } of [operated, leaving]) {
    expect(await jobs(`note-authority:player:${id}`)).toHaveLength(1);
    await runJob({ playerId: id });
  }
  await putBack(sql`
    update players set authority_at = null, role = 'ADMIN' where id = ${operated.id}`);
  expect(await again()).toMatchObject({ demoted: [operated.id] });
});

it('never journals a name, address or code', async () => {
  const texts: JournalLine[] = [];
  for await (const line of journal.read()) texts.push(line);
  const people = await app.db.rows<{ name: string; email: string }>(sql`select name, email from players`);
  for (const { name, email } of people) {
    if (email) expect(JSON.stringify(texts)).not.toContain(email);
    if (name && name !== 'Deleted player') expect(JSON.stringify(texts)).not.toContain(`"${name}"`);
  }
});
