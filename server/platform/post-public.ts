// SPDX-License-Identifier: Apache-2.0

import http from 'node:http';
import https from 'node:https';
import { lookUpPublic, type Resolve, resolveByDns } from './public-address.ts';

export interface Reply {
  status: number;
  /** The beginning of the answer, as text; empty unless `answerBytes` is set. */
  answer: string;
  /** Set if the service specifies when to retry. */
  retryAfterMs?: number;
}

class LateError extends Error {
  override name = 'LateError';
}

/** Seconds from now, or an HTTP date (RFC 9110, section 10.2.3). */
function parseRetryAfter(value = ''): Pick<Reply, 'retryAfterMs'> {
  const seconds = Number(value);
  const waitMs = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000;
  return waitMs > 0 ? { retryAfterMs: waitMs } : {};
}

interface PostOptions {
  resolve?: Resolve;
  timeoutMs?: number;
  /** How much of the answer to read. */
  answerBytes?: number;
  /** Allowed even if private, because the operator configured its origin. */
  isTrusted?: boolean;
}

/**
 * Posts to an address that a third party chose: only https and public addresses (public-address.ts), without following
 * redirects. Reads only as much of the answer as requested, and stops at the time limit.
 * @throws PrivateAddressError, and the connection's errors
 */
export async function postPublic(
  url: URL,
  { headers, body }: { headers: http.OutgoingHttpHeaders; body: Buffer },
  { resolve = resolveByDns, timeoutMs = 5_000, answerBytes = 0, isTrusted = false }: PostOptions = {},
): Promise<Reply> {
  const { promise, resolve: answered, reject } = Promise.withResolvers<Reply>();
  let onLate = () => reject(new LateError());
  const late = setTimeout(() => onLate(), timeoutMs);
  // No keep-alive: the next connection might go to a different address of the same name.
  const options = { method: 'POST', headers, agent: false } as const;
  const begin = async () => {
    if (url.protocol !== 'https:') return http.request(url, options);
    return https.request(url, {
      ...options,
      ...(!isTrusted && { lookup: await lookUpPublic(url.hostname, resolve) }),
    });
  };
  const beginning = begin();
  beginning.then((request) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const read: Buffer[] = [];
      const settle = () =>
        answered({
          status: response.statusCode ?? 0,
          answer: Buffer.concat(read).subarray(0, answerBytes).toString('utf8'),
          ...parseRetryAfter(response.headers['retry-after']),
        });
      if (answerBytes === 0) return settle();
      // The status is known: an endless answer is cut off, without a failure.
      onLate = settle;
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        read.push(chunk);
        size += chunk.length;
        if (size >= answerBytes) settle();
      });
      response.on('end', settle);
      response.on('error', settle);
    });
    request.end(body);
  }, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    // The rest of the answer is not needed, and it may be of any length or never arrive.
    void beginning.then((request) => request.destroy()).catch(() => {});
  }
}
