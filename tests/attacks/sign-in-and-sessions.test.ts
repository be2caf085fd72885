// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { expect, vi } from 'vitest';
import { createPlayer } from '../support/factories.ts';
import { openSignInApp } from '../support/sign-in-app.ts';
import { tokenIn, visitor } from '../support/visitor.ts';
import { attack, keepJournal } from './attack.ts';

const journal = keepJournal();
const { app, sandbox } = openSignInApp({}, journal.log);

const victim = { email: 'victim@x.test' };
const attacker = { email: 'attacker@x.test' };
const cookieName = 'sign_in_3000';

/** Expects a sign-in that yields no token, and that can't be continued. */
async function refusedSignIn(landing: Promise<{ status: number; location: string }>, error: string) {
  const { status, location } = await landing;
  expect([status, location]).toEqual([303, `/?error=${error}`]);
  return `303 to /?error=${error}`;
}

async function signedIn(): Promise<string> {
  const { id } = await createPlayer(app.db);
  return app.signIn(id);
}
const profile = (token: string) => app.call({ url: '/auth/get-profile', token });

attack('10.2.1', "have a victim's browser finish the attacker's sign-in", async () => {
  const address = await visitor(app).upToCallback(sandbox, 'google', attacker);
  return refusedSignIn(visitor(app).visit(address), 'sign_in_elsewhere');
});

attack('10.1.2', 'continue a sign-in with a different `state`', async () => {
  const browser = visitor(app);
  const address = new URL(await browser.upToCallback(sandbox, 'google', victim));
  address.searchParams.set('state', randomBytes(16).toString('hex'));
  return refusedSignIn(browser.visit(address.href), 'sign_in_expired');
});

attack('10.1.2', 'forge the sign-in cookie', async () => {
  const browser = visitor(app);
  const address = await browser.upToCallback(sandbox, 'google', victim);
  browser.cookies.set(cookieName, Buffer.from('{"state":"x","nonce":"y"}').toString('base64url'));
  return refusedSignIn(browser.visit(address), 'sign_in_expired');
});

attack('10.5.1', "inject the attacker's code into the victim's sign-in (nonce, code verifier)", async () => {
  const [mine, theirs] = [visitor(app), visitor(app)];
  const stolen = new URL(await mine.upToCallback(sandbox, 'google', attacker)).searchParams.get('code') ?? '';
  const address = new URL(await theirs.upToCallback(sandbox, 'google', victim));
  address.searchParams.set('code', stolen);
  const { status, location } = await theirs.visit(address.href);
  expect(status).toBe(303);
  expect(location).toMatch(/^\/\?error=sign_in_/);
  return `303 to ${location}`;
});

attack('10.2.2', "pass one provider's answer off as another's (mix-up)", async () => {
  const browser = visitor(app);
  const address = await browser.upToCallback(sandbox, 'google', attacker);
  return refusedSignIn(browser.visit(address.replace('/google/', '/discord/')), 'sign_in_expired');
});

attack('6.8.1', 'take over an account through a recycled address', async () => {
  const email = 'recycled@x.test';
  const owner = visitor(app);
  const exchanged = await owner.exchange(
    tokenIn(await owner.signIn(sandbox, 'discord', { email, account: 'owner' })),
  );
  const theirs = await profile(exchanged.json().data.authToken);
  const { _id: victimId } = theirs.json().data;
  const holder = { email, account: 'the new holder' };
  const browser = visitor(app);
  expect((await browser.signIn(sandbox, 'google', holder)).location).toBe('/join-account?with=discord');
  // The attacker confirms with their own account there, even one with the same address.
  const confirmed = await browser.confirm(sandbox, 'discord', holder);
  expect(confirmed.location).toBe('/join-account?with=discord&error=sign_in_join_other');
  const mine = await profile((await browser.separate()).json().data.authToken);
  expect(mine.json().data).toMatchObject({ email, gamerCoins: 0 });
  expect(mine.json().data._id).not.toBe(victimId);
  return 'asked to sign in to it once more; otherwise an empty account';
});

