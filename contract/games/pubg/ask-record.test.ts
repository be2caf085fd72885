// SPDX-License-Identifier: Apache-2.0

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { askForRecord, interpretRecord, longestRecordBytes, type RecordAnswer } from './ask-record.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function ask(answer: (response: ServerResponse, accept: string) => void): Promise<RecordAnswer> {
  server = createServer(({ headers }, response) => answer(response, String(headers.accept)));
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  return askForRecord(`http://127.0.0.1:${(server.address() as AddressInfo).port}/match`);
}

it.each<[number, string, RecordAnswer]>([
  [200, '{"a":1}', { kind: 'read', json: { a: 1 } }],
  [200, '<html>', { kind: 'unreadable', detail: 'no JSON' }],
  [404, '{"errors":[{"title":"Not Found"}]}', { kind: 'unknown' }],
  [404, '<html>a proxy’s</html>', { kind: 'unreadable', detail: 'HTTP 404' }],
  [415, '{"errors":[{}]}', { kind: 'unreadable', detail: 'HTTP 415' }],
  [429, '', { kind: 'limited' }],
  [503, '', { kind: 'unreachable', detail: 'HTTP 503' }],
])('interprets %i %s', (status, text, answer) => {
  expect(interpretRecord(status, text)).toEqual(answer);
});

it('names the format, and reads a compressed answer', async () => {
  const answer = await ask((response, accept) => {
    const body = gzipSync(JSON.stringify({ accept }));
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
  });
  expect(answer).toEqual({ kind: 'read', json: { accept: 'application/vnd.api+json' } });
});

it('stops reading an endless answer', async () => {
  const answer = await ask((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(longestRecordBytes + 1, ' ')));
  });
  expect(answer).toEqual({ kind: 'unreadable', detail: 'longer than any match' });
});

it('reports an answer that breaks off, a redirect and a closed port', async () => {
  const failed = { kind: 'unreachable', detail: 'the connection failed' };
  const cut = await ask((response) => {
    response.writeHead(200, { 'content-length': '99' }).write('{');
    response.destroy();
  });
  expect(cut).toEqual(failed);
  expect(await ask((response) => response.writeHead(302, { location: '/elsewhere' }).end())).toEqual(failed);
  expect(await askForRecord('http://127.0.0.1:9/')).toEqual(failed);
});
