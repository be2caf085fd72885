// SPDX-License-Identifier: Apache-2.0

import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { WebhookSend } from '../../../contract/outgoing-webhooks-admin.ts';
import { testSecret } from '../../../tests/support/app.ts';
import { dieBefore, dieBeforeEachStep } from '../../../tests/support/dying-database.ts';
import {
  startWebhookTest,
  type WebhookTest,
  webhookCalls,
} from '../../../tests/support/outgoing-webhooks.ts';
import type { Database } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/log.ts';
import { webhookSender } from './send-webhooks.ts';
import { webhookSecrets } from './webhook-secret-store.ts';

let webhooks: WebhookTest;
let app: WebhookTest['app'];
let receiver: WebhookTest['receiver'];
beforeAll(async () => {
  webhooks = await startWebhookTest();
  ({ app, receiver } = webhooks);
});
afterAll(() => webhooks?.close());
beforeEach(() => webhooks.clear());

const minuteMs = 60_000;

const { send, make, work, happens, find, log } = webhookCalls(() => webhooks);

it('lets a dead receiver hold nobody back', async () => {
  const [dead, alive] = [await make(), await make()];
  const waiting: { end: () => void }[] = [];
  receiver.answer(dead.path, (response) => waiting.push(response));
  for (let fact = 0; fact < 6; fact++) await happens();
  const working = work();
  await expect.poll(() => receiver.at(alive.path).length).toBe(6);
  // It has its own lanes, and no other sends to it are started.
  expect(receiver.at(dead.path)).toHaveLength(4);
  // New events reach the others without waiting for it.
  await happens();
  await work();
  await expect.poll(() => receiver.at(alive.path).length).toBe(7);
  expect(receiver.at(dead.path)).toHaveLength(4);
  receiver.answer(dead.path, 204);
  for (const response of waiting) response.end();
  await working;
  expect(receiver.at(dead.path)).toHaveLength(7);
  expect((await find(dead)).waiting).toBe(0);
});

it.each(['none', 'one'])(
  'goes on with what waits for a lane where %s is free when it looks, and all of them after',
  async (free) => {
    const hook = await make();
    for (let fact = 0; fact < 6; fact++) await happens();
    const held: ServerResponse[] = [];
    receiver.answer(hook.path, (response) => {
      held.push(response);
      if (free === 'one' && held.length === 4) response.writeHead(204).end();
    });
    let looks = 0;
    const db: Database = {
      ...app.db,
      async rows(query) {
        const found = await app.db.rows<never>(query);
        // Its second look is answered once all four sends are over.
        if (query.sql.includes('skip locked') && ++looks === 2) {
          receiver.answer(hook.path, 204);
          for (const response of held) if (!response.headersSent) response.writeHead(204).end();
          await expect.poll(async () => (await log(hook, 'status=delivered')).list).toHaveLength(4);
          await turn();
        }
        return found;
      },
    };
    await sender(db);
    expect((await find(hook)).waiting).toBe(0);
  },
);

it('tells again what a killed process was about to tell, and nothing more once it is noted', async () => {
  const hook = await make();
  await happens();
  const deaths = await dieBeforeEachStep((step) =>
    dieBefore(step, app, async (db) => {
      // What the previous process had taken becomes due again.
      app.clock.advance(minuteMs);
      await sender(db);
    }),
  );
  expect(deaths).toBeGreaterThan(4);
  const [sent] = (await log(hook)).list as [WebhookSend];
  expect(sent.status).toBe('delivered');
  const ids = receiver.at(hook.path).map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids)).toEqual(new Set([sent.eventId]));
  app.clock.advance(minuteMs);
  await work();
  expect(receiver.at(hook.path)).toHaveLength(ids.length);
});

/** Sends what is due without the worker, with host names resolving to `meaning`. */
const sender = (db = app.db, meaning?: string) =>
  webhookSender({
    db,
    clock: app.clock,
    log: createLogger('silent'),
    secrets: webhookSecrets(testSecret),
    allowedOrigins: meaning ? [] : [receiver.origin],
    userAgent: 'test',
    listKeepers: async () => [],
    stopping: () => false,
    ...(meaning && { resolve: async () => [{ address: meaning, family: 4 }] }),
  })();

it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'])(
  'asks nobody where a name means %s, and follows no redirect there',
  async (meaning) => {
    const answer = await send('POST', '', {
      address: 'https://hooks.finalring.dev/',
      events: ['giveaway.drawn'],
    });
    await happens();
    await sender(app.db, meaning);
    expect((await log(answer.json().data)).list[0]).toMatchObject({
      status: 'waiting',
      lastStatus: null,
      lastError: 'The name means a private address',
    });
    const [hook, target] = [await make(), `/target-${meaning}`];
    receiver.answer(hook.path, (response) =>
      response.writeHead(307, { location: receiver.origin + target }).end(),
    );
    await happens();
    await work();
    expect((await log(hook)).list[0]).toMatchObject({ status: 'waiting', lastStatus: 307 });
    expect(receiver.at(target)).toEqual([]);
  },
);

it('takes no more of an answer than its beginning, and waits for no end of it', async () => {
  const hook = await make();
  receiver.answer(hook.path, (response) => {
    response.writeHead(200);
    const pouring = setInterval(() => response.write('x'.repeat(65_536)), 1);
    response.on('close', () => clearInterval(pouring));
  });
  await happens();
  await work();
  const [sent] = (await log(hook)).list as [WebhookSend];
  const { history } = (await send('GET', `/${hook.endpoint._id}/sends/${sent._id}`)).json().data;
  expect([sent.status, history[0].answer.length]).toEqual(['delivered', 1_000]);
});