attack('10.4.2', 'repeat a sign-in with a copied cookie', async () => {
  const browser = visitor(app);
  const address = await browser.upToCallback(sandbox, 'google', victim);
  const kept = new Map(browser.cookies);
  expect((await browser.visit(address)).location).toMatch(/authToken=/);
  // For a few seconds the same browser gets the same answer again. Its token opens only one session.
  app.clock.advance(10_000);
  for (const [name, value] of kept) browser.cookies.set(name, value);
  return refusedSignIn(browser.visit(address), 'sign_in_code_used');
});

attack('10.4.2', 'use up a sign-in through a browser prefetch', async () => {
  const browser = visitor(app);
  const address = await browser.upToCallback(sandbox, 'google', victim);
  for (const purpose of ['prefetch', 'prefetch;prerender']) {
    const ahead = await browser.visit(address, { 'sec-purpose': purpose });
    expect([ahead.status, ahead.setCookies]).toEqual([204, []]);
  }
  expect((await browser.visit(address)).location).toMatch(/authToken=/);
  return '204 without effect';
});

attack('10.4.3', 'finish a sign-in long after it began', async () => {
  const browser = visitor(app);
  const address = await browser.upToCallback(sandbox, 'google', victim);
  app.clock.advance(10 * 60_000);
  return refusedSignIn(browser.visit(address), 'sign_in_expired');
});

attack('14.2.1', 'use the token in the sign-in address from another browser', async () => {
  const token = tokenIn(await visitor(app).signIn(sandbox, 'google', victim));
  const answer = await visitor(app).exchange(token);
  return journal.refused(answer, 'exchange_invalid');
});

attack('7.2.1', 'use the token in the sign-in address as a session', async () => {
  const token = tokenIn(await visitor(app).signIn(sandbox, 'google', victim));
  return journal.refused(await profile(token), 'session_ended');
});

attack('7.2.4', 'exchange the token of a sign-in twice', async () => {
  const browser = visitor(app);
  const token = tokenIn(await browser.signIn(sandbox, 'google', victim));
  const cookies = new Map(browser.cookies);
  expect((await browser.exchange(token)).statusCode).toBe(200);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return journal.refused(await browser.exchange(token), 'exchange_invalid');
});

attack('7.2.3', 'guess a session', async () => {
  let refusal = '';
  for (let guess = 0; guess < 20; guess++) {
    refusal = await journal.refused(await profile(randomBytes(32).toString('base64url')), 'session_ended');
  }
  expect((await signedIn()).length).toBeGreaterThanOrEqual(43);
  return `${refusal}; a session has 256 bits`;
});

attack('7.4.1', 'keep using a session its player ended', async () => {
  const token = await signedIn();
  expect((await app.call({ method: 'POST', url: '/auth/logout', token })).statusCode).toBe(200);
  return journal.refused(await profile(token), 'session_ended');
});

attack('7.4.1', 'finish a call of an ended session by sending its body slowly', async () => {
  const token = await signedIn();
  const { http } = app.app;
  const authenticate = vi.spyOn(http, 'authenticate');
  const payload = new PassThrough();
  const answer = http.inject({
    method: 'PUT',
    url: '/api/v1/auth/avatar',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload,
  });
  await vi.waitFor(() => expect(authenticate).toHaveBeenCalled());
  await Promise.all(authenticate.mock.results.map(({ value }) => value));
  authenticate.mockRestore();
  expect((await app.call({ method: 'POST', url: '/auth/logout', token })).statusCode).toBe(200);
  payload.end(JSON.stringify({ avatar: 'owl' }));
  return journal.refused(await answer, 'session_ended');
});

attack('7.3.2', 'keep a session forever', async () => {
  const token = await signedIn();
  app.clock.advance(366 * 24 * 3_600_000);
  return journal.refused(await profile(token), 'session_ended');
});

