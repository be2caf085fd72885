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

  it('are refused for as long as those that count leave no room, in whichever window they came', async () => {
    const { takeForNow } = createRateLimiter(test.db);
    const take = async () => {
      const call = await takeForNow(limit, 'somebody');
      if (isRefusal(call)) throw new Error('refused');
      return call as CountedCall;
    };
    const letPass = (seconds: number) =>
      test.db.run(sql`update rate_limit_windows set ends_at = ends_at - make_interval(secs => ${seconds})`);

    await (await take()).giveBack();
    await letPass(50);
    await (await take()).keep();
    await letPass(11);
    await (await take()).keep();
    await (await take()).keep();
    await letPass(50);
    expect(await takeForNow(limit, 'somebody')).toEqual(refuse('too_many_requests', { seconds: 10 }));
  });

  it('are not waited for where all of them were noted after they were made', async () => {
    const limiter = createRateLimiter(test.db);
    for (let calls = 0; calls < 3; calls++) await limiter.noteKept(limit, 'somebody else');
    const began = performance.now();
    expect(await limiter.takeForNow(limit, 'somebody else')).toEqual(
      refuse('too_many_requests', { seconds: 60 }),
    );
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
