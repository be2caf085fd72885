// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../sandbox/inbox/messages.ts';
import { type Sandbox, startSandbox } from '../sandbox/main.ts';
import { line, type ShopTest, startShopTest } from '../tests/support/shop.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createLogger } from './platform/log.ts';

const proxy = '10.1.1.1';

interface Line extends Record<string, unknown> {
  msg: string;
  requestId?: string;
}

let sandbox: Sandbox;
let shop: ShopTest;
const logLines: string[] = [];
const log = createLogger('info', { write: (line) => logLines.push(line) });
/** Everything logged since the test began. */
const lines = (): Line[] => logLines.map((line) => JSON.parse(line));
const getLines = (requestId: string) => lines().filter((line) => line.requestId === requestId);

beforeAll(async () => {
  const client = { clientId: 'a', clientSecret: 'b' };
  sandbox = await startSandbox({
    port: 0,
    appUrl: 'http://localhost:3999',
    timeScale: 1,
    google: client,
    discord: client,
  });
  const mail = { smtpUrl: sandbox.smtpUrl, from: 'no-reply@shop.test' };
  shop = await startShopTest({ log, config: { mail, publicUrl: 'https://play.test', trustProxy: [proxy] } });
});
afterAll(async () => {
  await shop.close();
  await sandbox.close();
});
beforeEach(() => {
  logLines.length = 0;
});

async function mailTo(email: string): Promise<Message> {
  const { id } = await vi.waitFor(async () => {
    const found = (await (await fetch(`${sandbox.url}/inbox/messages?to=${email}`)).json()) as Message[];
    expect(found).toHaveLength(1);
    return found[0] as Message;
  });
  return (await fetch(`${sandbox.url}/inbox/messages/${id}`)).json() as Promise<Message>;
}

describe('a request id', () => {
  it('appears in the answer, the log, the jobs and the mail', { tags: ['long'] }, async () => {
    const email = `${randomUUID()}@player.test`;
    const shopper = await shop.shopper({ name: 'Real Name', email });
    const card = await shop.card();
    const bought = await shop.test.call({
      method: 'POST',
      url: '/cart/checkout',
      token: shopper.token,
      key: randomUUID(),
      payload: { items: [line(card)] },
    });
    expect(bought.statusCode).toBe(200);
    const requestId = String(bought.headers['x-request-id']);

    const { db, databaseUrl, app } = shop.test;
    const worker = await startWorker({
      connectionString: databaseUrl,
      pool: db.pool,
      tasks: app.tasks,
      concurrency: 1,
      log,
    });
    const { raw } = await mailTo(email).finally(worker.stop);
    expect(raw).toContain(`X-Request-ID: ${requestId}`);
    expect(getLines(requestId)).toMatchObject([
      { msg: 'answered', method: 'POST', route: '/api/v1/cart/checkout', status: 200, player: shopper.id },
      { msg: 'job done', task: 'purchase.completed', playerId: shopper.id },
      { msg: 'job done', task: 'achievement.reached', playerId: shopper.id },
      { msg: 'mail accepted by the mail server' },
      { msg: 'job done', task: 'send-receipt' },
    ]);
    // The log contains no personal data.
    for (const personal of [email, 'Real Name', shopper.token])
      expect(logLines.join('')).not.toContain(personal);
  });

  it('is logged with code, route and player of a refusal, without personal data', async () => {
    const shopper = await shop.shopper({ gamerCoins: 1 });
    const card = await shop.card();
    const refused = await shop.test.call({
      method: 'POST',
      url: '/cart/checkout?email=somebody@player.test',
      token: shopper.token,
      key: randomUUID(),
      headers: { 'user-agent': 'A Browser', 'x-forwarded-for': '203.0.113.7' },
      remoteAddress: proxy,
      payload: { items: [line(card)] },
    });
    expect(refused.statusCode).toBe(402);
    expect(getLines(String(refused.headers['x-request-id']))).toMatchObject([
      {
        level: 30,
        msg: 'answered',
        status: 402,
        code: 'insufficient_coins',
        route: '/api/v1/cart/checkout',
        player: shopper.id,
      },
    ]);
    for (const personal of ['somebody', 'A Browser', '203.0.113.7', proxy, shopper.token]) {
      expect(logLines.join('')).not.toContain(personal);
    }
  });

  it('is accepted from a trusted proxy only', async () => {
    const getId = async (given: string, remoteAddress: string) => {
      const headers = { 'x-request-id': given, 'x-forwarded-for': '203.0.113.7' };
      const answer = await shop.test.call({ url: '/config', headers, remoteAddress });
      return answer.headers['x-request-id'];
    };
    expect(await getId('7f3c2a9e-from-proxy', proxy)).toBe('7f3c2a9e-from-proxy');
    expect(await getId('7f3c2a9e-from-proxy', '203.0.113.9')).toMatch(/^[0-9a-f-]{36}$/);
    for (const malformed of ['short', 'with space and more', '{"a":"b"}xxxx', 'x'.repeat(200)]) {
      expect(await getId(malformed, proxy)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('is left out of the log beyond a rate, and the unlogged refusals are counted', {
    tags: ['long'],
  }, async () => {
    const logged = () => lines().filter(({ msg }) => msg === 'answered').length;
    const told = () => lines().reduce((sum, { unlogged }) => sum + Number(unlogged ?? 0), 0);
    let calls = 0;
    // Repeats until one second exceeds the limit of logged answers per second, and the next second has reported it.
    await vi.waitFor(
      async () => {
        for (let call = 0; call < 100; call++, calls++) await shop.test.call({ url: '/auth/get-profile' });
        expect(told()).toBeGreaterThan(0);
      },
      { interval: 50 },
    );
    expect(logged()).toBeLessThan(calls);
    expect(logged() + told()).toBeLessThanOrEqual(calls);
  });
});
