// SPDX-License-Identifier: Apache-2.0

import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../options.ts';
import { signInForm, type TestBrowser, testBrowser, type Visit } from '../testing/browser.ts';
import { appUrl, googleClient, startTestSandbox } from '../testing/start.ts';

const redirectUri = `${appUrl}/api/v1/auth/google/callback`;
const ada = { email: 'ada@example.test', name: 'Ada Lovelace', emailVerified: 'on', decision: 'continue' };

let sandbox: Sandbox;
let config: openid.Configuration;
const printed: unknown[] = [];
// Not a spy, because spies are reset between tests.
const { info, warn, error } = console;

beforeAll(async () => {
  const note = (...line: unknown[]): void => void printed.push(line);
  Object.assign(console, { info: note, warn: note, error: note });
  sandbox = await startTestSandbox();
  const { clientId, clientSecret } = googleClient;
  config = await openid.discovery(new URL(sandbox.googleIssuer), clientId, clientSecret, undefined, {
    execute: [openid.allowInsecureRequests],
  });
});
afterAll(() => {
  Object.assign(console, { info, warn, error });
  return sandbox.close();
});

async function begin(browser: TestBrowser, extra: Record<string, string> = {}) {
  const verifier = openid.randomPKCECodeVerifier();
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: openid.randomState(),
    expectedNonce: openid.randomNonce(),
    idTokenExpected: true,
  };
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...extra,
  });
  return { checks, page: await browser.visit(url) };
}

async function signIn(fields: Record<string, string>, browser = testBrowser(sandbox.url)) {
  const { checks, page } = await begin(browser);
  const { location } = await browser.visit(page.url, signInForm(fields));
  if (!location) throw new Error('The sign-in did not return to the application');
  return { checks, location };
}

async function getClaims(fields: Record<string, string>, browser?: TestBrowser) {
  const { checks, location } = await signIn(fields, browser);
  return (await openid.authorizationCodeGrant(config, location, checks)).claims();
}

