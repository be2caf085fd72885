// SPDX-License-Identifier: Apache-2.0

import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../options.ts';
import { sendJson, startTestSandbox } from '../testing/start.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;
const body = '{"type":"giveaway.drawn", "data":{}}';

function tell(signedBy = secret): Promise<Response> {
  const key = Buffer.from(signedBy.slice(6), 'base64');
  const signature = createHmac('sha256', key).update(`id-1.1700000000.${body}`).digest('base64');
  return fetch(`${sandbox.url}/webhooks/receive`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'id-1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
}

test('shows what it received, and whether each signature is valid', async () => {
  await fetch(`${sandbox.url}/webhooks/secret`, { method: 'POST', body: new URLSearchParams({ secret }) });
  expect((await tell()).status).toBe(204);
  expect((await tell(`whsec_${Buffer.from('another').toString('base64')}`)).status).toBe(204);
  const received = await (await fetch(`${sandbox.url}/webhooks/received`)).json();
  expect(received.map((each: { isSigned: boolean }) => each.isSigned)).toEqual([false, true]);
  const page = await (await fetch(`${sandbox.url}/webhooks`)).text();
  expect([page.includes('Valid signature'), page.includes('Invalid signature')]).toEqual([true, true]);
});

test('answers with the configured status, and refuses calls without a signature', async () => {
  expect((await sendJson(`${sandbox.url}/webhooks/answer`, 'PUT', { status: 503 })).status).toBe(200);
  expect((await tell()).status).toBe(503);
  expect((await sendJson(`${sandbox.url}/webhooks/receive`, 'POST', {})).status).toBe(400);
});
