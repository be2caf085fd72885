// SPDX-License-Identifier: Apache-2.0

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

function decode(bytes: Uint8Array, encoding: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-16 without a byte order mark: in Western text every second byte is zero. */
function guessUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 1_000);
  const zeros = [0, 0];
  for (const [place, byte] of sample.entries())
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : undefined;
}

function findUtf16(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return guessUtf16(bytes);
}

const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32);

/**
 * Reads files as spreadsheets save them: UTF-8, UTF-16 or Windows-1252. Removes the byte order mark and composes
 * accents (NFC). Browser and server both use this, so they count the same lines. Undefined if it isn't text.
 */
export function readFileText(bytes: Uint8Array): { text: string; encoding: Encoding } | undefined {
  const wide = findUtf16(bytes);
  if (wide) {
    const text = decode(bytes, wide, true);
    return text === undefined || text.includes('\0')
      ? undefined
      : { text: text.normalize('NFC'), encoding: 'UTF-16' };
  }
  if (bytes.some(isControl)) return undefined;
  const text = decode(bytes, 'utf-8', true);
  if (text !== undefined) return { text: text.normalize('NFC'), encoding: 'UTF-8' };
  const older = decode(bytes, 'windows-1252');
  return older === undefined ? undefined : { text: older.normalize('NFC'), encoding: 'Windows-1252' };
}
