// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openForTests } from '../../tests/support/open-for-tests.ts';
import { testBrowser } from '../testing/browser.ts';
import { ada, discordCalls, redirectUri } from '../testing/discord-calls.ts';
import { discordClient, startTestSandbox } from '../testing/start.ts';

const sandbox = openForTests(startTestSandbox);

const { authorizeUrl, me, returnFrom, signIn, token } = discordCalls(() => sandbox);

describe('Discord sign-in', () => {
  test('returns tokens and the user in the shapes of recorded answers', async () => {
    const recorded = fixture('discord-users-me-2024.json');
    const documented = fixture('discord-token-response-docs.json');
    const tokens = await signIn();
    expect(Object.keys(tokens).sort()).toEqual(Object.keys(documented).sort());
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope: 'identify email' });
    const { status, body } = await me(tokens.access_token);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(Object.keys(recorded));
    expect(body).toMatchObject({
      id: expect.stringMatching(/^\d{18}$/),
      email: 'ada@example.test',
      verified: true,
      username: 'adalovelace',
      global_name: 'Ada Lovelace',
      discriminator: '0',
    });
  });

  test('treats the same address as the same person, and an unticked box as unverified', async () => {
    const first = await me((await signIn()).access_token);
    const { emailVerified: _unticked, ...unverified } = ada;
    const again = await me((await signIn({ ...unverified, email: 'Ada@Example.test' })).access_token);
    const other = await me((await signIn({ ...ada, email: 'grace@example.test' })).access_token);
    expect(again.body).toMatchObject({ id: first.body.id, verified: false });
    expect(other.body.id).not.toBe(first.body.id);
  });

  test('returns a user without an address when the email scope is missing', async () => {
    const { body } = await me((await signIn(ada, { scope: 'identify' })).access_token);
    expect(body).not.toHaveProperty('email');
    expect(body).not.toHaveProperty('verified');
  });

  test('returns with access_denied and the state after Cancel', async () => {
    const location = await returnFrom({ decision: 'cancel' });
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'a&b "c"',
    });
  });

  test('accepts a code once, and spends it on a wrong return address', async () => {
    const spend = async (redirect_uri: string, code: string) =>
      (await token({ grant_type: 'authorization_code', code, redirect_uri })).body.error;
    const [first, second] = [await returnFrom(ada), await returnFrom(ada)];
    const code = first.searchParams.get('code') ?? '';
    expect(await spend(redirectUri, code)).toBeUndefined();
    expect(await spend(redirectUri, code)).toBe('invalid_grant');
    const other = second.searchParams.get('code') ?? '';
    expect(await spend(`${redirectUri}/x`, other)).toBe('invalid_grant');
    expect(await spend(redirectUri, other)).toBe('invalid_grant');
  });

  test('requires the PKCE verifier when PKCE was begun', async () => {
    const pkce = {
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    };
    const redeem = async (code_verifier: string) => {
      const code = (await returnFrom(ada, pkce)).searchParams.get('code') ?? '';
      return (
        await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier })
      ).status;
    };
    expect(await redeem('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(200);
    expect(await redeem('another-verifier-of-a-sufficient-length-here')).toBe(400);
  });

  test('gives tokens only to known clients and for form-encoded bodies', async () => {
    const fields = { grant_type: 'client_credentials', scope: 'identify' };
    const json = { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } };
    expect(await token({}, json)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await token({ ...fields, client_secret: 'wrong' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect((await token({ grant_type: 'password' })).body.error).toBe('unsupported_grant_type');
    const basic = btoa(`${discordClient.clientId}:${discordClient.clientSecret}`);
    const headers = { authorization: `Basic ${basic}` };
    const byHeader = await token({}, { headers, body: new URLSearchParams(fields) });
    expect(byHeader.status).toBe(200);
    const wrong = { authorization: `Basic ${btoa(`${discordClient.clientId}:%`)}` };
    expect((await token({}, { headers: wrong, body: new URLSearchParams(fields) })).status).toBe(401);
  });

  test('replaces the refresh token on refresh, and ends a token on revoke', async () => {
    const tokens = await signIn();
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    const next = await token(refresh);
    expect((await me(next.body.access_token)).status).toBe(200);
    expect((await token(refresh)).body.error).toBe('invalid_grant');
    const { clientId: client_id, clientSecret: client_secret } = discordClient;
    await fetch(`${sandbox.discordBaseUrl}/api/oauth2/token/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id, client_secret, token: next.body.access_token ?? '' }),
    });
    expect(await me(next.body.access_token)).toEqual({
      status: 401,
      body: { message: '401: Unauthorized', code: 0 },
    });
  });

  test('does not redirect an untrusted request', async () => {
    const untrusted: Record<string, string>[] = [{ client_id: '1' }, { redirect_uri: 'http://evil.test/' }];
    for (const changes of untrusted) {
      const page = await testBrowser(sandbox.url).visit(authorizeUrl(changes));
      expect(page.status).toBe(400);
      expect(page.location).toBeUndefined();
    }
    const bad = await testBrowser(sandbox.url).visit(authorizeUrl({ scope: 'identify everything' }));
    expect(bad.location?.searchParams.get('error')).toBe('invalid_scope');
  });
});

describe('Discord commands', () => {
  const put = async (authorization: string, commands: unknown) => {
    const url = `${sandbox.discordBaseUrl}/api/v10/applications/${discordClient.clientId}/commands`;
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(commands) });
    return { status: response.status, body: await response.json() };
  };
  const link = {
    name: 'link',
    description: 'Link your account',
    options: [{ name: 'token', description: 'From your profile', type: 3, required: true }],
  };

  test('are registered with the token of the client-credentials grant or of the bot', async () => {
    const scope = 'applications.commands.update';
    const { body } = await token({ grant_type: 'client_credentials', scope });
    expect(body).not.toHaveProperty('refresh_token');
    const registered = await put(`Bearer ${body.access_token}`, [link]);
    expect(registered).toMatchObject({
      status: 200,
      body: [{ ...link, application_id: discordClient.clientId }],
    });
    expect((await put('Bot some-token', [link])).status).toBe(200);
    expect((await put(`Bearer ${(await signIn()).access_token}`, [link])).status).toBe(401);
    expect((await put('Bot some-token', [{ ...link, name: 'Link!' }])).body).toMatchObject({ code: 50035 });
  });
});

function fixture(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'));
}
