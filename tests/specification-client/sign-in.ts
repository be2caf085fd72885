// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';

type Jar = Map<string, string>;

function keep(jar: Jar, host: string, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(`${host} ${name}`, value);
  }
}

const plain = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

/**
 * Signs somebody in by browser navigations through the local stand-in of the mail service (section 7.1), and answers
 * the session's token. The last step is a declared departure: the token in the address is exchanged for the session's.
 */
export async function signInLocally(
  address: string,
  email = `${randomUUID()}@player.test`,
): Promise<{ token: string; email: string }> {
  const jar: Jar = new Map();
  const visit = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { host } = new URL(url);
    const own = [...jar].filter(([key]) => key.startsWith(`${host} `));
    const cookie = own.map(([key, value]) => `${key.slice(host.length + 1)}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    keep(jar, host, response);
    return response;
  };

  let url = `${address}/api/v1/auth/google`;
  let response = await visit(url);
  for (let steps = 0; steps < 20 && !url.includes('authToken='); steps++) {
    const next = response.headers.get('location');
    if (next) {
      url = new URL(next, url).href;
      if (!url.includes('authToken=')) response = await visit(url);
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) {
      throw new Error(`No stand-in to sign in with at ${url}, but ${response.status}: ${page.slice(0, 500)}`);
    }
    const hidden = [...page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams();
    for (const [, name = '', value = ''] of hidden) body.set(name, plain(value));
    const filled = { email, name: 'Specification Client', emailVerified: 'on', decision: 'continue' };
    for (const [name, value] of Object.entries(filled)) body.set(name, value);
    url = new URL(plain(action), url).href;
    response = await visit(url, { method: 'POST', body });
  }
  const authToken = new URL(url).searchParams.get('authToken');
  const exchanged = await visit(`${address}/api/v1/auth/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authToken }),
  });
  const { data } = (await exchanged.json()) as { data?: { authToken?: string } };
  if (!data?.authToken) throw new Error(`Nobody was signed in at ${url}`);
  return { token: data.authToken, email };
}
