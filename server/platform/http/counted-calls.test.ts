// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it, vi } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { inCall } from '../call-context.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { type CountedCall, createRateLimiter, type ExactLimit } from './rate-limit.ts';

describe('a limit on failed calls', () => {
  const test = openForTests(startTestApp);
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

  it('starts over at the end of its window, which calls do not extend', async () => {
    await test.db.run(sql`delete from rate_limit_windows`);
    const limiter = createRateLimiter(test.db);
    const call = () => limiter.take(limit, 'somebody');
    expect([await call(), await call()]).toEqual([undefined, undefined]);
    expect(await call()).toEqual(refuse('too_many_requests', { seconds: 60 }));
    await letPass(40);
    expect(await call()).toEqual(refuse('too_many_requests', { seconds: 20 }));
    await letPass(20);
    expect([await call(), await call()]).toEqual([undefined, undefined]);
    expect(await call()).toEqual(refuse('too_many_requests', { seconds: 60 }));
    await test.db.run(sql`delete from rate_limit_windows`);
  });

  it('refuses immediately while counted calls leave no room', async () => {
    await (await take()).giveBack();
    await (await take()).keep();
    await letPass(20);
    await (await take()).keep();
    const run = vi.fn(test.db.run);
    const refused = await createRateLimiter({ ...test.db, run }).takeForNow(limit, 'somebody');
    expect(refused).toEqual(refuse('too_many_requests', { seconds: 40 }));
    // A waiting call gives its count back, and tries again.
    expect(run).toHaveBeenCalledTimes(1);
    await letPass(40);
    await (await take()).giveBack();
  });

  it('waits while calls in progress might still leave room', async () => {
    await test.db.run(sql`delete from rate_limit_windows`);
    await (await take()).keep();
    const other = await take();
    const looked = Promise.withResolvers<void>();
    const watched = {
      ...test.db,
      run: (statement: Parameters<typeof test.db.run>[0]) => test.db.run(statement).finally(looked.resolve),
    };
    const taken = createRateLimiter(watched).takeForNow(limit, 'somebody');
    await looked.promise;
    await other.giveBack();
    const call = await taken;
    expect(isRefusal(call)).toBe(false);
    await (call as CountedCall).giveBack();
    await test.db.run(sql`delete from rate_limit_windows`);
  });

  it('waits four seconds for calls in progress, without holding a turn, then refuses', async () => {
    const asked: string[] = [];
    const full = {
      one: async () => ({ count: 3, endsAt: 'then' }),
      row: async () => undefined,
      run: async ({ text }: { text: string }) => void asked.push(text),
    };
    const turn = { giveBack: vi.fn(), resume: vi.fn() };
    const moments = [0, 4_000, 4_001];
    const now = vi.spyOn(performance, 'now').mockImplementation(() => moments.shift() ?? 9_999);
    vi.spyOn(Math, 'random').mockReturnValue(0.9);
    const from = Date.now();
    const refused = inCall({ requestId: 'r', turn: turn as never }, () =>
      createRateLimiter(full as never).takeForNow(limit, 'somebody'),
    );
    expect(await refused).toEqual(refuse('too_many_requests', { seconds: 1 }));
    now.mockRestore();
    // Not immediately, and not in step with others.
    expect(Date.now() - from).toBeGreaterThanOrEqual(135);
    // Each try gave back what it had taken.
    expect(asked).toHaveLength(2);
    expect([turn.giveBack.mock.calls.length, turn.resume.mock.calls.length]).toEqual([1, 1]);
  });

  it('frees the room of a process that died with calls in progress', async () => {
    await test.db.run(sql`delete from rate_limit_windows`);
    await take();
    await take();
    const waiting = take();
    await letPass(11);
    await (await waiting).giveBack();
  });

  it('returns the room of a call to its own caller and window only', async () => {
    await test.db.run(sql`delete from rate_limit_windows`);
    const limiter = createRateLimiter(test.db);
    const wide = { ...limit, max: 9 };
    const takenBy = async (who: string) => (await limiter.takeForNow(wide, who)) as CountedCall;
    const counts = async () =>
      Object.fromEntries(
        (
          await test.db.rows<{ who: string; count: number }>(
            sql`select split_part(key, ':', 3) as who, count from rate_limit_windows order by key`,
          )
        ).map(({ who, count }) => [who, count]),
      );
    const [first, second] = [await takenBy('one'), await takenBy('one')];
    await takenBy('other');
    expect(await counts()).toEqual({ one: 2, other: 1 });
    await first.giveBack();
    await second.giveBack();
    expect(await counts()).toEqual({ one: 0, other: 1 });
    await second.giveBack();
    expect(await counts()).toEqual({ one: 0, other: 1 });
    const late = await takenBy('one');
    await letPass(1);
    await late.giveBack();
    expect(await counts()).toEqual({ one: 1, other: 1 });
  });
});
