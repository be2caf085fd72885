// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const test = openForTests(startTestApp);
beforeAll(async () => {
  await test.app.http.listen({ port: 0, host: '127.0.0.1' });
});

it.each([
  ['an address that cannot be decoded', 'GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
  ['another protocol', 'HELO x\r\n\r\n', 400],
  ['endless headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('refuses %s in the usual error format', async (_what, bytes, status) => {
  const { port } = test.app.http.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(text).toContain(
    '{"message":"We couldn’t read this request. Send valid JSON and percent-encoded addresses.","code":"malformed_request"}',
  );
});
