// SPDX-License-Identifier: Apache-2.0

import { type Duplex, pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';

/**
 * What is put outside: packed, then encrypted in age's format (age-encryption.org), which `age --decrypt` opens too.
 */

type Web = Parameters<Encrypter['encrypt']>[0] & ReadableStream<Uint8Array>;

const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as Web;
/** It may fail before anybody reads it: without a listener that would end the process. */
const fromWeb = (stream: unknown) =>
  Readable.fromWeb(stream as ReadableStream<Uint8Array>).on('error', () => {});

/** Piped, with failures passed on: also of a source that failed before. */
function through<Next extends Duplex>(source: Readable, next: Next): Next {
  pipeline(source, next, () => {});
  return next;
}

export async function seal(content: Readable, key: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  return fromWeb(await encrypter.encrypt(toWeb(through(content, createGzip({ level: 4 })))));
}

/** What was sealed by this key. It fails where any of it was changed, or is missing at its end. */
export async function unseal(content: Readable, key: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  return through(fromWeb(await decrypter.decrypt(toWeb(content))), createGunzip());
}
