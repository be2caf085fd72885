// SPDX-License-Identifier: Apache-2.0

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type JsonText, jsonText } from './answers.ts';
import type { Encoding } from './encodings.ts';

/**
 * Longer texts are stored as bytes: Node encodes a text of up to 16 KB on the stack, counting three bytes per character
 * and the headers. Beyond that, each answer leaves garbage (some 14 MB resident under load).
 */
const maxTextLength = 4_096;
/** Shorter ones fit uncompressed into one or two packets. */
const compressedFromLength = 2_048;
/** 5 of 11: a list of 10 KB takes 0.3 ms; 9 takes 5 ms without getting shorter. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const compressors: Record<Exclude<Encoding, 'identity'>, (text: string) => Promise<Buffer>> = {
  br: (text: string) => toBrotli(text, quality),
  gzip: (text: string) => toGzip(text),
};

export type Form = JsonText | Promise<JsonText>;
export type Forms = (encoding: Encoding) => Form;

/**
 * An answer in each encoding that clients accept. A compressed form is made on first use; if that fails, the next use
 * tries again.
 * @param compress compresses a text, for each encoding
 */
export function toForms(text: string, compress = compressors): Forms {
  const content = text.length > maxTextLength ? Buffer.from(text) : text;
  if (text.length < compressedFromLength) {
    const only = jsonText(content);
    return () => only;
  }
  const plain = jsonText(content, 'identity');
  const compressed = new Map<Encoding, Form>();
  async function make(encoding: Exclude<Encoding, 'identity'>): Promise<JsonText> {
    const form = jsonText(await compress[encoding](text), encoding);
    compressed.set(encoding, form);
    return form;
  }
  return (encoding) => {
    if (encoding === 'identity') return plain;
    const known = compressed.get(encoding);
    if (known) return known;
    const made = make(encoding);
    made.catch(() => compressed.delete(encoding));
    compressed.set(encoding, made);
    return made;
  };
}
