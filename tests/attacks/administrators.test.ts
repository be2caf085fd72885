// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect } from 'vitest';
import { type Person, startAdminTest } from '../support/admin.ts';
import { openForTests } from '../support/open-for-tests.ts';
import { attack, keepJournal } from './attack.ts';

const journal = keepJournal();
const app = openForTests(() => startAdminTest({ log: journal.log }));
let boss: Person;
beforeAll(async () => {
  await app.person({ role: 'SUPER_ADMIN' });
  boss = await app.person({ role: 'SUPER_ADMIN' });
});

const send = (by: Person, method: 'POST' | 'PUT' | 'GET' | 'DELETE', url: string, payload?: object) =>
  app.call({ method, url, token: by.token, key: randomUUID(), ...(payload && { payload }) });

attack('8.2.1', 'become an administrator as a player', async () => {
  const player = await app.person();
  const refusal = await journal.refused(
    await app.update(player, player, { role: 'SUPER_ADMIN' }),
    'forbidden',
  );
  expect(await app.db.row(sql`select role from players where id = ${player.id}`)).toEqual({ role: 'USER' });
  return refusal;
});

attack('8.2.1', 'read the list of users as a player', async () => {
  const player = await app.person();
  return journal.refused(await send(player, 'GET', '/super-admin/get-all-users'), 'forbidden');
});

attack('8.2.3', "raise one's own balance as an administrator", async () => {
  return journal.refused(await app.update(boss, boss, { gamerCoins: 1_000_000 }), 'own_coins');
});

attack('8.2.3', "raise one's own balance under one's id in capital letters", async () => {
  const self = { ...boss, id: boss.id.toUpperCase() };
  return journal.refused(await app.update(boss, self, { gamerCoins: 1_000_000 }), 'own_coins');
});

attack('8.2.3', "change one's own role", async () => {
  const admin = await app.holding('users:read', 'users:write');
  return journal.refused(await app.update(admin, admin, { role: 'SUPER_ADMIN' }), 'own_role');
});

attack('8.2.2', 'suspend or delete an administrator of higher rank', async () => {
  const helper = await app.holding('users:read', 'users:write', 'users:delete');
  await journal.refused(await app.post(helper, boss, 'suspend'), 'user_outranks_you');
  return journal.refused(await app.remove(helper, boss), 'user_outranks_you');
});

attack('8.3.1', "give a friend a role with more rights than one's own", async () => {
  const [helper, friend] = [await app.holding('users:read', 'users:write', 'roles:read'), await app.person()];
  const answer = await app.update(helper, friend, { role: 'SUPER_ADMIN' });
  expect(await app.db.row(sql`select role from players where id = ${friend.id}`)).toEqual({ role: 'USER' });
  return journal.refused(answer, answer.json().code);
});

attack('8.3.1', 'create a role with rights one lacks', async () => {
  const helper = await app.holding('roles:read', 'roles:write');
  const name = `GRAB_${Date.now()}`;
  const answer = await send(helper, 'POST', '/role/create', { name, permissions: ['users:adjust-coins'] });
  expect(await app.db.row(sql`select from roles where name = ${name}`)).toBeUndefined();
  return journal.refused(answer, answer.json().code);
});

attack('8.2.2', 'suspend or delete oneself to avoid an investigation', async () => {
  await journal.refused(await app.post(boss, boss, 'suspend'), 'own_account');
  return journal.refused(await app.remove(boss, boss), 'own_account');
});

attack('8.3.2', 'act as an administrator after being demoted', async () => {
  const admin = await app.person({ role: 'ADMIN' });
  expect((await send(admin, 'GET', '/super-admin/get-all-users')).statusCode).toBe(200);
  expect((await app.update(boss, admin, { role: 'USER' })).statusCode).toBe(200);
  const answer = await send(admin, 'GET', '/super-admin/get-all-users');
  return journal.refused(answer, answer.json().code === 'session_ended' ? 'session_ended' : 'forbidden');
});

attack('7.4.2', 'keep using a session after being suspended', async () => {
  const player = await app.person();
  expect((await app.post(boss, player, 'suspend')).statusCode).toBe(200);
  return journal.refused(await send(player, 'GET', '/auth/get-profile'), 'session_ended');
});

attack('7.4.2', 'keep using a session after the account was deleted', async () => {
  const player = await app.person();
  expect((await app.remove(boss, player)).statusCode).toBe(200);
  return journal.refused(await send(player, 'GET', '/auth/get-profile'), 'session_ended');
});

attack('7.4.5', 'keep using a session after an administrator signed the player out everywhere', async () => {
  const player = await app.person();
  expect((await app.post(boss, player, 'sign-out')).statusCode).toBe(200);
  return journal.refused(await send(player, 'GET', '/auth/get-profile'), 'session_ended');
});

attack('16.4.2', "edit or delete an entry of the administrators' log", async () => {
  const player = await app.person();
  await app.update(boss, player, { gamerCoins: 5 });
  await expect(
    app.db.run(sql`delete from admin_changes where subject = ${`user:${player.id}`}`),
  ).rejects.toThrow();
  await expect(app.db.run(sql`update admin_changes set actor_id = null`)).rejects.toThrow();
  return 'refused by the database';
});

attack('16.4.2', 'edit or delete a transfer directly in the database', async () => {
  await app.person({ gamerCoins: 10 });
  await expect(app.db.run(sql`delete from transfers`)).rejects.toThrow();
  await expect(app.db.run(sql`update transfers set amount = 1`)).rejects.toThrow();
  return 'refused by the database';
});

attack('16.3.2', 'browse forbidden pages unnoticed', async () => {
  const player = await app.person();
  await journal.refused(await send(player, 'GET', '/audit-log'), 'forbidden');
  expect(journal.text()).toContain(player.id);
  return '403 forbidden, logged with route and player';
});
