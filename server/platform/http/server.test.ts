// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { patient } from '../../../tests/support/patience.ts';
import { stubServer, textCall } from '../../../tests/support/stub-server.ts';
import { createLogger } from '../log.ts';
import { traceBy } from '../tracing.ts';
import { mount } from './route.ts';
import { createHttpServer, type HttpServerDeps } from './server.ts';

const db = openTestDatabase();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  traceBy(undefined);
  for (const close of closing.splice(0)) await close();
});

async function serve(deps: Partial<HttpServerDeps> = {}) {
  const app = await createHttpServer({ ...stubServer, db, ...deps });
  mount(app, textCall('/text', 'public'), () => 'text');
  const begun = Promise.withResolvers<void>();
  mount(app, textCall('/slow', 'public'), () => {
    begun.resolve();
    return new Promise<string>(() => {});
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { app, port, url: `http://127.0.0.1:${port}`, begun: begun.promise };
}

it('the server closes although a browser holds a spare connection', { timeout: patient(5_000) }, async () => {
  const { app, port } = await serve();
  const spare = connect(port, '127.0.0.1');
  spare.on('error', () => {});
  await Promise.all([once(spare, 'connect'), once(app.server, 'connection')]);
  await Promise.all([once(spare, 'close'), app.close()]);
});

it('waits ten seconds for calls in progress when it closes, and accepts no more', async () => {
  const { app, url, begun } = await serve();
  const cutOff = expect(fetch(`${url}/slow`)).rejects.toThrow('fetch failed');
  await begun;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = app.close();
  while (app.server.listening) await nextRound();
  const endAll = vi.spyOn(app.server, 'closeAllConnections');
  vi.advanceTimersByTime(9_999);
  expect(endAll).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(endAll).toHaveBeenCalledTimes(1);
  await Promise.all([cutOff, closed]);
  expect(app.server).toMatchObject({ keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
});

it('closes connections after their answer while the process is about to stop', async () => {
  let isStopping = false;
  const { url } = await serve({ stopping: () => isStopping });
  const connection = async () => (await fetch(`${url}/text`)).headers.get('connection');
  expect(await connection()).toBe('keep-alive');
  isStopping = true;
  expect(await connection()).toBe('close');
});

it('limits connections to the available files, and warns beyond', async () => {
  const said: string[] = [];
  const { app } = await serve({ log: createLogger('warn', { write: (line) => void said.push(line) }) });
  expect(app.server.maxConnections).toBeGreaterThan(10);
  app.server.emit('drop');
  expect(said.join()).toContain('the connection limit is reached');
});

it('traces calls when tracing is on', async () => {
  const span = { traceId: 't1', spanId: 's1', tell() {}, end() {} };
  traceBy({ begin: () => span } as never);
  const { url } = await serve();
  expect((await fetch(`${url}/text`)).headers.get('traceresponse')).toBe('00-t1-s1-01');
});

it('declares every later property on requests and replies in advance', async () => {
  const { app } = await serve();
  for (const name of ['player', 'span', 'turn']) expect(app.hasRequestDecorator(name), name).toBe(true);
  expect(app.hasReplyDecorator('refusalCode')).toBe(true);
});
