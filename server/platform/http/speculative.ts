// SPDX-License-Identifier: Apache-2.0

import type { IncomingHttpHeaders } from 'node:http';

/** Headers by which browsers mark a prefetch; the older ones are Safari's and Firefox's. */
const names = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** Whether a browser is only prefetching an address: `Sec-Purpose: prefetch;prerender`. */
export function isSpeculative(headers: IncomingHttpHeaders): boolean {
  return names.some((name) => /\b(prefetch|prerender|preview)\b/i.test(String(headers[name] ?? '')));
}
