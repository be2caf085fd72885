// SPDX-License-Identifier: Apache-2.0

/** Content encodings of responses that are compressed once and sent to many. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send the same few headers with every call. Not more of them, since clients may send what they like. */
const known = new Map<string, Encoding>();
const maxKnown = 100;

/** @param accepted the header `accept-encoding` of a request */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const found = known.get(accepted);
  if (found) return found;
  const encoding = choose(accepted);
  if (known.size < maxKnown && accepted.length < 200) known.set(accepted, encoding);
  return encoding;
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
