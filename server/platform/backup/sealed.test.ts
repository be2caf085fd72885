// SPDX-License-Identifier: Apache-2.0

import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { generateX25519Identity } from 'age-encryption';
import { beforeAll, describe, expect, it } from 'vitest';
import { seal, unseal } from './sealed.ts';

let key: string;
beforeAll(async () => {
  key = await generateX25519Identity();
});

it('returns the original text after decryption', async () => {
  expect(await text(await unseal(await seal(Readable.from(['a secret']), key), key))).toBe('a secret');
});

describe.each([
  ['encrypted', seal],
  ['decrypted', unseal],
])('content being %s', (_, work) => {
  it.each(['before', 'while'])('fails when its source fails %s it is being read', async (moment) => {
    const sealed = await buffer(await seal(Readable.from(['a secret']), key));
    const source = new PassThrough().on('error', () => {});
    // Decryption needs the header first.
    source.write(sealed);
    const fail = () => source.destroy(new Error('the connection is lost'));
    if (moment === 'before') fail();
    const read = work(source, key).then((stream) => {
      if (moment === 'while') fail();
      return buffer(stream);
    });
    await expect(read).rejects.toThrow('the connection is lost');
  });
});
