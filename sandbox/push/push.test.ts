// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import webPush from 'web-push';
import type { Sandbox } from '../options.ts';
import { sendJson, startTestSandbox } from '../testing/start.ts';
import { decrypt, newReceiver } from './decrypt.ts';
import type { ReceivedMessage } from './subscriptions.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

const keys = webPush.generateVAPIDKeys();
const details = { subject: 'mailto:push@example.test', ...keys };

interface Subscribed {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
const subscribe = async () =>
  (await sendJson(`${sandbox.url}/push/subscriptions`, 'POST', { serverKey: keys.publicKey }))
    .body as Subscribed;

/** Sends as the library would; `change` introduces a fault. */
async function send(
  { endpoint, keys: receiver }: Subscribed,
  text: string,
  change: { details?: typeof details; headers?: Record<string, string | undefined>; body?: Buffer } = {},
): Promise<number> {
  const made = webPush.generateRequestDetails({ endpoint, keys: receiver }, text, {
    vapidDetails: change.details ?? details,
    TTL: 60,
    topic: 'n1',
  });
  const given = { ...made.headers, ...change.headers } as Record<string, string>;
  const headers = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && name !== 'Content-Length'),
  );
  const body = new Uint8Array(change.body ?? made.body);
  return (await fetch(endpoint, { method: 'POST', headers, body })).status;
}
const list = async () => (await (await fetch(`${sandbox.url}/push/messages`)).json()) as ReceivedMessage[];

test('decrypts the example of RFC 8291', () => {
  const receiver = newReceiver(Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'));
  receiver.keyPair.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  expect(decrypt(Buffer.from(body, 'base64url'), receiver)).toBe('When I grow up, I want to be a watermelon');
});

test("accepts a message, and shows it decrypted with the sender's options", async () => {
  const subscribed = await subscribe();
  expect(await send(subscribed, 'Hello – ünïcode')).toBe(201);
  expect(await list()).toMatchObject([
    { subscriptionId: subscribed.id, text: 'Hello – ünïcode', ttlSeconds: 60, topic: 'n1' },
  ]);
});

describe('refuses', () => {
  const others = webPush.generateVAPIDKeys();
  test.each([
    ['an unsigned message', { headers: { Authorization: undefined } }, 401],
    ['a message signed by another server', { details: { ...details, ...others } }, 403],
    ['a message signed with the wrong key', { details: { ...details, privateKey: others.privateKey } }, 403],
    ['a message without a lifetime', { headers: { TTL: undefined } }, 400],
    ['an unencrypted message', { body: Buffer.alloc(200, 7) }, 400],
    ['a message in another encoding', { headers: { 'Content-Encoding': 'aesgcm' } }, 400],
  ])('%s', async (_what, change, status) => {
    expect(await send(await subscribe(), 'Hello', change)).toBe(status);
    expect(await list()).toEqual([]);
  });

  test('a message for another subscription, or for an ended subscription', async () => {
    const [one, other] = [await subscribe(), await subscribe()];
    expect(await send({ ...one, keys: other.keys }, 'Hello')).toBe(400);
    await fetch(`${sandbox.url}/push/subscriptions/${one.id}`, { method: 'DELETE' });
    expect(await send(one, 'Hello')).toBe(410);
  });
});

test.each([
  ['gone', 410],
  ['busy', 429],
  ['broken', 503],
  ['refuse', 400],
])('with the fault %s answers %d as often as requested', async (fault, status) => {
  const subscribed = await subscribe();
  await sendJson(`${sandbox.url}/push/faults`, 'PUT', { fault, times: 1 });
  expect(await send(subscribed, 'Hello')).toBe(status);
  expect(await send(subscribed, 'Hello')).toBe(fault === 'gone' ? 410 : 201);
});
