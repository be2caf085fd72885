// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { readWebhookState } from '../../server/features/outgoing-webhooks/feature.ts';
import { openWebhookTest } from '../../tests/support/outgoing-webhooks.ts';
import { checkWebhooks } from './check-webhooks.ts';

const hourMs = 3_600_000;
const { app, receiver, send, make, work, happens } = await openWebhookTest();
const check = async () => checkWebhooks(await readWebhookState(app.db), app.clock.now());
const host = () => new URL(receiver.origin).host;

it('reports nothing without endpoints, or for endpoints turned off manually', async () => {
  expect(await check()).toEqual([]);
  const { endpoint } = await make();
  expect(await check()).toEqual([{ about: 'webhooks', state: 'ok', says: '1 on, no events waiting' }]);
  await send('PUT', `/${endpoint._id}/is-on`, { isOn: false });
  expect(await check()).toEqual([]);
});

it('reports how many events wait since when, and after an hour which endpoint fails', async () => {
  const hook = await make();
  receiver.answer(hook.path, 500);
  const since = app.clock.now().toISOString();
  await happens();
  await happens();
  const says = `1 on, 2 events waiting, the oldest since ${since}`;
  expect(await check()).toEqual([{ about: 'webhooks', state: 'ok', says }]);
  app.clock.advance(hourMs + 1);
  expect(await check()).toMatchObject([
    { state: 'look', says, advice: expect.stringContaining('runs jobs') },
  ]);
  await work();
  const [found] = await check();
  expect(found).toMatchObject({ state: 'look', says, advice: expect.stringContaining(host()) });
  expect(found?.advice).not.toContain(hook.path);
});

it('reports endpoints turned off after failures or a "gone" answer', async () => {
  const [dead, gone] = [await make(), await make()];
  receiver.answer(dead.path, 500);
  receiver.answer(gone.path, 410);
  await happens();
  await work();
  const goneAt = app.clock.now().toISOString();
  app.clock.advance(5 * 24 * hourMs);
  await work();
  expect(await check()).toEqual([
    {
      about: 'webhooks',
      state: 'wrong',
      says: `${host()} accepted nothing for days, and was turned off at ${app.clock.now().toISOString()}`,
      advice: expect.stringContaining('turn it on and resend'),
    },
    {
      about: 'webhooks',
      state: 'look',
      says: `${host()} answered 410 (gone), and has been off since ${goneAt}`,
      advice: expect.stringContaining('delete it'),
    },
  ]);
});
