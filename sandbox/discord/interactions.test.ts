// SPDX-License-Identifier: Apache-2.0

import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openForTests } from '../../tests/support/open-for-tests.ts';
import { ada, discordCalls } from '../testing/discord-calls.ts';
import { appUrl, sendJson, startTestSandbox } from '../testing/start.ts';

const sandbox = openForTests(startTestSandbox);

const { me, signIn } = discordCalls(() => sandbox);

describe('Discord interactions', () => {
  interface Received {
    headers: IncomingHttpHeaders;
    body: string;
  }
  let app: Server;
  let received: Received[] = [];

  beforeAll(async () => {
    app = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        response.setHeader('content-type', 'application/json');
        response.end('{"type":4,"data":{"content":"Linked","flags":64}}');
      });
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void app.close());

  const send = async (body: object) => {
    received = [];
    sandbox.setAppUrl(`http://127.0.0.1:${(app.address() as AddressInfo).port}`);
    try {
      return await sendJson(`${sandbox.discordBaseUrl}/interactions`, 'POST', body);
    } finally {
      sandbox.setAppUrl(appUrl);
    }
  };

  const isSigned = ({ headers, body }: Received): boolean => {
    const x = Buffer.from(sandbox.discordPublicKeyHex, 'hex').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const signature = Buffer.from(String(headers['x-signature-ed25519']), 'hex');
    return verify(null, Buffer.from(`${headers['x-signature-timestamp']}${body}`), key, signature);
  };

  test('send a signed command from the person who signs in with that address', async () => {
    const { id } = (await me((await signIn()).access_token)).body;
    const answer = await send({ command: 'link', token: 'secret-1', email: ada.email });
    expect(answer).toEqual({
      status: 200,
      body: { status: 200, body: { type: 4, data: { content: 'Linked', flags: 64 } } },
    });
    const [request] = received;
    expect(request && isSigned(request)).toBe(true);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      type: 2,
      data: { name: 'link', options: [{ name: 'token', type: 3, value: 'secret-1' }] },
      member: { user: { id } },
    });
  });

  test('name the user in `user` in a direct message, known or not', async () => {
    await send({ command: 'link', token: 't', discordUserId: '123456789012345678', place: 'dm' });
    const interaction = JSON.parse(received[0]?.body ?? '');
    expect(interaction.user.id).toBe('123456789012345678');
    expect(interaction.member).toBeUndefined();
  });

  test('send a ping as type 1, and a forged signature that does not verify', async () => {
    await send({ command: 'ping' });
    expect(JSON.parse(received[0]?.body ?? '').type).toBe(1);
    await send({ command: 'ping', forgeSignature: true });
    expect(received[0] && isSigned(received[0])).toBe(false);
  });

  test('report missing fields, and an unreachable application', async () => {
    expect(await send({ command: 'link', email: ada.email })).toMatchObject({
      status: 400,
      body: { error: 'token: is required by the link command' },
    });
    expect(await send({ command: 'link', token: 't' })).toMatchObject({ status: 400 });
    const body = { command: 'ping' };
    sandbox.setAppUrl('http://127.0.0.1:1');
    const answer = await sendJson(`${sandbox.discordBaseUrl}/interactions`, 'POST', body);
    sandbox.setAppUrl(appUrl);
    expect(answer).toMatchObject({
      status: 502,
      body: { error: expect.stringContaining('is not reachable') },
    });
  });
});
