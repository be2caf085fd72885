// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepHeartbeat } from './heartbeat.ts';

const everyMs = 50;
const server = createServer();
let reader: Socket;
let stream: ServerResponse;

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = once(server, 'request');
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  reader.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  [, stream] = (await asked) as [unknown, ServerResponse];
});
afterEach(async () => {
  reader.destroy();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

it('closes a stream that nobody reads', async () => {
  reader.pause();
  // As much as fits into the buffers between server and client.
  const filling = setInterval(() => {
    if (stream.socket?.writableLength === 0) stream.write(Buffer.alloc(256 * 1024));
  }, 1);
  const closed = once(stream, 'close');
  const stop = keepHeartbeat(stream, everyMs);
  await closed;
  clearInterval(filling);
  stop();
  expect(stream.destroyed).toBe(true);
});

it('keeps a stream that is read, and sends heartbeats', async () => {
  let text = '';
  reader.on('data', (chunk) => {
    text += chunk;
  });
  const stop = keepHeartbeat(stream, everyMs);
  while ((text.match(/still here/g)?.length ?? 0) < 4) await once(reader, 'data');
  stop();
  expect(stream.destroyed).toBe(false);
});
