// SPDX-License-Identifier: Apache-2.0

/** Content encodings of responses that are compressed once and sent to many. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** @param accepted the header `accept-encoding` of a request */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}
