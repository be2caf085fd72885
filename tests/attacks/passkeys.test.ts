// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type AdminTest, type Person, startAdminTest } from '../support/admin.ts';
import { type Authenticator, createAuthenticator } from '../support/authenticator.ts';
import { attack, keepJournal, onlySomeOf } from './attack.ts';

const minute = 60_000;
const site = { origin: 'http://localhost:3000', rpId: 'localhost' };
const journal = keepJournal();
let app: AdminTest;
let boss: Person;
let device: Authenticator;
beforeAll(async () => {
  const secondFactor = { isDemanded: true, freshMs: 10 * minute };
  app = await startAdminTest({ log: journal.log, config: { secondFactor } });
});
afterAll(() => app?.close());

const send = (by: Person, path: string, payload: object = {}) =>
  app.call({ method: 'POST', url: `/auth/second-factor${path}`, token: by.token, payload });
const request = async (by: Person) => (await send(by, '/passkeys/request')).json().data;
/** Someone who took over the account at its provider, but doesn't have the device. */
const thief = async (): Promise<Person> => ({ id: boss.id, token: await app.signIn(boss.id) });

beforeEach(async () => {
  boss = await app.person({ role: 'SUPER_ADMIN' });
  device = createAuthenticator(site);
  const created = device.create((await send(boss, '/passkeys/start')).json().data);
  expect((await send(boss, '/passkeys/finish', { name: 'Phone', created })).statusCode).toBe(200);
});

attack('6.3.3', 'use a passkey answer signed for a phishing page', async () => {
  const by = await thief();
  const passkey = device.use(await request(by), { origin: 'https://localhost.example:3000' });
  await journal.refused(await send(by, '/confirm', { passkey }), 'passkey_refused');
  // A page that pretends to be another site gets a signature for that other site.
  const elsewhere = device.use(await request(by), { rpId: 'localhost.example' });
  return journal.refused(await send(by, '/confirm', { passkey: elsewhere }), 'passkey_refused');
});

attack('6.5.1', 'reuse a passkey answer, or use it in another session', async () => {
  const passkey = device.use(await request(boss));
  const answers = await Promise.all([1, 2, 3].map(() => send(boss, '/confirm', { passkey })));
  await onlySomeOf(journal, answers, 1, 'passkey_expired');
  const by = await thief();
  await request(by);
  return journal.refused(await send(by, '/confirm', { passkey }), 'passkey_refused');
});

attack('6.5.5', 'use a passkey answer that is minutes old', async () => {
  const passkey = device.use(await request(boss));
  app.clock.advance(5 * minute);
  return journal.refused(await send(boss, '/confirm', { passkey }), 'passkey_expired');
});

attack('6.3.3', 'use a locked device or a cloned passkey', async () => {
  const by = await thief();
  const locked = device.use(await request(by), { isVerified: false });
  await journal.refused(await send(by, '/confirm', { passkey: locked }), 'passkey_refused');
  await send(boss, '/confirm', { passkey: device.use(await request(boss), { count: 9 }) });
  const copied = device.use(await request(by), { count: 9 });
  return journal.refused(await send(by, '/confirm', { passkey: copied }), 'passkey_refused');
});

attack('7.5.1', "add or use one's own passkey in the victim's session", async () => {
  const by = await thief();
  const own = createAuthenticator(site);
  await journal.refused(await send(by, '/passkeys/start'), 'second_factor_required');
  const passkey = { ...own.use(await request(by)), id: device.id, rawId: device.id };
  await journal.refused(await send(by, '/confirm', { passkey }), 'passkey_refused');
  // The victim's open challenge doesn't help, because it belongs to another session.
  await send(boss, '/passkeys/start');
  const created = own.create((await send(boss, '/passkeys/start')).json().data);
  const finished = await send(by, '/passkeys/finish', { name: 'Mine', created });
  const kept = await app.db.rows(sql`select from passkeys where player_id = ${boss.id}`);
  expect(kept).toHaveLength(1);
  return journal.refused(finished, 'second_factor_required');
});

attack('8.2.2', "remove another administrator's passkey", async () => {
  const other = await app.person({ role: 'ADMIN' });
  const own = createAuthenticator(site);
  const created = own.create((await send(other, '/passkeys/start')).json().data);
  await send(other, '/passkeys/finish', { name: 'Mine', created });
  const { passkeys } = (await app.call({ url: '/auth/second-factor', token: boss.token })).json().data;
  const url = `/auth/second-factor/passkeys/${passkeys[0]._id}`;
  return journal.refused(await app.call({ method: 'DELETE', url, token: other.token }), 'not_found');
});
