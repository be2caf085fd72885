// SPDX-License-Identifier: Apache-2.0

import * as openid from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { openForTests } from '../../tests/support/open-for-tests.ts';
import { type TestBrowser, testBrowser } from '../testing/browser.ts';
import { appUrl, googleClient, startTestSandbox } from '../testing/start.ts';

const sandbox = openForTests(() => startTestSandbox({ administrator: 'boss@finalring.test' }));
let config: openid.Configuration;
beforeAll(async () => {
  const { clientId, clientSecret } = googleClient;
  config = await openid.discovery(new URL(sandbox.googleIssuer), clientId, clientSecret, undefined, {
    execute: [openid.allowInsecureRequests],
  });
});

/** Simulates the application when a browser arrives to sign in. */
async function beginSignIn(browser: TestBrowser) {
  const checks = { expectedState: openid.randomState(), expectedNonce: openid.randomNonce() };
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: `${appUrl}/api/v1/auth/google/callback`,
    scope: 'openid email profile',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
  });
  return { checks, visit: await browser.visit(url) };
}

async function signInAs(id: string, browser: TestBrowser) {
  const chosen = await browser.visit(`${sandbox.url}/first-steps/sign-in/${id}`);
  expect(chosen.location?.href).toBe(`${appUrl}/api/v1/auth/google`);
  const { checks, visit } = await beginSignIn(browser);
  if (!visit.location) throw new Error('The sign-in asked for more than a click');
  return (await openid.authorizationCodeGrant(config, visit.location, checks)).claims();
}

describe('a sign-in with one click', () => {
  test('uses the ordinary sign-in as the chosen person', async () => {
    expect(await signInAs('administrator', testBrowser(sandbox.url))).toMatchObject({
      email: 'boss@finalring.test',
      email_verified: true,
    });
  });

  test('creates another new player each time, and switches within one browser', async () => {
    const browser = testBrowser(sandbox.url);
    const first = await signInAs('newcomer', browser);
    const second = await signInAs('newcomer', browser);
    const veteran = await signInAs('veteran', browser);
    for (const claims of [first, second])
      expect(claims?.email).toMatch(/^player-[0-9a-f]{8}@finalring\.test$/);
    expect(new Set([first?.sub, second?.sub, veteran?.sub]).size).toBe(3);
  });

  test('applies once: the next sign-in shows the form again', async () => {
    const browser = testBrowser(sandbox.url);
    await signInAs('veteran', browser);
    expect((await beginSignIn(browser)).visit.text).toContain('Sign in with Google');
  });

  test('refuses links from other sites and unknown people', async () => {
    const ask = (id: string, headers: Record<string, string> = {}) =>
      fetch(`${sandbox.url}/first-steps/sign-in/${id}`, { headers, redirect: 'manual' });
    const strange = await ask('administrator', { 'sec-fetch-site': 'cross-site' });
    expect([strange.status, strange.headers.get('set-cookie')]).toEqual([403, null]);
    const elsewhere = { 'sec-fetch-site': 'cross-site', referer: 'http://evil.test/' };
    expect((await ask('administrator', elsewhere)).status).toBe(403);
    const other = { 'sec-fetch-site': 'cross-site', referer: `${appUrl}/` };
    expect((await ask('veteran', other)).status).toBe(303);
    expect((await ask('stranger')).status).toBe(404);
    expect((await ask('veteran', { 'sec-fetch-site': 'same-site' })).status).toBe(303);
  });
});

describe('calls from pages', () => {
  const ask = (path: string, method: string, origin: string) =>
    fetch(sandbox.url + path, { method, headers: { origin } });

  test("read who can sign in from the application's pages only", async () => {
    const ours = await ask('/first-steps', 'GET', appUrl);
    expect(ours.headers.get('access-control-allow-origin')).toBe(appUrl);
    expect(await ours.json()).toMatchObject({
      people: [{ id: 'newcomer' }, { id: 'veteran' }, { id: 'administrator', email: 'boss@finalring.test' }],
      veteran: { done: 0, isUnderWay: false, problem: null },
    });
    const theirs = await ask('/first-steps', 'GET', 'http://evil.test');
    expect([theirs.status, theirs.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  test.each([
    ['/arena/players/somebody/matches', 204],
    ['/first-steps/veteran', 204],
    ['/arena/faults', 404],
    ['/stripe/faults', 404],
    ['/arena/players/somebody', 404],
  ])("for %s get %i to the browser's preflight request", async (path, status) => {
    const answer = await ask(path, 'OPTIONS', appUrl);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      status,
      status === 204 ? appUrl : null,
    ]);
    expect((await ask(path, 'OPTIONS', 'http://evil.test')).status).not.toBe(204);
  });
});

test('offers no administrator when the application has none', async () => {
  const other = await startTestSandbox();
  const { people } = (await (await fetch(`${other.url}/first-steps`)).json()) as { people: { id: string }[] };
  expect(people.map(({ id }) => id)).toEqual(['newcomer', 'veteran']);
  expect((await fetch(`${other.url}/first-steps/sign-in/administrator`)).status).toBe(404);
  await other.close();
});
