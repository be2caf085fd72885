// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CoinsTest, startCoinsTest } from '../tests/support/coins.ts';
import type { Turn } from './platform/admission.ts';

const metricsToken = 'a token for metrics';
let coins: CoinsTest;
const turns: Turn[] = [];
beforeAll(async () => {
  coins = await startCoinsTest({ metricsToken, maxCallWaitMs: 50 });
  const { admission } = coins.test.app.http;
  for (const before = admission.waiting; admission.waiting === before; ) {
    const turn = admission.newTurn();
    turn.take(() => {});
    turns.push(turn);
  }
});
afterAll(async () => {
  for (const turn of turns) turn.leave();
  await coins.close();
});

interface Asked {
  method?: 'POST';
  url: string;
  headers?: Record<string, string>;
  payload?: string | object;
}
const ask = async (asked: Asked) => {
  const { statusCode, headers } = await coins.test.app.http.inject(asked);
  return { status: statusCode, to: headers.location };
};

it('refuses ordinary calls while the server is full', async () => {
  for (const url of ['/api/v1/config', '/api/v1/auth/get-profile', '/api/v1/trade-coin/get-all-coins']) {
    expect(await ask({ url })).toMatchObject({ status: 503 });
  }
});

it('still answers health checks and metrics', async () => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  for (const url of ['/healthz', '/readyz', '/metrics']) {
    expect(await ask({ url, headers })).toMatchObject({ status: 200 });
  }
});

it('still accepts webhooks and checks signatures', async () => {
  const { body, signature } = coins.webhook('customer.created', {
    id: `cus_${randomUUID()}`,
    object: 'customer',
  });
  const url = '/api/v1/stripe/webhook';
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
  expect(await ask({ method: 'POST', url, headers, payload: body })).toMatchObject({ status: 200 });
  const interactions = '/api/v1/discord/interactions';
  expect(await ask({ method: 'POST', url: interactions, payload: {} })).toMatchObject({ status: 401 });
});

it('still lets players sign in', async () => {
  for (const provider of ['google', 'discord']) {
    const begun = await ask({ url: `/api/v1/auth/${provider}` });
    expect(begun).toMatchObject({ status: 303 });
    const ended = await ask({ url: `/api/v1/auth/${provider}/callback?code=c&state=s` });
    expect(ended.to).toMatch(/error=sign_in_elsewhere$/);
  }
  const payload = { authToken: randomUUID() };
  const exchanged = await ask({ method: 'POST', url: '/api/v1/auth/exchange', payload });
  expect(exchanged.status).toBeGreaterThanOrEqual(400);
  expect(exchanged.status).toBeLessThan(500);
});
