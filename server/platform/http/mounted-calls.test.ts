// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpoint, id } from '../../../contract/endpoint.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { stubServer } from '../../../tests/support/stub-server.ts';
import { mount } from './route.ts';
import { createHttpServer, type HttpServerDeps } from './server.ts';
import { acceptUploads } from './upload.ts';

const db = openTestDatabase();

/** A server with only this call. */
async function serve<Call extends Endpoint>(
  call: Call,
  handler: Parameters<typeof mount<Call>>[2],
  deps: Partial<HttpServerDeps> = {},
) {
  const app = await createHttpServer({ ...stubServer, db, ...deps });
  await acceptUploads(app);
  mount(app, call, handler);
  await app.ready();
  return app;
}

it('refuses an address with an invalid parameter', async () => {
  const call = endpoint({
    method: 'GET',
    path: '/things/:id',
    access: 'public',
    summary: 'A thing',
    params: z.object({ id }),
    data: z.string(),
  });
  const app = await serve(call, ({ params }) => params.id);
  const answer = await app.inject('/things/1');
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  await app.close();
});

it('passes the file of a form to the handler', async () => {
  const call = endpoint({
    method: 'POST',
    path: '/picture',
    access: 'public',
    summary: 'A picture',
    upload: { field: 'picture', maxBytes: 100 },
    body: z.object({ title: z.string() }),
    data: z.string(),
  });
  const app = await serve(call, ({ body, request }) => `${body.title}: ${request.upload}`);
  const form = new FormData();
  form.append('title', 'A tower');
  form.append('picture', new File(['bytes'], 'tower.png'));
  const sent = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url: '/picture',
    headers: { 'content-type': String(sent.headers.get('content-type')) },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  expect([answer.statusCode, answer.json().data]).toEqual([200, 'A tower: bytes']);
  await app.close();
});

it('refuses a change whose session ended during the upload of its body', async () => {
  const call = endpoint({
    method: 'POST',
    path: '/change',
    access: 'signed-in',
    summary: 'A change',
    body: z.object({ text: z.string() }),
    data: z.string(),
  });
  let looks = 0;
  const authenticate = async (token: string) => (++looks === 1 ? stubServer.authenticate(token) : undefined);
  const app = await serve(call, () => 'changed', { authenticate });
  const answer = await app.inject({
    method: 'POST',
    url: '/change',
    headers: { authorization: 'Bearer player' },
    payload: { text: 'x' },
  });
  expect([answer.statusCode, looks]).toEqual([401, 2]);
  await app.close();
});