attack('7.4.3', 'open a session from a sign-in made before its player ended all sessions', async () => {
  const thief = visitor(app);
  const token = tokenIn(await thief.signIn(sandbox, 'google', victim));
  const own = visitor(app);
  const exchanged = await own.exchange(tokenIn(await own.signIn(sandbox, 'google', victim)));
  const session: string = exchanged.json().data.authToken;
  const ended = await app.call({ method: 'POST', url: '/auth/sessions/end-others', token: session });
  expect(ended.statusCode).toBe(200);
  const refusal = await journal.refused(await thief.exchange(token), 'exchange_invalid');
  expect((await profile(session)).statusCode).toBe(200);
  return refusal;
});

attack('7.5.2', "end somebody else's sessions", async () => {
  const [mine, theirs] = [await signedIn(), await signedIn()];
  await app.call({ method: 'POST', url: '/auth/sessions/end-others', token: mine });
  expect((await profile(theirs)).statusCode).toBe(200);
  return 'only sessions of one’s own end';
});

attack('14.2.1', 'use a session token from an address or a cookie', async () => {
  const token = await signedIn();
  const url = `/auth/get-profile?token=${token}&authorization=Bearer%20${token}`;
  const answer = await app.call({ url, headers: { cookie: `session=${token}; token=${token}` } });
  return journal.refused(answer, 'not_signed_in');
});

attack('16.2.5', 'find a session, code or email address in the log', async () => {
  const browser = visitor(app);
  const landing = await browser.signIn(sandbox, 'google', { email: 'logged@x.test', name: 'Logged Name' });
  const session: string = (await browser.exchange(tokenIn(landing))).json().data.authToken;
  await app.call({ url: `/auth/get-profile?token=${session}`, token: session });
  await app.call({ method: 'POST', url: '/auth/logout', token: session });
  const text = journal.text();
  expect(text).toContain('/auth/logout');
  for (const secret of [session, tokenIn(landing), 'logged@x.test', 'Logged Name']) {
    expect(text).not.toContain(secret);
  }
  return 'none stands there';
});

attack('4.1.3', "redirect a provider's answer through X-Forwarded-Host", async () => {
  const answer = await app.app.http.inject({
    url: '/api/v1/auth/google',
    headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
  });
  const back = new URL(String(answer.headers.location)).searchParams.get('redirect_uri') ?? '';
  expect(new URL(back).host).toBe('localhost:3000');
  return 'sent to the configured address';
});

attack('15.3.4', 'bypass the sign-in rate limit with forged addresses', async () => {
  const remoteAddress = '203.0.113.77';
  let status = 0;
  for (let number = 0; number < 130 && status !== 429; number++) {
    const headers = { 'x-forwarded-for': `198.51.100.${number}`, 'x-real-ip': `198.51.100.${number}` };
    const payload = { authToken: 'guess' };
    const url = '/api/v1/auth/exchange';
    const answer = await app.app.http.inject({ method: 'POST', url, headers, payload, remoteAddress });
    status = answer.statusCode;
  }
  expect(status).toBe(429);
  return '429 too_many_requests';
});

attack('2.3.2', 'refer oneself as an invited friend', async () => {
  const browser = visitor(app);
  const first = await browser.exchange(
    tokenIn(await browser.signIn(sandbox, 'google', { email: 'own@x.test' })),
  );
  const token: string = first.json().data.authToken;
  const { referralCode } = (await profile(token)).json().data;
  await visitor(app).signIn(sandbox, 'google', { email: 'own@x.test' }, referralCode);
  const { totalReferrals, invitedUsersCount, gamerCoins } = (await profile(token)).json().data;
  expect([totalReferrals, invitedUsersCount, gamerCoins]).toEqual([0, 0, 0]);
  return 'nothing is counted, nothing paid';
});
