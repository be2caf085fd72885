// SPDX-License-Identifier: Apache-2.0

import { LRUCache } from 'lru-cache';

/** Content encodings of responses that are compressed once and sent to many. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send the same few headers with every call. Limited, since clients may send anything. */
const known = new LRUCache<string, Encoding>({ max: 100, memoMethod: choose });

/** @param accepted the header `accept-encoding` of a request */
export function encodingFor(accepted: string | undefined): Encoding {
  return accepted ? known.memo(accepted) : 'identity';
}

function choose(accepted: string): Encoding {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}
