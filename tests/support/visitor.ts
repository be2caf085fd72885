// SPDX-License-Identifier: Apache-2.0

import { randomInt } from 'node:crypto';
import type { Sandbox } from '../../sandbox/main.ts';
import type { TestApp } from './app.ts';

export interface SignInForm {
  email: string;
  name?: string;
  isVerified?: boolean;
  /** The account at the provider, if it isn't the one that had this address first (sandbox/identity/person.ts). */
  account?: string;
  /** Presses Cancel instead of Continue. */
  cancels?: boolean;
}

export interface Landing {
  status: number;
  /** Where the app redirected the browser, without its origin. */
  location: string;
}

type Jar = Map<string, string>;

function keep(jar: Jar, setCookies: readonly string[]): void {
  for (const line of setCookies) {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const isGone = attributes.some((part) => /max-age=0$|expires=Thu, 01 Jan 1970/i.test(part.trim()));
    if (isGone) jar.delete(name);
    else jar.set(name, value);
  }
}

const getHeader = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
const unescaped = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

/** A browser, with cookies, that follows a sign-in through the app and the sandbox's providers. */
export function visitor({ app }: TestApp) {
  const cookies: Jar = new Map();
  const sandboxCookies: Jar = new Map();
  // Each visitor has a separate network, so that limits per address don't add up in a test file.
  const remoteAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

  /** Visits an address of the app, absolute or below `/`. */
  async function visit(
    address: string,
    more: Record<string, string> = {},
  ): Promise<Landing & { setCookies: string[] }> {
    const url = new URL(address, 'http://localhost:3000');
    const answer = await app.http.inject({
      url: `${url.pathname}${url.search}`,
      remoteAddress,
      headers: { ...more, cookie: getHeader(cookies) },
    });
    const setCookies = [answer.headers['set-cookie'] ?? []].flat();
    keep(cookies, setCookies);
    const location = String(answer.headers.location ?? '').replace('http://localhost:3000', '');
    return { status: answer.statusCode, location, setCookies };
  }

  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: getHeader(sandboxCookies) },
    });
    keep(sandboxCookies, response.headers.getSetCookie());
    return response;
  }

  /** From a provider's first address through its page, until the browser is redirected back to the app. */
  async function throughProvider(sandbox: Sandbox, from: string, form: SignInForm): Promise<string> {
    let [url, response] = [from, await send(from)];
    while (url.startsWith(sandbox.url)) {
      const next = response.headers.get('location');
      if (next) {
        url = new URL(next, url).href;
        if (url.startsWith(sandbox.url)) response = await send(url);
        continue;
      }
      const page = await response.text();
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (!action) throw new Error(`no form at ${url}: ${page}`);
      const fields = new URLSearchParams();
      for (const [, name = '', value = ''] of page.matchAll(
        /type="hidden" name="([^"]+)" value="([^"]*)"/g,
      )) {
        fields.set(name, unescaped(value));
      }
      fields.set('email', form.email);
      fields.set('name', form.name ?? 'Test Person');
      if (form.account) fields.set('account', form.account);
      if (form.isVerified !== false) fields.set('emailVerified', 'on');
      fields.set('decision', form.cancels ? 'cancel' : 'continue');
      response = await send(new URL(unescaped(action), url).href, { method: 'POST', body: fields });
    }
    return url;
  }

  return {
    cookies,
    visit,
    /** Stops when the provider redirects the browser back; returns the callback's address. */
    async upToCallback(sandbox: Sandbox, provider: 'google' | 'discord', form: SignInForm, ref?: string) {
      const start = await visit(`/api/v1/auth/${provider}${ref === undefined ? '' : `?ref=${ref}`}`);
      return throughProvider(sandbox, start.location, form);
    },
    /** Confirms that the previous sign-in may join this one's account, up to the web app's page. */
    async confirm(sandbox: Sandbox, provider: 'google' | 'discord', form: SignInForm) {
      const start = await visit(`/api/v1/auth/${provider}?join=1`);
      return visit(await throughProvider(sandbox, start.location, form));
    },
    /** Creates a new account, although the sign-in could have joined another. */
    async separate() {
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/v1/auth/separate-account',
        remoteAddress,
        headers: { cookie: getHeader(cookies) },
      });
      keep(cookies, [answer.headers['set-cookie'] ?? []].flat());
      return answer;
    },
    /** The whole sign-in, up to the web app's page. */
    async signIn(sandbox: Sandbox, provider: 'google' | 'discord', form: SignInForm, ref?: string) {
      return visit(await this.upToCallback(sandbox, provider, form, ref));
    },
    async exchange(authToken: string, by: 'exchange' | 'keep-account' = 'exchange') {
      const answer = await app.http.inject({
        method: 'POST',
        url: `/api/v1/auth/${by}`,
        remoteAddress,
        headers: { cookie: getHeader(cookies) },
        payload: { authToken },
      });
      keep(cookies, [answer.headers['set-cookie'] ?? []].flat());
      return answer;
    },
  };
}

/** The token in the address after a successful sign-in. */
export function tokenIn({ location }: Landing): string {
  const token = new URL(location, 'http://localhost:3000').searchParams.get('authToken');
  if (!token) throw new Error(`no token in ${location}`);
  return token;
}

/** Signs in by `provider` and joins the account of the other provider's identity. Returns the same as `enter`. */
export async function join(
  { app, sandbox }: { app: TestApp; sandbox: Sandbox },
  provider: 'google' | 'discord',
  form: SignInForm,
) {
  const browser = visitor(app);
  await browser.signIn(sandbox, provider, form);
  const owned = provider === 'google' ? 'discord' : 'google';
  return arrive(app, browser, await browser.confirm(sandbox, owned, form));
}

/** Signs a browser in completely. Returns its session and the app's profile of its player. */
export async function enter(
  { app, sandbox }: { app: TestApp; sandbox: Sandbox },
  provider: 'google' | 'discord',
  form: SignInForm,
  ref?: string,
) {
  const browser = visitor(app);
  return arrive(app, browser, await browser.signIn(sandbox, provider, form, ref));
}

async function arrive(app: TestApp, browser: ReturnType<typeof visitor>, landing: Landing) {
  const exchanged = await browser.exchange(tokenIn(landing));
  const token: string = exchanged.json().data.authToken;
  const { data: profile } = (await app.call({ url: '/auth/get-profile', token })).json();
  return { browser, token, profile };
}
