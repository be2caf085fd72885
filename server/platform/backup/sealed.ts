// SPDX-License-Identifier: Apache-2.0

import { type Duplex, pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';

/**
 * Backups as stored: compressed, then encrypted in age's format (age-encryption.org), which `age --decrypt` can read
 * too.
 */

type Web = Parameters<Encrypter['encrypt']>[0] & ReadableStream<Uint8Array>;

const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as Web;
/** The stream may fail before it is read: without a listener, that would end the process. */
const fromWeb = (stream: unknown) =>
  Readable.fromWeb(stream as ReadableStream<Uint8Array>).on('error', () => {});

/** Pipes `source` into `next` and passes failures on, even one from before the call. */
function through<Next extends Duplex>(source: Readable, next: Next): Next {
  pipeline(source, next, () => {});
  return next;
}

export async function seal(content: Readable, key: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  return fromWeb(await encrypter.encrypt(toWeb(through(content, createGzip({ level: 4 })))));
}

/** The content that was encrypted with this key. The stream fails if any of it was altered, or the end is missing. */
export async function unseal(content: Readable, key: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  return through(fromWeb(await decrypter.decrypt(toWeb(content))), createGunzip());
}