describe('Google sign-in', () => {
  test('includes address and name in the id_token', async () => {
    const { checks, location } = await signIn(ada);
    expect(location.href.split('?')[0]).toBe(redirectUri);
    const tokens = await openid.authorizationCodeGrant(config, location, checks);
    expect(tokens.claims()).toMatchObject({
      iss: sandbox.googleIssuer,
      aud: googleClient.clientId,
      sub: expect.stringMatching(/^\d{21}$/),
      email: 'ada@example.test',
      email_verified: true,
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      picture: expect.stringContaining(sandbox.url),
    });
    const info = await openid.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
    expect(info.email).toBe('ada@example.test');
  });

  test('treats the same address as the same person, in any letter case and browser', async () => {
    const first = await getClaims(ada);
    const again = await getClaims({ ...ada, email: 'ADA@example.test', name: 'Ada King' });
    const other = await getClaims({ ...ada, email: 'grace@example.test' });
    expect(again?.sub).toBe(first?.sub);
    expect(again?.name).toBe('Ada King');
    expect(other?.sub).not.toBe(first?.sub);
  });

  test('always shows its page, and lets one browser sign in as someone else', async () => {
    const browser = testBrowser(sandbox.url);
    const first = await getClaims(ada, browser);
    const second = await getClaims({ ...ada, email: 'bob@example.test' }, browser);
    expect(second?.sub).not.toBe(first?.sub);
    expect((await begin(browser)).page.text).toContain('Sign in with Google');
  });

  test('treats an unticked box as an unverified address', async () => {
    const { emailVerified: _unticked, ...fields } = ada;
    expect((await getClaims(fields))?.email_verified).toBe(false);
  });

  test('accepts the prompts that Google knows, and an address hint', async () => {
    const browser = testBrowser(sandbox.url);
    const { checks, page } = await begin(browser, {
      prompt: 'select_account consent',
      login_hint: 'hint@x.test',
    });
    expect(page.text).toContain('value="hint@x.test"');
    const { location } = await browser.visit(page.url, signInForm(ada));
    const tokens = await openid.authorizationCodeGrant(config, location ?? new URL(sandbox.url), checks);
    expect(tokens.claims()?.email).toBe('ada@example.test');
  });

  test('returns with access_denied and the state after Cancel', async () => {
    const browser = testBrowser(sandbox.url);
    const { checks, page } = await begin(browser);
    const { location } = await browser.visit(page.url, signInForm({ decision: 'cancel' }));
    expect(location?.searchParams.get('error')).toBe('access_denied');
    expect(location?.searchParams.get('state')).toBe(checks.expectedState);
    expect(location?.searchParams.has('code')).toBe(false);
  });

  test('accepts a code once', async () => {
    const { checks, location } = await signIn(ada);
    await openid.authorizationCodeGrant(config, location, checks);
    await expect(openid.authorizationCodeGrant(config, location, checks)).rejects.toMatchObject({
      code: 'OAUTH_RESPONSE_BODY_ERROR',
      error: 'invalid_grant',
    });
  });

  test('refuses a wrong PKCE verifier', async () => {
    const { checks, location } = await signIn(ada);
    const wrong = { ...checks, pkceCodeVerifier: openid.randomPKCECodeVerifier() };
    await expect(openid.authorizationCodeGrant(config, location, wrong)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('refuses a wrong client secret', async () => {
    const { checks, location } = await signIn(ada);
    const stranger = new openid.Configuration(config.serverMetadata(), googleClient.clientId, 'wrong');
    openid.allowInsecureRequests(stranger);
    await expect(openid.authorizationCodeGrant(stranger, location, checks)).rejects.toMatchObject({
      error: 'invalid_client',
    });
  });

  test('accepts Basic authentication as well as body fields', async () => {
    const { checks, location } = await signIn(ada);
    const { clientId, clientSecret } = googleClient;
    const basic = new openid.Configuration(
      config.serverMetadata(),
      clientId,
      undefined,
      openid.ClientSecretBasic(clientSecret),
    );
    openid.allowInsecureRequests(basic);
    const tokens = await openid.authorizationCodeGrant(basic, location, checks);
    expect(tokens.claims()?.email).toBe('ada@example.test');
  });

  test('never redirects to another return address', async () => {
    const { page } = await begin(testBrowser(sandbox.url), { redirect_uri: 'http://evil.test/callback' });
    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
    expect(page.text).toContain('Google can’t sign you in');
  });

  test('shows the page again after a mistake, with the typed values escaped', async () => {
    const browser = testBrowser(sandbox.url);
    const { page } = await begin(browser);
    const again = await browser.visit(
      page.url,
      signInForm({ ...ada, email: '"><script>', decision: 'continue' }),
    );
    expect(again.status).toBe(422);
    expect(again.text).toContain('Enter an e-mail address');
    expect(again.text).not.toContain('"><script>');
  });

  test('refuses a page that was used before', async () => {
    const browser = testBrowser(sandbox.url);
    const { page } = await begin(browser);
    await browser.visit(page.url, signInForm(ada));
    const late: Visit = await browser.visit(page.url, signInForm(ada));
    expect(late.status).toBe(400);
    expect(late.text).toContain('expired or was already used');
  });

  test('includes the port in cookie names, because the ports of localhost share cookies', async () => {
    const response = await fetch(
      openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid',
        response_type: 'code',
      }),
      { redirect: 'manual' },
    );
    const { port } = new URL(sandbox.url);
    const names = response.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect(names).toContain(`google_interaction_${port}`);
    expect(names.every((name) => name?.replace(/\.sig$/, '').endsWith(port))).toBe(true);
  });

  test("accepts the application's address after it started", async () => {
    const late = await startTestSandbox({ appUrl: 'http://localhost:1' });
    try {
      const url = new URL('/google/auth', late.url);
      url.search = new URLSearchParams({
        client_id: googleClient.clientId,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: redirectUri,
      }).toString();
      expect((await testBrowser(late.url).visit(url)).status).toBe(400);
      late.setAppUrl(`${appUrl}/`);
      expect((await testBrowser(late.url).visit(url)).text).toContain('Sign in with Google');
    } finally {
      await late.close();
    }
  });

  test('prints nothing', () => {
    expect(printed).toEqual([]);
  });
});
