// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { Site } from '../options.ts';
import type { PersonId } from './people.ts';

/** A player of the application that uses its API like any client. */
export interface PlayerClient {
  /** @returns the answer's `data` @throws with the application's message if it refuses */
  call<Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data>;
}

const maxRedirects = 12;

async function readData<Data>(answer: Response): Promise<Data> {
  const { data, message } = (await answer.json()) as { data: Data; message?: string };
  if (!answer.ok) throw new Error(message ?? `the application answered ${answer.status}`);
  return data;
}

/** Follows a sign-in through all redirects, like a browser. @returns the token at its end, and the cookies */
async function walkThroughSignIn(start: string): Promise<{ authToken: string; cookie: string }> {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  let url = start;
  for (let steps = 0; steps < maxRedirects; steps++) {
    const authToken = new URL(url).searchParams.get('authToken');
    if (authToken) return { authToken, cookie: cookie() };
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: cookie() } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    const location = answer.headers.get('location');
    if (!location) break;
    url = new URL(location, url).href;
  }
  throw new Error('the sign-in came to no end');
}

/** @throws if the application doesn't answer or refuses the sign-in */
export async function signInAs(site: Site, id: PersonId): Promise<PlayerClient> {
  const { authToken, cookie } = await walkThroughSignIn(`${site.publicUrl()}/first-steps/sign-in/${id}`);
  const base = `${site.appUrl()}/api/v1`;
  const json = { 'content-type': 'application/json' };
  const exchanged = await fetch(`${base}/auth/exchange`, {
    method: 'POST',
    headers: { ...json, cookie },
    body: JSON.stringify({ authToken }),
  });
  const session = await readData<{ authToken: string }>(exchanged);
  return {
    call: async (method, path, body) => {
      const headers = {
        authorization: `Bearer ${session.authToken}`,
        ...(body && { ...json, 'idempotency-key': randomUUID() }),
      };
      const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
      return readData(await fetch(base + path, init));
    },
  };
}
