// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { openSignInApp } from '../../../../tests/support/sign-in-app.ts';
import { tokenIn, visitor } from '../../../../tests/support/visitor.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { lockPlayer, makePseudonym } from '../deletion/account-deletion-store.ts';
import { lockIdentities } from './identity-store.ts';

const { app, sandbox } = openSignInApp();

/** Begins a sign-in; returns the cookie that the browser keeps, and an address the provider might send it back to. */
async function begin(provider: 'google' | 'discord') {
  const answer = await app.app.http.inject({ url: `/api/v1/auth/${provider}` });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const state = new URL(String(answer.headers.location)).searchParams.get('state');
  const comeBack = (how: string) =>
    app.app.http.inject({
      url: `/api/v1/auth/${provider}/callback?state=${state}&${how}`,
      headers: { cookie },
    });
  return comeBack;
}
const errorIn = ({ headers }: { headers: Record<string, unknown> }) =>
  new URL(String(headers.location)).searchParams.get('error');

it.each(['google', 'discord'] as const)(
  'accepts the cookie of a sign-in by %s once, also as a copy',
  async (provider) => {
    const comeBack = await begin(provider);
    expect(errorIn(await comeBack('error=access_denied'))).toBe('sign_in_refused');
    // Someone who kept the cookie returns with a code of their own.
    expect(errorIn(await comeBack('code=another'))).toBe('sign_in_code_used');
    const fresh = await begin(provider);
    const answers = await Promise.all(Array.from({ length: 5 }, () => fresh('error=access_denied')));
    expect(answers.map(errorIn)).toEqual(Array(5).fill('sign_in_refused'));
    app.clock.advance(10_000);
    expect(errorIn(await fresh('error=access_denied'))).toBe('sign_in_code_used');
  },
);

it('deletes used sign-ins once their cookies have expired', async () => {
  await (await begin('google'))('error=access_denied');
  const kept = async () => (await app.db.rows(sql`select state_hash from used_sign_ins`)).length;
  await (app.app.tasks['forget-expired-sign-ins'] as Task)({} as never);
  expect(await kept()).toBeGreaterThan(0);
  app.clock.advance(11 * 60_000);
  await (app.app.tasks['forget-expired-sign-ins'] as Task)({} as never);
  expect(await kept()).toBe(0);
});

it('exchanges a token once, also with a copy of its cookie', async () => {
  const browser = visitor(app);
  const token = tokenIn(await browser.signIn(sandbox, 'google', { email: 'once@x.test' }));
  const copy = new Map(browser.cookies);
  const first = await browser.exchange(token);
  for (const [name, value] of copy) browser.cookies.set(name, value);
  const answers = [first, await browser.exchange(token)];
  expect(answers.map((answer) => answer.json().code)).toEqual([undefined, 'exchange_invalid']);
});

it('refuses a player who was suspended after signing in', async () => {
  const browser = visitor(app);
  const token = tokenIn(await browser.signIn(sandbox, 'google', { email: 'late@x.test' }));
  await app.db.run(sql`update players set suspended_at = now() where email = 'late@x.test'`);
  const refused = await browser.exchange(token);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'sign_in_suspended']);
});

it('makes a new account when the old one is deleted during the sign-in', async () => {
  const email = 'returning@x.test';
  const first = visitor(app);
  await first.exchange(tokenIn(await first.signIn(sandbox, 'google', { email })));
  const before = await app.db.row<{ id: string }>(sql`select id from players where email = ${email}`);
  const id = String(before?.id);
  const again = visitor(app);
  const landing = await meanwhile(
    app.db,
    async (tx) => {
      await lockIdentities(tx, id);
      await lockPlayer(tx, id);
      await tx.run(sql`update players set deleted_at = now() where id = ${id}`);
      await makePseudonym(tx, id, 'GONEGONE');
    },
    () => again.signIn(sandbox, 'google', { email }),
  );
  const exchanged = await again.exchange(tokenIn(landing));
  expect(exchanged.statusCode).toBe(200);
  const now = await app.db.rows<{ id: string }>(sql`select id from players where email = ${email}`);
  expect(now).toHaveLength(1);
  expect(now[0]?.id).not.toBe(id);
  expect(await app.db.rows(sql`select token_hash from sign_in_tokens where player_id = ${id}`)).toEqual([]);
});

it('marks the sign-in redirects as not cacheable', async () => {
  const visit = (path: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.app.http.inject({ method, url: `/api/v1/auth/${path}` });
  const begun = await visit('google');
  const { origin, searchParams } = new URL(String(begun.headers.location));
  expect([begun.statusCode, origin, begun.headers['cache-control']]).toEqual([303, sandbox.url, 'no-store']);
  expect(searchParams.get('redirect_uri')).toBe('http://localhost:3000/api/v1/auth/google/callback');
  for (const [name, bytes] of [
    ['state', 24],
    ['nonce', 24],
  ] as const) {
    expect(Buffer.from(searchParams.get(name) ?? '', 'base64url')).toHaveLength(bytes);
  }
  const refused = await visit('google/callback');
  expect([refused.statusCode, refused.headers.location, refused.headers['cache-control']]).toEqual([
    ...[303, 'http://localhost:3000/?error=sign_in_elsewhere', 'no-store'],
  ]);
  expect((await visit('google', 'HEAD')).statusCode).toBe(405);
});
