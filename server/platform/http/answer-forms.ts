// SPDX-License-Identifier: Apache-2.0

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type JsonText, jsonText } from './answers.ts';
import type { Encoding } from './encodings.ts';

/**
 * Longer ones are kept as bytes: Node encodes a text on the stack up to 16 KB, for which it counts three bytes a
 * character and the headers; beyond that each answer leaves garbage (some 14 MB resident under load).
 */
const maxTextLength = 4_096;
/** Shorter ones fit into a packet or two as they are. */
const compressedFromLength = 2_048;
/** 5 of 11: for a list of 10 KB 0.3 ms instead of the 5 ms that 9 takes, to the same length. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const compressors: Record<Exclude<Encoding, 'identity'>, (text: string) => Promise<Buffer>> = {
  br: (text: string) => toBrotli(text, quality),
  gzip: (text: string) => toGzip(text),
};

export type Form = JsonText | Promise<JsonText>;
export type Forms = (encoding: Encoding) => Form;

/**
 * One answer in each form that clients take it in. Compressed ones are made when they are first asked for; one that failed
 * is tried again by the next who ask.
 * @param compress what compresses a text, for each encoding
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
