// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { patient } from '../../../tests/support/patience.ts';
import { stubServer } from '../../../tests/support/stub-server.ts';
import { createHttpServer } from './server.ts';

// A busy machine may pause for a second, and the reader with it.
const maxSilenceMs = patient(2_000);
const readers = 60;

/** An endless film. */
function* film() {
  for (;;) yield Buffer.alloc(256 * 1024);
}

const db = openTestDatabase({ poolSize: 2 });
let app: Awaited<ReturnType<typeof createHttpServer>>;
beforeAll(async () => {
  app = await createHttpServer({ ...stubServer, db, rateLimitPerMinute: 100_000, maxSilenceMs });
  app.get('/film', (_request, reply) => reply.send(Readable.from(film())));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
});

function openFilm(): Socket {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /film HTTP/1.1\r\nhost: x\r\n\r\n'));
  return socket.on('error', () => {});
}
const connections = () => new Promise((resolve) => app.server.getConnections((_, open) => resolve(open)));

it('closes connections whose reader has stopped, and keeps the other connections', async () => {
  const reading = openFilm();
  let bytes = 0;
  reading.on('data', (chunk) => {
    bytes += chunk.length;
    // Slowly, but never silent for too long.
    reading.pause();
    setTimeout(() => reading.resume(), 20);
  });
  const stopped = Array.from({ length: readers }, () => openFilm().pause());
  await vi.waitFor(async () => expect(await connections()).toBe(readers + 1));
  await vi.waitFor(async () => expect(await connections()).toBe(1));
  const before = bytes;
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(before));
  for (const socket of [reading, ...stopped]) socket.destroy();
});
