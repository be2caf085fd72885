// SPDX-License-Identifier: Apache-2.0

import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handleErrors } from './errors.ts';
import { acceptUploads, readUpload } from './upload.ts';

const app = fastify();
beforeAll(async () => {
  app.decorateReply('refusalCode', '');
  handleErrors(app);
  await acceptUploads(app);
  const preValidation = readUpload({ field: 'picture', maxBytes: 10 });
  app.post('/', { preValidation }, async ({ body, upload }) => ({
    body,
    upload: upload === null ? null : upload.toString(),
  }));
});
afterAll(() => app.close());

/** The form as a browser sends it. */
async function submit(fields: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const sent = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': String(sent.headers.get('content-type')) },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: answer.statusCode, ...answer.json() };
}
const file = (text: string, name: string) => new File([text], name);

it('accepts the fields of a form and its file with the name', async () => {
  expect(await submit({ name: 'A card', picture: file('0123456789', 'a.png'), price: '7' })).toEqual({
    status: 200,
    body: { name: 'A card', picture: 'a.png', price: '7' },
    upload: '0123456789',
  });
});

it('accepts an empty file when one was chosen', async () => {
  expect(await submit({ picture: file('', 'a.png') })).toEqual({
    status: 200,
    body: { picture: 'a.png' },
    upload: '',
  });
  expect(await submit({ picture: file('', '') })).toEqual({ status: 200, body: {}, upload: null });
});

it('accepts a file without a name, and ignores files of other fields', async () => {
  const nameless =
    '--b\r\ncontent-disposition: form-data; name="picture"; filename=""\r\ncontent-type: image/png\r\n\r\nxyz\r\n--b--\r\n';
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: nameless,
  });
  expect(answer.json()).toEqual({ body: { picture: 'picture' }, upload: 'xyz' });
  expect(await submit({ other: file('x', 'x.png') })).toEqual({ status: 200, body: {}, upload: null });
});

it('ignores text in place of the file', async () => {
  expect(await submit({ picture: 'a.png', name: 'x' })).toEqual({
    status: 200,
    body: { name: 'x' },
    upload: null,
  });
});

it.each([
  ['a file that is too large', { picture: file('01234567890', 'a.png') }, 413, 'too_large'],
  ['two files', { picture: file('1', 'a.png'), other: file('2', 'b.png') }, 413, 'too_large'],
  [
    'more fields than any form has',
    Object.fromEntries(Array.from({ length: 21 }, (_, field) => [`f${field}`, ''])),
    413,
    'too_large',
  ],
])('refuses %s as too large', async (_what, fields, status, code) => {
  expect(await submit(fields as Record<string, string | File>)).toMatchObject({ status, code });
});

it('accepts the maximum number of fields, and truncates long fields', async () => {
  const fields = Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`f${field}`, 'x']));
  expect(await submit({ ...fields, picture: file('1', 'a.png') })).toMatchObject({
    status: 200,
    upload: '1',
  });
  const { body } = await submit({ long: 'x'.repeat(16_001) });
  expect(body.long.length).toBeLessThanOrEqual(16_000);
});

it.each([
  ['another media type', 'application/x-www-form-urlencoded', 'a=b', 415, 'unsupported_media_type'],
  ['JSON instead of a form', 'application/json', '{}', 415, 'unsupported_media_type'],
  ['a truncated form', 'multipart/form-data; boundary=b', '--b\r\ncontent-dispo', 400, 'malformed_request'],
])('refuses %s', async (_what, type, payload, status, code) => {
  const answer = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload });
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});
