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

it('refuses what is asked for while every turn is taken', async () => {
  for (const url of ['/api/v1/config', '/api/v1/auth/get-profile', '/api/v1/trade-coin/get-all-coins']) {
    expect(await ask({ url })).toMatchObject({ status: 503 });
  }
});

it('answers those who watch the process all the same', async () => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  for (const url of ['/healthz', '/readyz', '/metrics']) {
    expect(await ask({ url, headers })).toMatchObject({ status: 200 });
  }
});

it('takes webhooks, and looks at signatures, all the same', async () => {
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

it('signs people in all the same, from the first step to the last', async () => {
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
