// SPDX-License-Identifier: Apache-2.0

/** The HTTP handling shared by the sources of all games. */

/** The body, or undefined if it is longer than any real answer. */
export async function readBody(response: Response, longestBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > longestBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function toFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? ` (${cause.code})` : '';
  return `connection failed${code}`;
}

/** The source's error text, as a short detail that the database can store. */
export function quoted(error: string): string {
  return error
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 120)
    .toWellFormed();
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Headers that say when the source accepts requests again. */
export interface WaitHeaders {
  /** `X-Ratelimit-Reset`: ISO-8601, or the usual seconds since 1970. */
  reset: string | null;
  /** `Retry-After`: seconds from now, or an HTTP date (RFC 9110, section 10.2.3). */
  retryAfter: string | null;
}

export const waitHeaders = ({ headers }: Response): WaitHeaders => ({
  reset: headers.get('x-ratelimit-reset'),
  retryAfter: headers.get('retry-after'),
});

const maxRetryAfterMs = 24 * 60 * 60_000;

/** The later of the given times; null if none can be parsed. */
export function readWait({ reset, retryAfter }: WaitHeaders): Date | null {
  const isSeconds = /^\d+$/.test(retryAfter ?? '');
  const waitMs = isSeconds ? Math.min(Number(retryAfter) * 1000, maxRetryAfterMs) : Number.NaN;
  const named = [
    /^\d{9,11}$/.test(reset ?? '') ? Number(reset) * 1000 : Date.parse(reset ?? ''),
    isSeconds
      ? Date.now() + waitMs
      : /[a-z]/i.test(retryAfter ?? '')
        ? Date.parse(retryAfter ?? '')
        : Number.NaN,
  ].filter(Number.isFinite);
  // A time long past counts as 1970, because a database may not accept times before our era.
  return named.length > 0 ? new Date(Math.max(0, ...named)) : null;
}
