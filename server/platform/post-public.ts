import http from 'node:http';
import https from 'node:https';
import { lookUpPublic, type Resolve, resolveByDns } from './public-address.ts';

export interface Reply {
  status: number;
  /** Where the service says when to come back. */
  retryAfterMs?: number;
}

class LateError extends Error {
  override name = 'LateError';
}

function parseRetryAfter(value: string | undefined): Pick<Reply, 'retryAfterMs'> {
  const seconds = Number(value);
  return seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {};
}

/**
 * Posts to an address that others chose: https only to public addresses (public-address.ts), no redirect is followed and no
 * answer read.
 * @throws PrivateAddressError, and what the connection throws
 */
export async function postPublic(
  url: URL,
  { headers, body }: { headers: http.OutgoingHttpHeaders; body: Buffer },
  { resolve = resolveByDns, timeoutMs = 5_000 }: { resolve?: Resolve; timeoutMs?: number } = {},
): Promise<Reply> {
  const { promise, resolve: answered, reject } = Promise.withResolvers<Reply>();
  const late = setTimeout(() => reject(new LateError()), timeoutMs);
  // No connection is kept: the next one might be to another address of the same name.
  const options = { method: 'POST', headers, agent: false } as const;
  const begin = async () =>
    url.protocol === 'https:'
      ? https.request(url, { ...options, lookup: await lookUpPublic(url.hostname, resolve) })
      : http.request(url, options);
  const beginning = begin();
  beginning.then((request) => {
    request.on('error', reject);
    request.on('response', (response) => {
      answered({ status: response.statusCode ?? 0, ...parseRetryAfter(response.headers['retry-after']) });
    });
    request.end(body);
  }, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    // Of what it says nothing else is needed, and it may be of any length or never come.
    void beginning.then((request) => request.destroy()).catch(() => {});
  }
}
