// SPDX-License-Identifier: Apache-2.0

import http from 'node:http';
import https from 'node:https';
import { lookUpPublic, type Resolve, resolveByDns } from './public-address.ts';

export interface Reply {
  status: number;
  /** How it begins, as text; empty unless `answerBytes` were asked for. */
  answer: string;
  /** Where the service says when to come back. */
  retryAfterMs?: number;
}

class LateError extends Error {
  override name = 'LateError';
}

/** Seconds from now, or a time as HTTP writes it (RFC 9110, section 10.2.3). */
function parseRetryAfter(value = ''): Pick<Reply, 'retryAfterMs'> {
  const seconds = Number(value);
  const waitMs = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000;
  return waitMs > 0 ? { retryAfterMs: waitMs } : {};
}

interface PostOptions {
  resolve?: Resolve;
  timeoutMs?: number;
  /** As much of the answer is read. */
  answerBytes?: number;
  /** The operator named its origin, which may be a private one. */
  isTrusted?: boolean;
}

/**
 * Posts to an address that others chose: https only to public addresses (public-address.ts), no redirect is followed, and
 * no more of the answer read than is asked for, nor for longer than it may take.
 * @throws PrivateAddressError, and what the connection throws
 */
export async function postPublic(
  url: URL,
  { headers, body }: { headers: http.OutgoingHttpHeaders; body: Buffer },
  { resolve = resolveByDns, timeoutMs = 5_000, answerBytes = 0, isTrusted = false }: PostOptions = {},
): Promise<Reply> {
  const { promise, resolve: answered, reject } = Promise.withResolvers<Reply>();
  let onLate = () => reject(new LateError());
  const late = setTimeout(() => onLate(), timeoutMs);
  // No connection is kept: the next one might be to another address of the same name.
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
      // The status is known: an answer that never ends is cut, and no failure.
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
    // Of what it says nothing else is needed, and it may be of any length or never come.
    void beginning.then((request) => request.destroy()).catch(() => {});
  }
}
