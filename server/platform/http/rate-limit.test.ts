import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { type CountedCall, createRateLimiter, type ExactLimit, networkOf } from './rate-limit.ts';

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('limits of an app', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ config: { rateLimitPerMinute: 40, metricsToken: 'm'.repeat(16) } });
  });
  afterAll(() => test.close());
  const ask = (url: string, remoteAddress = '10.0.0.1') => test.app.http.inject({ url, remoteAddress });

  it('count neighbours of one IPv6 network together', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask('/api/v1/config', `2001:db8::${index.toString(16)}`)),
    );
    expect(statuses.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(10);
    expect((await ask('/api/v1/config', '2001:db8:0:1::1')).statusCode).toBe(200);
  });

  it('let pictures come, many more than calls', async () => {
    for (let count = 0; count < 60; count++) {
      expect((await ask('/media/none.webp', '10.0.0.3')).statusCode).toBe(404);
    }
    expect((await ask('/api/v1/config', '10.0.0.3')).statusCode).toBe(200);
  });

  it('do not hold for those who watch the process', async () => {
    for (let count = 0; count < 50; count++) expect((await ask('/healthz')).statusCode).toBe(200);
  });

  it('never need the database to say that the process lives, is not ready, or what the app is called', async () => {
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

describe('calls of which only some count', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());
  const limit: ExactLimit = { name: 'tried', max: 2, windowSeconds: 60, by: 'player' };

  const { take, letPass } = {
    take: async () => {
      const call = await createRateLimiter(test.db).takeForNow(limit, 'somebody');
      if (isRefusal(call)) throw new Error('refused');
      return call as CountedCall;
    },
    letPass: (seconds: number) =>
      test.db.run(sql`update rate_limit_windows set ends_at = ends_at - make_interval(secs => ${seconds})`),
  };

  it('are refused at once for as long as those that count leave no room', async () => {
    await (await take()).giveBack();
    await (await take()).keep();
    await letPass(20);
    await (await take()).keep();
    const from = performance.now();
    const refused = await createRateLimiter(test.db).takeForNow(limit, 'somebody');
    expect(refused).toEqual(refuse('too_many_requests', { seconds: 40 }));
    expect(performance.now() - from).toBeLessThan(2_000);
    await letPass(40);
    await (await take()).giveBack();
  });

  it('are let in soon after a process died with some under way', async () => {
    await test.db.run(sql`delete from rate_limit_windows`);
    await take();
    await take();
    const waiting = take();
    await letPass(11);
    await (await waiting).giveBack();
  });
});
