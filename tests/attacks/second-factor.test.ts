// SPDX-License-Identifier: Apache-2.0

import { TOTP } from 'otpauth';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type AdminTest, type Person, startAdminTest } from '../support/admin.ts';
import { insertAttempt } from '../support/attempt-rows.ts';
import { insertPromotion } from '../support/promotion-rows.ts';
import { createCard } from '../support/shop.ts';
import { toForm } from '../support/upload.ts';
import { attack, keepJournal } from './attack.ts';

const minute = 60_000;
const journal = keepJournal();
let app: AdminTest;
let boss: Person;
let secret: string;
let recoveryCodes: string[];
beforeAll(async () => {
  const secondFactor = { isDemanded: true, freshMs: 10 * minute };
  app = await startAdminTest({ log: journal.log, config: { secondFactor } });
});
afterAll(() => app?.close());

const send = (by: Person, path: string, payload: object = {}) =>
  app.call({ method: 'POST', url: `/auth/second-factor${path}`, token: by.token, payload });
const codeOf = (offsetMs = 0) =>
  new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() + offsetMs });
/** Someone who took over the account at its provider, but doesn't have the phone. */
const thief = async (): Promise<Person> => ({ id: boss.id, token: await app.signIn(boss.id) });

beforeEach(async () => {
  boss = await app.person({ role: 'SUPER_ADMIN' });
  app.clock.advance(2 * minute);
  boss.token = await app.signIn(boss.id);
  ({ secret } = (await send(boss, '/app/start')).json().data);
  ({ recoveryCodes } = (await send(boss, '/app/finish', { code: codeOf() })).json().data);
  app.clock.advance(minute);
});

attack('6.3.3', 'act as an administrator with only a stolen session', async () => {
  const player = await app.person();
  const answer = await app.update(await thief(), player, { gamerCoins: 100 });
  expect(await app.coins(player)).toBe(0);
  return journal.refused(answer, 'second_factor_required');
});

attack('6.3.3', "see administrators' data through calls that players also make", async () => {
  const attemptId = await insertAttempt(app.db, (await app.person()).id);
  const event = await insertPromotion(app.db, { startsAt: '2020-01-01', endsAt: '2040-01-01', budget: 9876 });
  const by = await thief();
  const read = (url: string) => app.call({ url, token: by.token });
  const listed = await read('/events');
  expect(listed.body).toContain(event);
  expect(listed.body).not.toContain('9876');
  return journal.refused(await read(`/challenge/attempts/${attemptId}/receipt`), 'not_found');
});

attack('6.3.3', 'share a dashboard view from a stolen session', async () => {
  const by = await thief();
  const payload = { list: 'users', name: 'Look here', isShared: true, query: '' };
  const answer = await app.call({ method: 'POST', url: '/saved-views', token: by.token, payload });
  expect(await app.db.rows(sql`select from saved_views`)).toEqual([]);
  return journal.refused(answer, 'forbidden');
});

attack('6.3.1', 'guess the code of the authenticator app', async () => {
  const by = await thief();
  for (let tries = 1; tries < 5; tries++) {
    await journal.refused(await send(by, '/confirm', { code: '000000' }), 'second_factor_wrong');
  }
  await journal.refused(await send(by, '/confirm', { code: '000000' }), 'second_factor_locked');
  // Another session, even with the right code.
  return journal.refused(await send(await thief(), '/confirm', { code: codeOf() }), 'second_factor_locked');
});

attack('6.5.1', 'reuse an observed app code', async () => {
  const code = codeOf();
  expect((await send(boss, '/confirm', { code })).statusCode).toBe(200);
  return journal.refused(await send(await thief(), '/confirm', { code }), 'second_factor_wrong');
});

attack('6.5.5', 'use an app code that is minutes old', async () => {
  const code = codeOf();
  app.clock.advance(2 * minute);
  return journal.refused(await send(await thief(), '/confirm', { code }), 'second_factor_wrong');
});

attack('6.5.1', 'use a recovery code twice, also concurrently', async () => {
  const [recoveryCode] = recoveryCodes;
  const thieves = [await thief(), await thief(), await thief()];
  const answers = await Promise.all(thieves.map((by) => send(by, '/confirm', { recoveryCode })));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  return journal.refused(await send(await thief(), '/confirm', { recoveryCode }), 'second_factor_wrong');
});

attack('7.5.3', 'make an irreversible change in a session confirmed long ago', async () => {
  const player = await app.person();
  app.clock.advance(11 * minute);
  return journal.refused(await app.update(boss, player, { gamerCoins: 5 }), 'second_factor_required');
});

attack('7.5.3', 'cut a price in a session confirmed long ago', async () => {
  const card = await createCard(app.db, { gcCoin: 100 });
  app.clock.advance(11 * minute);
  const { payload, headers } = await toForm({ gcCoin: '1' });
  const url = `/gift-card/update/${card}`;
  const answer = await app.call({ method: 'PUT', url, token: boss.token, payload, headers });
  const { gcCoin } = await app.db.one<{ gcCoin: number }>(
    sql`select gc_coin from gift_cards where id = ${card}`,
  );
  expect(gcCoin).toBe(100);
  return journal.refused(answer, 'second_factor_required');
});

attack('7.5.1', "replace the victim's authenticator app with one's own", async () => {
  const by = await thief();
  await journal.refused(await send(by, '/app/start'), 'second_factor_required');
  const removal = await app.call({ method: 'DELETE', url: '/auth/second-factor/app', token: by.token });
  const left = await app.db.rows(sql`select from authenticator_apps where player_id = ${boss.id}`);
  expect(left).toHaveLength(1);
  return journal.refused(removal, 'second_factor_required');
});
