// SPDX-License-Identifier: Apache-2.0

import type { Sandbox } from '../options.ts';
import { signInForm, testBrowser } from './browser.ts';
import { appUrl, discordClient } from './start.ts';

export const redirectUri = `${appUrl}/api/v1/auth/discord/callback`;
export const ada = {
  email: 'ada@example.test',
  name: 'Ada Lovelace',
  emailVerified: 'on',
  decision: 'continue',
};

/** The calls that the application and its players make to Discord. */
export function discordCalls(getSandbox: () => Sandbox) {
  function authorizeUrl(changes: Record<string, string> = {}): URL {
    const url = new URL(`${getSandbox().discordBaseUrl}/oauth2/authorize`);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: discordClient.clientId,
      scope: 'identify email',
      state: 'a&b "c"',
      redirect_uri: redirectUri,
      ...changes,
    }).toString();
    return url;
  }

  async function returnFrom(
    fields: Record<string, string>,
    changes: Record<string, string> = {},
  ): Promise<URL> {
    const browser = testBrowser(getSandbox().url);
    const page = await browser.visit(authorizeUrl(changes));
    const { location } = await browser.visit('/discord/oauth2/authorize', signInForm(fields, page));
    if (!location) throw new Error('The sign-in did not return to the application');
    return location;
  }

  async function token(fields: Record<string, string>, init: RequestInit = {}) {
    const { clientId: client_id, clientSecret: client_secret } = discordClient;
    const body = new URLSearchParams({ client_id, client_secret, ...fields });
    const response = await fetch(`${getSandbox().discordBaseUrl}/api/oauth2/token`, {
      method: 'POST',
      body,
      ...init,
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }

  async function signIn(fields: Record<string, string> = ada, changes: Record<string, string> = {}) {
    const code = (await returnFrom(fields, changes)).searchParams.get('code') ?? '';
    const answer = await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
    if (answer.status !== 200) throw new Error(`No token was given: ${answer.status}`);
    return answer.body;
  }

  async function me(accessToken?: string) {
    const response = await fetch(`${getSandbox().discordBaseUrl}/api/v10/users/@me`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  return { authorizeUrl, me, returnFrom, signIn, token };
}
