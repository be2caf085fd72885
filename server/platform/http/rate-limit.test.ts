// SPDX-License-Identifier: Apache-2.0

import fastify from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { isRefusal } from '../refusal.ts';
import { limitEverything, toNetwork } from './rate-limit.ts';
import { addAdmission } from './turns.ts';

describe('toNetwork', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1:2:3::6:7:8', '1:2:3:0::/64'],
    ['1:2::8', '1:2:0:0::/64'],
    ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['64:ff9b::ffff:1.2.3.4', '64:ff9b:0:0::/64'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['1::ffff:9', '1:0:0:0::/64'],
    ['::ffff:c000:201', '0:0:0:0::/64'],
    ['::ffff:1234:5', '0:0:0:0::/64'],
  ])('counts %s as %s', (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });
});

describe('the rate limits of an app', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ config: { rateLimitPerMinute: 40, metricsToken: 'm'.repeat(16) } });
  });
  afterAll(() => test.close());
  const ask = (url: string, remoteAddress = '10.0.0.1') => test.app.http.inject({ url, remoteAddress });

  it('count addresses of one IPv6 network together', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask('/api/v1/config', `2001:db8::${index.toString(16)}`)),
    );
    expect(statuses.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(10);
    expect((await ask('/api/v1/config', '2001:db8:0:1::1')).statusCode).toBe(200);
  });

  it('allow many more pictures than calls', async () => {
    for (let count = 0; count < 60; count++) {
      expect((await ask('/media/none.webp', '10.0.0.3')).statusCode).toBe(404);
    }
    expect((await ask('/api/v1/config', '10.0.0.3')).statusCode).toBe(200);
  });

  it('exempt health checks', async () => {
    for (let count = 0; count < 50; count++) expect((await ask('/healthz')).statusCode).toBe(200);
  });

  it('need no database for health checks and the configuration', async () => {
    vi.spyOn(test.listener, 'connected', 'get').mockReturnValue(false);
    const connect = vi.spyOn(test.db.pool, 'connect').mockImplementation((done: unknown) => {
      (done as (error: Error) => void)(new Error('no database'));
    });
    expect((await ask('/healthz')).statusCode).toBe(200);
    expect((await ask('/readyz')).statusCode).toBe(503);
    expect((await ask('/metrics')).statusCode).toBe(401);
    expect((await ask('/api/v1/config', '10.0.0.2')).statusCode).toBe(200);
    expect((await ask('/api/v1/auth/get-profile', '10.0.0.2')).statusCode).toBe(401);
    connect.mockRestore();
  });
});

describe('the one-minute window', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ config: { rateLimitPerMinute: 2 } });
  });
  afterAll(() => test.close());
  afterEach(() => vi.useRealTimers());

  async function getStatus(url: string) {
    const { statusCode, headers } = await test.app.http.inject({ url, remoteAddress: '10.0.0.9' });
    return statusCode === 429 ? Number(headers['retry-after']) : statusCode;
  }
  /** Lets time pass for this process and for the database. */
  async function letPass(seconds: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
    await test.db.run(
      sql`update rate_limit_windows set ends_at = ends_at - make_interval(secs => ${seconds})`,
    );
  }

  it('limits calls until it ends, then starts over', async () => {
    const url = '/api/v1/config';
    expect([await getStatus(url), await getStatus(url)]).toEqual([200, 200]);
    const seconds = await getStatus(url);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    await letPass(30);
    expect(await getStatus(url)).toBeLessThanOrEqual(30);
    await letPass(31);
    expect(await getStatus(url)).toBe(200);
  });

  it('limits files, with a higher limit', async () => {
    const url = '/media/none.webp';
    for (let count = 0; count < 40; count++) expect(await getStatus(url)).toBe(404);
    expect(await getStatus(url)).toBeGreaterThan(50);
    await letPass(61);
    expect(await getStatus(url)).toBe(404);
  });
});

