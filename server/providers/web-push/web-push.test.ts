// SPDX-License-Identifier: Apache-2.0

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { patient } from '../../../tests/support/patience.ts';
import { isPublicAddress } from '../../platform/public-address.ts';
import { createPushSender, newPushKeys } from './web-push.ts';

let server: Server;
let origin: string;
/** The service's answer; without one, the call never ends. */
let answer: { status?: number; headers?: Record<string, string>; body?: string };
beforeAll(async () => {
  server = createServer((_request, response) => {
    if (answer.status === undefined) return;
    response.writeHead(answer.status, answer.headers);
    if (answer.body === undefined) response.end();
    else response.write(answer.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const keys = await newPushKeys();
const { publicKey: receiver } = await newPushKeys();
const message = { payload: '{}', ttlSeconds: 60, topic: 'n1' };
const target = (endpoint: string) => ({ endpoint, p256dh: receiver, auth: 'AAAAAAAAAAAAAAAAAAAAAA' });
const send = (endpoint: string, addresses: string[] = [], limitMs = 8_000) => {
  const resolve = vi.fn(async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
  const sender = createPushSender({
    subject: 'mailto:a@b.test',
    sandboxOrigin: origin,
    resolve,
    timeoutMs: patient(limitMs),
  });
  return sender(target(endpoint), message, keys).then((outcome) => ({
    outcome,
    asked: resolve.mock.calls.length,
  }));
};

describe('the answer of a push service', () => {
  it.each([
    [201, {}, { is: 'sent' }],
    [404, {}, { is: 'gone' }],
    [410, {}, { is: 'gone' }],
    [429, { 'retry-after': '30' }, { is: 'later', retryAfterMs: 30_000 }],
    [503, { 'retry-after': 'tomorrow' }, { is: 'later' }],
    [
      503,
      { 'retry-after': 'Fri, 01 Jan 2038 00:00:00 GMT' },
      { is: 'later', retryAfterMs: expect.any(Number) },
    ],
    [503, { 'retry-after': 'Fri, 01 Jan 1999 00:00:00 GMT' }, { is: 'later', retryAfterMs: undefined }],
    [403, {}, { is: 'refused' }],
    // Redirects are not followed.
    [307, { location: 'http://169.254.169.254/' }, { is: 'refused' }],
  ])('with status %i', async (status, headers, outcome) => {
    answer = { status, headers };
    expect((await send(`${origin}/x`)).outcome).toEqual({ status, ...outcome });
  });

  it('that never arrives is retried later, and an endless answer is not read', {
    tags: ['long'],
  }, async () => {
    answer = {};
    expect((await send(`${origin}/x`, [], 300)).outcome).toEqual({ is: 'later', reason: 'LateError' });
    answer = { status: 201, body: 'and so on' };
    expect((await send(`${origin}/x`)).outcome).toMatchObject({ is: 'sent' });
  });

  it('is "gone" for unusable keys', async () => {
    const sender = createPushSender({ subject: 'mailto:a@b.test', sandboxOrigin: origin });
    const broken = { ...target(`${origin}/x`), p256dh: Buffer.alloc(65, 4).toString('base64url') };
    expect(await sender(broken, message, keys)).toEqual({ is: 'gone' });
  });
});

describe('a host name', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::ffff:10.0.0.1',
    'fc00::1',
    'fe80::1',
    '64:ff9b::a00:1',
    '2002:0a00:0001::',
    '::7f00:1',
    '::10.0.0.1',
    '::ffff:93.184.215.14',
    '168.63.129.16',
    '2001:db8::1',
    '2001::1',
    'fec0::1',
    '4000::1',
    '100::1',
  ])('that resolves to %s is never called, even beside a public address', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    for (const addresses of [[address], ['93.184.215.14', address]]) {
      expect(await send('https://push.example.com/x', addresses)).toEqual({
        outcome: { is: 'gone' },
        asked: 1,
      });
    }
  });

  it.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('may resolve to %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('that does not resolve may be retried later', async () => {
    const sender = createPushSender({
      subject: 'mailto:a@b.test',
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    });
    expect(await sender(target('https://push.example.com/x'), message, keys)).toEqual({
      is: 'later',
      reason: 'ENOTFOUND',
    });
  });
});
