// SPDX-License-Identifier: Apache-2.0

import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import { keyedCalls } from './keyed-calls.js';
import type { paths } from './schema.js';

export type FinalRingClient = Client<paths>;

export interface ClientOptions {
  /** Where the installation is: https://play.example.com */
  url: string;
  /** The token of a session; none is needed for what is public. */
  token?: string;
  /** What makes the requests; the platform's own unless said. */
  fetch?: typeof fetch;
  /** How often a request is repeated that was not answered, or answered 408, 429 or 503. 2 unless said. */
  maxRepeats?: number;
}

/** No longer than a person would wait. */
const maxWaitMs = 5_000;
const again = new Set([408, 429, 503]);

/** How long to wait before the request is repeated; undefined where the answer stands, or the wait would be too long. */
function waitMs(answer: Response | undefined, tries: number): number | undefined {
  if (answer && !again.has(answer.status)) return undefined;
  const told = Number(answer?.headers.get('retry-after')) * 1000;
  const ms = told > 0 ? told : 200 * 2 ** tries;
  return ms <= maxWaitMs ? ms : undefined;
}

/** Ends early, with the reason, where the caller gives up. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

/** An answer whose connection breaks in the middle is lost as one that never began. Files and streams are left to who asked. */
async function readWhole(answer: Response): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
  const { status, statusText, headers } = answer;
  return new Response(await answer.arrayBuffer(), { status, statusText, headers });
}

/** Repeats what may be repeated: a request that changes nothing, or carries an `Idempotency-Key`. */
function repeating(send: typeof fetch, maxRepeats: number): (request: Request) => Promise<Response> {
  return async (request) => {
    const isSafe = request.method === 'GET' || request.headers.has('idempotency-key');
    for (let tries = 0; ; tries++) {
      const isLast = !isSafe || tries >= maxRepeats;
      const answer = await send(request.clone())
        .then(readWhole)
        .catch((error: unknown) => {
          if (isLast || request.signal.aborted) throw error;
          return undefined;
        });
      const ms = waitMs(answer, tries);
      if (answer && (isLast || ms === undefined)) return answer;
      await rest(ms ?? maxWaitMs, request.signal);
    }
  };
}

/**
 * Every call of the API by its address: `client.GET('/api/v1/config')` answers `{ data }` or, where it was refused, `{ error }`
 * with its `code`. Calls that take an `Idempotency-Key` get one of their own unless you pass yours.
 */
export function createClient({
  url,
  token,
  fetch: send = fetch,
  maxRepeats = 2,
}: ClientOptions): FinalRingClient {
  const client = createFetchClient<paths>({
    baseUrl: url.replace(/\/$/, ''),
    fetch: repeating(send, maxRepeats),
  });
  const signing: Middleware = {
    onRequest({ request, schemaPath }) {
      const { headers, method } = request;
      if (token) headers.set('authorization', `Bearer ${token}`);
      // With a key a call is repeated: others would be made twice.
      if (!keyedCalls.has(`${method} ${schemaPath}`)) headers.delete('idempotency-key');
      else if (!headers.has('idempotency-key')) headers.set('idempotency-key', crypto.randomUUID());
      return request;
    },
  };
  client.use(signing);
  return client;
}
