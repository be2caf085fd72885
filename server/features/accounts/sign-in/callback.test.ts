// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openSignInApp } from '../../../../tests/support/sign-in-app.ts';
import { tokenIn, visitor } from '../../../../tests/support/visitor.ts';

const { app, sandbox } = openSignInApp();
let people = 0;

const used = async () => (await app.db.rows(sql`select from used_sign_ins`)).length;

it.each([
  ['sec-purpose', 'prefetch'],
  ['sec-purpose', 'prefetch;prerender'],
  ['sec-purpose', 'prefetch;anonymous-client-ip'],
  ['purpose', 'prefetch'],
  ['purpose', 'preview'],
  ['x-purpose', 'preview'],
  ['x-moz', 'prefetch'],
])('ignores a prefetched callback (%s: %s)', async (name, value) => {
  const browser = visitor(app);
  const form = { email: `ahead${++people}@x.test` };
  const address = await browser.upToCallback(sandbox, 'discord', form);
  const before = await used();
  const ahead = await browser.visit(address, { [name]: value });
  expect([ahead.status, ahead.location, ahead.setCookies]).toEqual([204, '', []]);
  const begun = await browser.visit('/api/v1/auth/google', { [name]: value });
  expect([begun.status, begun.setCookies]).toEqual([204, []]);
  expect(await used()).toBe(before);
  const token = tokenIn(await browser.visit(address));
  expect((await browser.exchange(token)).statusCode).toBe(200);
});

it.each(['google', 'discord'] as const)(
  'gives concurrent callbacks by %s the same token',
  async (provider) => {
    const browser = visitor(app);
    const address = await browser.upToCallback(sandbox, provider, { email: `twice${++people}@x.test` });
    const landings = await Promise.all([1, 2, 3].map(() => browser.visit(address)));
    const tokens = new Set(landings.map(tokenIn));
    expect(tokens.size).toBe(1);
    const again = await browser.visit(address);
    expect(tokenIn(again)).toBe([...tokens][0]);
    expect((await browser.exchange(tokenIn(again))).statusCode).toBe(200);
    expect(await app.db.rows(sql`select from players where email = ${`twice${people}@x.test`}`)).toHaveLength(
      1,
    );
  },
);

it('refuses a repeated callback from another browser, with another code, or later', async () => {
  const browser = visitor(app);
  const address = await browser.upToCallback(sandbox, 'google', { email: `once${++people}@x.test` });
  expect((await browser.visit(address)).location).toMatch(/authToken=/);
  expect((await visitor(app).visit(address)).location).toBe('/?error=sign_in_elsewhere');
  const changed = new URL(address);
  changed.searchParams.set('code', 'another');
  expect((await browser.visit(changed.href)).location).toBe('/?error=sign_in_code_used');
  app.clock.advance(10_000);
  expect((await browser.visit(address)).location).toBe('/?error=sign_in_code_used');
  const [row] = await app.db.rows<{ outcome: Buffer }>(sql`
    select outcome from used_sign_ins where outcome is not null order by ended_at desc limit 1`);
  expect(row?.outcome.toString('latin1')).not.toMatch(/authToken|google-login/);
});

it('sends no referrer from the callback address, which contains a code', async () => {
  const answer = await app.app.http.inject({ url: '/api/v1/auth/google/callback?code=secret&state=x' });
  expect(answer.headers['referrer-policy']).toBe('no-referrer');
});

it('limits the sign-in cookie to ten seconds after the callback', async () => {
  const browser = visitor(app);
  const address = await browser.upToCallback(sandbox, 'google', { email: `kept${++people}@x.test` });
  const { setCookies } = await browser.visit(address);
  expect(setCookies.find((line) => line.startsWith('sign_in_3000='))).toMatch(/Max-Age=10;/);
});
