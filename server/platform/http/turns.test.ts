// SPDX-License-Identifier: Apache-2.0

import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { patient } from '../../../tests/support/patience.ts';
import { stubServer } from '../../../tests/support/stub-server.ts';
import { waitOutside } from '../call-context.ts';
import { mount } from './route.ts';
import { createHttpServer } from './server.ts';

const poolSize = 2;
/** Follows from the pool's size. */
const maxInside = 3;

function reading(path: string, access: 'public' | 'signed-in' = 'public') {
  return endpoint({ method: 'GET', path, access, summary: path, data: z.string() });
}
const writing = endpoint({
  method: 'POST',
  path: '/write',
  access: 'public',
  summary: 'Write',
  body: z.object({ text: z.string() }),
  data: z.string(),
});

/** An endless film. */
function* film() {
  for (;;) yield Buffer.alloc(256 * 1024);
}

const db = openTestDatabase({ poolSize });

let app: Awaited<ReturnType<typeof createHttpServer>>;
let url: string;
/** Running handlers, which work until the test releases them. */
let working: number;
let letGo: () => void;

beforeEach(async () => {
  app = await createHttpServer({ ...stubServer, db, rateLimitPerMinute: 100_000, maxCallWaitMs: 500 });
  working = 0;
  const mayFinish = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const work = async () => {
    working++;
    await mayFinish;
    return 'done';
  };
  mount(app, reading('/read'), work);
  mount(app, writing, work);
  mount(app, reading('/own', 'signed-in'), () => 'never');
  mount(app, reading('/ahead'), () => 'first', { skipsAdmission: true });
  mount(app, reading('/ask'), () => waitOutside(work));
  app.get('/film', { config: { isFile: true } }, (_request, reply) => reply.send(Readable.from(film())));
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  letGo();
  await app.close();
});

const getStatus = async (path: string) => (await fetch(url + path)).status;
const post = (body: string) =>
  fetch(`${url}/write`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

/** Fills every place with calls that work until they are released. */
async function occupy(): Promise<Promise<number>[]> {
  const calls = Array.from({ length: maxInside }, () => getStatus('/read'));
  await vi.waitFor(() => expect(working).toBe(maxInside));
  return calls;
}

function open(path: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  return socket
    .on('error', () => {})
    .on('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`));
}

it('refuses calls that are not admitted in time, with a time to retry', { tags: ['long'] }, async () => {
  const accepted = await occupy();
  const [refused, alsoRefused] = await Promise.all([fetch(`${url}/read`), post('{"text":"too late"}')]);
  expect([refused.status, alsoRefused.status]).toEqual([503, 503]);
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(working).toBe(maxInside);
  expect(app.admission).toMatchObject({ inside: maxInside, waiting: 0, refused: 2 });
  letGo();
  expect(await Promise.all(accepted)).toEqual([200, 200, 200]);
  expect(await getStatus('/read')).toBe(200);
  expect(app.admission.inside).toBe(0);
});

it("requires a second admission once a call's body has arrived", { tags: ['long'] }, async () => {
  const accepted = Array.from({ length: maxInside }, () => post('{"text":"work"}'));
  await vi.waitFor(() => expect(working).toBe(maxInside));
  expect(app.admission.inside).toBe(maxInside);
  expect(await getStatus('/read')).toBe(503);
  letGo();
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(app.admission.inside).toBe(0);
});

it('admits waiting calls as soon as there is room', async () => {
  const accepted = [
    ...(await occupy()),
    getStatus('/read'),
    post('{"text":"in time"}').then(({ status }) => status),
  ];
  await vi.waitFor(() => expect(app.admission.waiting).toBe(2));
  letGo();
  expect(await Promise.all(accepted)).toEqual([200, 200, 200, 200, 200]);
  expect(working).toBe(5);
});

it('always answers priority calls, files and unknown addresses', async () => {
  await occupy();
  expect(await getStatus('/ahead')).toBe(200);
  expect(await getStatus('/nowhere')).toBe(404);
  const film = await fetch(`${url}/film`);
  expect(film.status).toBe(200);
  await film.body?.cancel();
});

it('releases the place of a call that fails, is refused or disconnects', async () => {
  expect(await getStatus('/own')).toBe(401);
  expect((await post('{"text":7}')).status).toBe(400);
  expect((await post('{')).status).toBe(400);
  await vi.waitFor(() => expect(app.admission.inside).toBe(0));

  await occupy();
  const impatient = open('/read');
  await vi.waitFor(() => expect(app.admission.waiting).toBe(1));
  impatient.destroy();
  await vi.waitFor(() => expect(app.admission.waiting).toBe(0));
  letGo();
  await vi.waitFor(() => expect(app.admission.inside).toBe(0));
  expect(working).toBe(maxInside);
});

it('counts work until it ends, even after its client disconnects', { tags: ['long'] }, async () => {
  const impatient = open('/read');
  await vi.waitFor(() => expect(working).toBe(1));
  impatient.destroy();
  await vi.waitFor(async () => {
    expect(await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0);
  });
  expect(app.admission.inside).toBe(1);
  letGo();
  await vi.waitFor(() => expect(app.admission.inside).toBe(0));
});

it('frees its place during slow uploads and calls to outside services', {
  timeout: patient(10_000),
}, async () => {
  const slow = Array.from({ length: maxInside }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket
      .on('error', () => {})
      .write(
        'POST /write HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
      );
    return socket;
  });
  const outside = Array.from({ length: maxInside }, () => getStatus('/ask'));
  await vi.waitFor(() => expect(working).toBe(maxInside));
  expect(app.admission.inside).toBe(0);
  const accepted = await occupy();
  letGo();
  expect(await Promise.all([...outside, ...accepted])).toEqual(Array(2 * maxInside).fill(200));
  for (const socket of slow) socket.destroy();
});

it('refuses no call because the process itself was blocked', { tags: ['long'] }, async () => {
  const still = new Int32Array(new SharedArrayBuffer(4));
  for (let time = 0; time < 3; time++) {
    Atomics.wait(still, 0, 0, 1_050);
    await nextRound();
    expect(await getStatus('/ahead')).toBe(200);
  }
});
