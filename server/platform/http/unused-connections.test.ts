import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import {
  endConnectionsWithLastAnswer,
  endUnusedConnectionsAtClose,
  limitWaitAtClose,
} from './unused-connections.ts';

it('closes though a browser holds a spare connection and a request never comes to its end', async () => {
  const app = fastify();
  endUnusedConnectionsAtClose(app);
  limitWaitAtClose(app, 50);

  const begun = new Promise<void>((resolve) => {
    app.addHook('onRequest', async () => resolve());
  });
  app.post('/', async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const [spare, half] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  const gone = [spare, half].map((socket) =>
    once(
      socket.on('error', () => {}),
      'close',
    ),
  );
  half.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
  await begun;
  await app.close();
  expect(await Promise.all(gone)).toHaveLength(2);
}, 5_000);

it('finishes an answer under way and closes with it, though the browser would keep the connection', async () => {
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
}, 5_000);
