// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { beginMaintenance, endMaintenance } from './maintenance-store.ts';

const test = openForTests(startTestApp);
let player: string;
let administrator: string;
const until = new Date('2026-12-01T06:30:00Z');
const reason = 'We move to a larger database';
beforeAll(async () => {
  for (const feature of test.app.features) if (feature.name === 'status') await feature.start?.();
  player = await test.signIn((await createPlayer(test.db)).id);
  administrator = await test.signIn((await createPlayer(test.db, { role: 'SUPER_ADMIN' })).id);
});
afterEach(() => endMaintenance(test.db));

const checkOut = (token: string) =>
  test.call({
    method: 'POST',
    url: '/cart/checkout',
    token,
    key: randomUUID(),
    payload: { items: [{ giftCardId: randomUUID(), quantity: 1, gcCoin: 100 }] },
  });
const start = (token: string) =>
  test.call({ method: 'POST', url: '/challenge/start', token, key: randomUUID(), payload: {} });
const code = async (answer: ReturnType<typeof checkOut>) => (await answer).json().code;

async function begin(): Promise<void> {
  await beginMaintenance(test.db, { reason, until });
  await vi.waitFor(async () => expect(await code(checkOut(player))).toBe('maintenance'));
}

it('maintenance blocks players from moving coins, with its reason and planned end, until it is over', async () => {
  expect(await code(checkOut(player))).not.toBe('maintenance');
  await begin();
  const answer = await start(player);
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual({
    message:
      'We’re working on the site: We move to a larger database. Nothing was charged. Try again after 1 Dec 2026, 06:30 UTC.',
    code: 'maintenance',
    data: { reason, until: until.toISOString(), time: '1 Dec 2026, 06:30 UTC' },
  });
  expect(await endMaintenance(test.db)).toBe(true);
  await vi.waitFor(async () => expect(await code(checkOut(player))).not.toBe('maintenance'));
  expect(await endMaintenance(test.db)).toBe(false);
});

it('maintenance still allows pages, play pauses, webhooks and calls by administrators', async () => {
  await begin();
  for (const url of [
    '/auth/get-profile',
    '/gift-card/get',
    '/challenge/get-all',
    '/trade-coin/get-all-coins',
  ])
    expect((await test.call({ url, token: player })).statusCode, url).toBe(200);
  expect(await code(checkOut(administrator))).not.toBe('maintenance');
  const webhook = await test.call({ method: 'POST', url: '/stripe/webhook', payload: {} });
  expect(webhook.json().code).toBe('webhook_not_signed');
  const paused = await test.call({ method: 'POST', url: '/play/pause', token: player, payload: { days: 1 } });
  expect(paused.json().code).not.toBe('maintenance');
});

it('maintenance is shown on /status, with the latest reason', async () => {
  await begin();
  await beginMaintenance(test.db, { reason: 'It takes longer', until });
  const { data } = (await test.call({ url: '/status' })).json();
  expect(data.maintenance).toEqual({ reason: 'It takes longer', until: until.toISOString() });
});

it('maintenance is announced in every answer until it has ended', async () => {
  const told = async (url: string) => {
    const { statusCode, headers } = await test.call({ url, token: player });
    expect(statusCode, url).toBe(200);
    return headers['x-maintenance-until'];
  };
  await vi.waitFor(async () => expect(await told('/auth/get-profile')).toBeUndefined());
  await begin();
  // The second time, the list would come from the cache.
  for (const url of ['/auth/get-profile', '/gift-card/get', '/gift-card/get'])
    expect(await told(url), url).toBe(until.toISOString());
  await endMaintenance(test.db);
  await vi.waitFor(async () => expect(await told('/auth/get-profile')).toBeUndefined());
});
