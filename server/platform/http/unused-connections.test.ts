// SPDX-License-Identifier: Apache-2.0

import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import { patient } from '../../../tests/support/patience.ts';
import type { Logger } from '../log.ts';
import {
  endConnectionsWhile,
  endConnectionsWithLastAnswer,
  endUnusedConnectionsAtClose,
  limitConnections,
  limitWaitAtClose,
  logFailedAccepts,
} from './unused-connections.ts';

const gone = (socket: Socket) =>
  once(
    socket.on('error', () => {}),
    'close',
  );

it('the server closes although a browser holds a spare connection, and breaks no other connection', {
  timeout: patient(5_000),
}, async () => {
  const app = fastify();
  endUnusedConnectionsAtClose(app);
  const finish = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  app.get('/', () => {
    begun.resolve();
    return finish.promise;
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const spare = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const spareIsGone = gone(spare);
  const answer = fetch(url, { headers: { connection: 'close' } });
  await begun.promise;
  const closed = app.close();
  await spareIsGone;
  finish.resolve('done');
  expect(await (await answer).text()).toBe('done');
  await closed;
});

it('keeps no reference to a connection that ended unused', async () => {
  const app = fastify();
  const [ended, open] = [0, 1].map(() => Object.assign(new EventEmitter(), { destroy: vi.fn() }));
  // Removes Node's own listeners, which would read from it.
  app.server.removeAllListeners('connection');
  endUnusedConnectionsAtClose(app);
  for (const socket of [ended, open]) app.server.emit('connection', socket);
  ended?.emit('close');
  await app.close();
  expect([ended?.destroy.mock.calls.length, open?.destroy.mock.calls.length]).toEqual([0, 1]);
});

it('the server closes although a request never completes', { timeout: patient(5_000) }, async () => {
  const app = fastify();
  limitWaitAtClose(app, 50);
  const begun = new Promise<void>((resolve) => {
    app.addHook('onRequest', async () => resolve());
  });
  app.post('/', async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const half = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const halfIsGone = gone(half);
  half.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
  await begun;
  await app.close();
  await halfIsGone;
});

it('finishes an answer in progress and then closes the kept connection', {
  timeout: patient(5_000),
}, async () => {
  const app = fastify({ keepAliveTimeout: 60_000 });
  endConnectionsWithLastAnswer(app);
  let finish = () => {};
  const begun = new Promise<void>((resolve) => {
    app.get('/', async () => {
      resolve();
      await new Promise<void>((done) => {
        finish = done;
      });
      return 'done';
    });
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = fetch(url);
  await begun;
  const closed = app.close();
  await new Promise(setImmediate);
  finish();
  expect(await (await answer).text()).toBe('done');
  await closed;
});

/** An app and a server that only emits events. */
function withServer() {
  const server = Object.assign(new EventEmitter(), { listening: true, maxConnections: 7 });
  const app = { server } as unknown as FastifyInstance;
  const warn = vi.fn();
  return { app, server, warn, log: { warn } as unknown as Logger };
}

it('logs once a minute that connections are rejected, and why', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5);
  const { app, server, warn, log } = withServer();
  logFailedAccepts(app, log);
  const error = new Error('EMFILE');
  server.listening = false;
  server.emit('error', error);
  expect(warn).not.toHaveBeenCalled();
  server.listening = true;
  server.emit('error', error);
  expect(warn.mock.calls).toEqual([[{ err: error }, 'could not accept connections']]);
  now.mockReturnValue(60_004);
  server.emit('error', error);
  server.emit('drop');
  expect(warn).toHaveBeenCalledTimes(1);
  now.mockReturnValue(60_005);
  server.emit('drop');
  server.emit('drop');
  expect(warn.mock.calls.slice(1)).toEqual([[{ maxConnections: 7 }, 'the connection limit is reached']]);
});

it('rejects connections beyond the limit of this process', () => {
  const { app, server } = withServer();
  limitConnections(app, 3);
  expect(server).toMatchObject({ maxConnections: 3 });
});

it('closes connections after their answer only while the process is about to stop', async () => {
  const app = fastify();
  let isStopping = false;
  endConnectionsWhile(app, () => isStopping);
  app.get('/', async () => 'done');
  const connection = async () => (await app.inject('/')).headers.connection;
  expect(await connection()).toBe('keep-alive');
  isStopping = true;
  expect(await connection()).toBe('close');
  await app.close();
});
