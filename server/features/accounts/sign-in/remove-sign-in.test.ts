// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { waitUntilSomeoneWaits } from '../../../../tests/support/meanwhile.ts';
import { openSignInApp } from '../../../../tests/support/sign-in-app.ts';
import { enter, join, tokenIn, visitor } from '../../../../tests/support/visitor.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';

const { app, sandbox } = openSignInApp();
let people = 0;
let email = '';
beforeEach(() => {
  email = `two${++people}@x.test`;
});

/** A player who signs in with Google and Discord, with a session of each. */
async function withBoth() {
  const google = await enter({ app, sandbox }, 'google', { email });
  app.clock.advance(1_000);
  const discord = await join({ app, sandbox }, 'discord', { email });
  return { google: google.token, discord: discord.token, id: google.profile._id };
}
const list = async (token: string) =>
  (await app.call({ url: '/auth/sign-ins', token }))
    .json()
    .data.map(({ provider }: { provider: string }) => provider);
const remove = (token: string, provider: string) =>
  app.call({ method: 'DELETE', url: `/auth/sign-ins/${provider}`, token });
const code = ({ json }: { json(): { code?: string } }) => json().code;

it('lists the sign-in methods, and removes one together with every other session', {
  tags: ['long'],
}, async () => {
  const { google, discord, id } = await withBoth();
  expect(await list(google)).toEqual(['google', 'discord']);
  const underWay = visitor(app);
  const token = tokenIn(await underWay.signIn(sandbox, 'discord', { email }));
  expect((await remove(google, 'discord')).statusCode).toBe(200);
  expect(await list(google)).toEqual(['google']);
  expect(code(await app.call({ url: '/auth/get-profile', token: discord }))).toBe('session_ended');
  expect(code(await underWay.exchange(token))).toBe('exchange_invalid');
  const profile = (await app.call({ url: '/auth/get-profile', token: google })).json().data;
  expect(profile).toMatchObject({ _id: id, isVerified: true, discordLinked: false });
  const [record] = await app.db.rows(sql`
    select before from admin_changes where subject = ${`user:${id}`} and action = 'sign-in.removed'`);
  expect(record).toEqual({ before: { provider: 'discord', email } });
});

it('refuses to remove the last sign-in method', { tags: ['long'] }, async () => {
  const { google } = await withBoth();
  expect((await remove(google, 'google')).statusCode).toBe(200);
  const again = await remove(google, 'discord');
  expect([again.statusCode, code(again)]).toEqual([409, 'sign_in_last']);
  expect(code(await remove(google, 'google'))).toBe('not_found');
  expect((await remove(google, 'facebook')).statusCode).toBe(400);
  expect(await list(google)).toEqual(['discord']);
});

it('keeps one of two methods when both are removed concurrently', { tags: ['long'] }, async () => {
  const { google } = await withBoth();
  const answers = await Promise.all([remove(google, 'google'), remove(google, 'discord')]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await list(google)).toHaveLength(1);
});

it('requires a recent sign-in, so that a stolen session locks nobody out', { tags: ['long'] }, async () => {
  const { google } = await withBoth();
  app.clock.advance(60 * 60_000);
  const refused = await remove(google, 'discord');
  expect([refused.statusCode, code(refused)]).toEqual([403, 'sign_in_stale']);
  expect(await list(google)).toHaveLength(2);
});

it('gives the removed identity a separate account, with the play pause intact', {
  tags: ['long'],
}, async () => {
  const { google, id } = await withBoth();
  const pausedUntil = async (token: string) =>
    (await app.call({ url: '/play', token })).json().data.pausedUntil;
  await app.call({ method: 'POST', url: '/play/pause', token: google, payload: { lasts: '7-days' } });
  const until = await pausedUntil(google);
  expect(until).toEqual(expect.any(String));
  await remove(google, 'discord');
  const browser = visitor(app);
  expect((await browser.signIn(sandbox, 'discord', { email })).location).toBe('/join-account?with=google');
  const separate = await browser.separate();
  const profile = (await app.call({ url: '/auth/get-profile', token: separate.json().data.authToken })).json()
    .data;
  expect(profile).toMatchObject({ gamerCoins: 0, discordLinked: true });
  expect(profile._id).not.toBe(id);
});

it('takes no account lock while it waits for a sign-in that changes the address', async () => {
  const { google, id } = await withBoth();
  let removal: ReturnType<typeof remove> | undefined;
  await app.db.transaction(async (tx) => {
    // Locks like a sign-in: the identity, then the account that is to show the new address.
    await tx.run(sql`select from identities where player_id = ${id} for no key update`);
    removal = outsideTransaction(() => remove(google, 'discord'));
    await waitUntilSomeoneWaits(app.db, () => false);
    await tx.run(sql`select from players where id = ${id} for no key update nowait`);
  });
  expect((await removal)?.statusCode).toBe(200);
});

it('does not deadlock with concurrent sign-ins that change the address', { tags: ['long'] }, async () => {
  for (let turn = 0; turn < 5; turn++) {
    email = `beside${turn}@x.test`;
    const { google, id } = await withBoth();
    const moved = visitor(app).signIn(sandbox, 'google', { email: `moved${turn}@x.test`, account: email });
    const [removed, landed] = await Promise.all([remove(google, 'discord'), moved]);
    expect([removed.statusCode, tokenIn(landed) !== '']).toEqual([200, true]);
    const { email: shown } = await app.db.one<{ email: string }>(
      sql`select email from players where id = ${id}`,
    );
    expect(shown).toBe(`moved${turn}@x.test`);
  }
});
