// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';
import { startFaultProxy } from './fault-proxy.ts';

/** A PostgreSQL client's first message: https://www.postgresql.org/docs/18/protocol-message-formats.html */
function writeStartup(user: string): Buffer {
  const text = Buffer.from(`user\0${user}\0database\0postgres\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + text.length, 0);
  head.writeInt32BE(3 << 16, 4);
  return Buffer.concat([head, text]);
}

/** AuthenticationOk (same page), since a server of `TEST_DATABASE_URL` may trust everybody. */
const noPassword = 0;

it('ends connections swallowed during sign-in, so that dropping the database does not wait', async ({
  skip,
}) => {
  const { url, drop } = await createTestDatabase();
  const proxy = await startFaultProxy(url);
  const client = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  try {
    client.write(writeStartup(new URL(url).username));
    const [asked] = await once(client, 'data');
    expect(String.fromCharCode(asked[0])).toBe('R');
    if (asked.readInt32BE(5) === noPassword) {
      await drop();
      skip('SKIPPED: the server asks for no password');
    }
    proxy.set('blackhole');
    proxy.set('pass');
    const from = performance.now();
    proxy.endDead();
    await drop();
    // Without endDead, the drop takes authentication_timeout: a minute.
    expect(performance.now() - from).toBeLessThan(30_000);
  } finally {
    client.destroy();
    await proxy.close();
  }
});