describe('rate limit permits', () => {
  const apps: TestApp['app']['http'][] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const app of apps.splice(0)) await app.close();
  });
  /** An app with test windows that record each lease as key and number. */
  function withWindows(perMinute: number, { remainingMs = 60_000, isAway = (): boolean => false } = {}) {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
    const leased: string[] = [];
    const counts = new Map<string, number>();
    const one = async ({ values: [key, permits, seconds] }: { values: [string, number, number] }) => {
      leased.push(`${key} ${permits} for ${seconds}`);
      if (isAway()) throw new Error('away');
      counts.set(key, (counts.get(key) ?? 0) + permits);
      return { count: counts.get(key), remainingMs };
    };
    const app = fastify() as unknown as TestApp['app']['http'];
    apps.push(app);
    addAdmission(app, { maxInside: 1, maxWaitMs: 1 });
    const { takePermit } = limitEverything(app, { one } as never, { perMinute });
    app.get('/', async () => 'served');
    app.get('/ahead', { config: { skipsAdmission: true } }, async () => 'ahead');
    app.get('/probe', { config: { isUnlimited: true } }, async () => 'lives');
    app.get('/file', { config: { isFile: true } }, async () => 'file');
    const ask = async (url = '/', remoteAddress = '192.0.2.1') => {
      const { statusCode, body } = await app.inject({ url, remoteAddress });
      return statusCode === 200 ? body : (JSON.parse(body).data?.seconds ?? statusCode);
    };
    return { app, leased, ask, takePermit };
  }

  it('are leased in hundredths of the limit, once for concurrent callers', async () => {
    const { leased, ask } = withWindows(250);
    // In one turn of the event loop, so that none of them finds a permit; two calls share one lease.
    expect(await Promise.all([ask(), ask('/ahead')])).toEqual(['served', 'ahead']);
    expect(leased).toEqual(['all:192.0.2.1 2 for 60']);
    expect([await ask(), await ask()]).toEqual(['served', 'served']);
    expect(await ask('/', '192.0.2.2')).toBe('served');
    expect(leased.slice(1)).toEqual(['all:192.0.2.1 2 for 60', 'all:192.0.2.2 2 for 60']);
    const { leased: one, ask: askOne } = withWindows(99);
    await askOne();
    expect(one).toEqual(['all:192.0.2.1 1 for 60']);
  });

  it('expire exactly with their window', async () => {
    const { leased, ask } = withWindows(200, { remainingMs: 500 });
    await ask();
    vi.setSystemTime(1_000_499);
    await ask();
    expect(leased).toHaveLength(1);
    const { leased: again, ask: askAgain } = withWindows(200, { remainingMs: 500 });
    await askAgain();
    vi.setSystemTime(1_000_500);
    await askAgain();
    expect(again).toHaveLength(2);
  });

  it('run out, with the seconds left in the window to wait, rounded up', async () => {
    const { leased, ask } = withWindows(2, { remainingMs: 1_001 });
    expect([await ask(), await ask(), await ask()]).toEqual(['served', 'served', 2]);
    // A refused call leases no more permits.
    vi.setSystemTime(1_000_900);
    expect([await ask('/ahead'), await ask('/nowhere'), leased.length]).toEqual([1, 1, 2]);
    expect([await ask('/probe'), await ask('/file')]).toEqual(['lives', 'file']);
  });

  it('are granted for one second while the database is down', async () => {
    let isAway = true;
    const { leased, ask } = withWindows(300, { isAway: () => isAway });
    expect([await ask(), await ask(), await ask()]).toEqual(['served', 'served', 'served']);
    expect(leased).toHaveLength(1);
    vi.setSystemTime(1_000_999);
    expect([await ask(), leased.length]).toEqual(['served', 2]);
    vi.setSystemTime(1_001_998);
    expect([await ask(), leased.length]).toEqual(['served', 2]);
    vi.setSystemTime(1_001_999);
    isAway = false;
    expect([await ask(), leased.length]).toEqual(['served', 3]);
  });

  it('for files are twenty per call permit, in a one-minute window', async () => {
    const { ask } = withWindows(1);
    for (let count = 0; count < 20; count++) expect(await ask('/file')).toBe('file');
    vi.setSystemTime(1_059_001);
    expect(await ask('/file')).toBe(1);
    expect(await ask('/file', '192.0.2.2')).toBe('file');
    vi.setSystemTime(1_060_000);
    expect(await ask('/file')).toBe('file');
  });

  it('are available without admission for unknown addresses, but not for calls', async () => {
    const { app, ask } = withWindows(400);
    await ask();
    const turn = app.admission.newTurn();
    turn.take(() => {});
    expect(await ask('/nowhere')).toBe(404);
    expect(await ask('/ahead')).toBe('ahead');
    expect(await ask()).not.toBe('served');
    turn.leave();
    expect(await ask()).toBe('served');
  });

  it('can be taken directly while leased, and running out there refuses nobody', async () => {
    const { ask, takePermit } = withWindows(2);
    expect(takePermit('192.0.2.1')).toBe(false);
    await ask();
    expect(takePermit('192.0.2.1')).toBe(false);
    expect(await ask()).toBe('served');
    expect(takePermit('192.0.2.1')).toBe(false);
    expect(await ask()).toBe(60);
  });
});

describe('a limit shared by several processes', () => {
  const perMinute = 300;
  const processes: TestApp['app']['http'][] = [];
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ config: { rateLimitPerMinute: perMinute } });
    for (let count = 0; count < 30; count++) {
      const http = fastify() as unknown as TestApp['app']['http'];
      addAdmission(http, { maxInside: 10, maxWaitMs: 1_000 });
      limitEverything(http, test.db, { perMinute });
      http.setErrorHandler((error, _request, reply) => {
        if (!isRefusal(error)) throw error;
        return reply.code(429).send({});
      });
      http.get('/', async () => ({}));
      processes.push(http);
    }
  });
  afterAll(async () => {
    for (const http of processes) await http.close();
    await test.close();
  });

  it('allows nearly as many calls as with one process, and never more', { tags: ['long'] }, async () => {
    let served = 0;
    for (let turn = 0; turn < perMinute + 60; turn++) {
      const { statusCode } = await (processes[turn % processes.length] as TestApp['app']['http']).inject('/');
      if (statusCode === 200) served++;
    }
    expect(served).toBeLessThanOrEqual(perMinute);
    expect(served).toBeGreaterThan(perMinute * 0.9);
  });
});
