// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeRun } from '../../../tests/support/fake-run.ts';
import type { Liveness } from './liveness.ts';
import { startWorker } from './worker.ts';

/** The test controls runs, liveness and time. */
const parts = vi.hoisted(() => ({ startRun: vi.fn(), holdLiveness: vi.fn() }));
vi.mock('./job-run.ts', () => ({ startRun: parts.startRun }));
vi.mock('./liveness.ts', () => ({ holdLiveness: parts.holdLiveness }));
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const timer = setTimeout(resolve, ms, value);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A worker whose runs are `p0`, `p1`...; `next` decides the outcome of all but the first. */
async function start(more: { crontab?: string; watcher?: never } = {}) {
  const runs: ReturnType<typeof fakeRun>[] = [];
  const said: unknown[][] = [];
  const say = (level: string) => (about: unknown, text?: string) =>
    void said.push(text === undefined ? [level, about] : [level, text, about]);
  const log = { debug: say('debug'), info: say('info'), warn: say('warn') };
  const state = {
    isHeld: true,
    next: () => fakeRun(`p${runs.length}`),
    released: async (_poolId: string): Promise<void> => {},
    dead: async () => 0,
    unknown: async () => {},
  };
  const liveness = {
    get isHeld() {
      return state.isHeld;
    },
    register: vi.fn(async () => {}),
    release: vi.fn((poolId: string) => state.released(poolId)),
    releaseDead: vi.fn(() => state.dead()),
    releaseUnknown: vi.fn(() => state.unknown()),
    close: vi.fn(async () => {}),
  } satisfies Liveness;
  parts.holdLiveness.mockReset().mockResolvedValue(liveness);
  parts.startRun.mockReset().mockImplementation(async () => {
    const made = state.next();
    runs.push(made);
    return made.run;
  });
  const options = { connectionString: 'postgres://x', pool: 'pool', tasks: {}, concurrency: 3, log };
  const worker = await startWorker({ ...options, ...more } as never);
  const [, hooks] = parts.startRun.mock.calls[0] as [
    object,
    { register: (id: string) => void; giveUp: AbortSignal },
  ];
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const first = runs[0] as ReturnType<typeof fakeRun>;
  const close = async () => {
    for (const each of runs) each.end();
    await worker.stop();
  };
  return { worker, runs, first, state, liveness, said, options, hooks, pass, close };
}
const starts = () => parts.startRun.mock.calls.length;

it('starts a run with all its options, and registers its pool on the liveness connection', async () => {
  const { liveness, options, hooks, close } = await start();
  const { connectionString, pool, log, ...rest } = options;
  expect(parts.holdLiveness.mock.calls).toEqual([[{ connectionString, pool, log, watcher: undefined }]]);
  expect(parts.startRun.mock.calls[0]?.[0]).toEqual({ ...rest, pool, log, crontab: '' });
  hooks.register('p7');
  expect(liveness.register.mock.calls).toEqual([['p7']]);
  await close();
  const crontab = '* * * * * x';
  const other = await start({ crontab, watcher: 'watcher' as never });
  expect(parts.startRun.mock.calls[0]?.[0]).toMatchObject({ crontab });
  expect(parts.holdLiveness.mock.calls[0]?.[0]).toMatchObject({ watcher: 'watcher' });
  await other.close();
});

it('leaves nothing open when it cannot start', async () => {
  const liveness = { close: vi.fn(async () => {}) };
  parts.holdLiveness.mockReset().mockResolvedValue(liveness);
  parts.startRun.mockReset().mockRejectedValue(new Error('no database'));
  await expect(startWorker({ log: {} } as never)).rejects.toThrow('no database');
  expect(liveness.close).toHaveBeenCalledOnce();
});

it('restarts after trouble, and frees its jobs once the last has ended', async () => {
  const { runs, first, liveness, said, pass, close } = await start();
  first.trouble('torn');
  await pass(99);
  expect([first.run.stop.mock.calls.length, starts(), said]).toEqual([
    1,
    1,
    [['warn', 'restarting the job worker', { reason: 'torn' }]],
  ]);
  await pass(1);
  expect([starts(), said.slice(1)]).toEqual([2, [['info', 'fetching jobs again']]]);
  expect(liveness.release).not.toHaveBeenCalled();
  first.end();
  await pass(0);
  expect(liveness.release.mock.calls).toEqual([['p0']]);
  // And once more.
  runs[1]?.trouble('silent');
  await pass(100);
  expect([starts(), runs[1]?.run.stop.mock.calls.length]).toEqual([3, 1]);
  await close();
});

it('retries ever less often, at most a second apart, and logs occasionally', async () => {
  const { first, state, said, pass, close } = await start();
  state.next = () => {
    throw new Error('away');
  };
  first.trouble('torn');
  const triedAt: number[] = [];
  for (let ms = 0; ms < 24_000; ms += 50) {
    const before = starts();
    await pass(50);
    if (starts() > before) triedAt.push(ms + 50);
  }
  expect(triedAt.slice(0, 8)).toEqual([100, 300, 700, 1_500, 2_500, 3_500, 4_500, 5_500]);
  const warned = ['warn', 'cannot fetch jobs yet', { err: new Error('away') }];
  // Logged for the first failure, and for the twentieth after it.
  expect(said.slice(1)).toEqual([warned, warned]);
  expect(triedAt.length).toBeGreaterThan(21);
  await close();
});

it('drops a run that could not register, and tries another', async () => {
  const { runs, first, state, liveness, said, pass, close } = await start();
  const unknown = fakeRun('unknown', false);
  unknown.trouble('not registered');
  unknown.end();
  state.next = () => (starts() === 2 ? unknown : fakeRun('known'));
  first.trouble('torn');
  await pass(100);
  expect(unknown.run.stop).toHaveBeenCalledOnce();
  expect(liveness.release.mock.calls).toEqual([['unknown']]);
  expect(said.slice(1)).toEqual([['warn', 'cannot fetch jobs yet', { err: new Error('not registered') }]]);
  await pass(200);
  expect([starts(), runs.at(-1)?.run.poolId, said.at(-1)]).toEqual([
    3,
    'known',
    ['info', 'fetching jobs again'],
  ]);
  await close();
});

it('starts no run while its liveness lock is not held', async () => {
  const { first, state, pass, close } = await start();
  state.isHeld = false;
  first.trouble('torn');
  await pass(5_000);
  expect(starts()).toBe(1);
  state.isHeld = true;
  await pass(1_000);
  expect(starts()).toBe(2);
  await close();
});

it('frees the jobs of a run as soon as possible', async () => {
  const { first, state, liveness, said, pass, close } = await start();
  state.released = () => Promise.reject(new Error('away'));
  first.trouble('torn');
  first.end();
  await pass(250);
  expect(liveness.release).toHaveBeenCalledTimes(3);
  expect(said.filter(([level]) => level === 'debug')).toEqual(
    Array(3).fill(['debug', 'jobs of an ended run are still locked', { err: new Error('away') }]),
  );
  state.released = async () => {};
  await pass(1_000);
  expect(liveness.release).toHaveBeenCalledTimes(4);
  await close();
});

it('lets jobs finish before it stops, and takes no new jobs', async () => {
  const { worker, first, liveness, said, hooks, pass } = await start();
  const stopped = vi.fn();
  void worker.stop().then(stopped);
  await pass(4_999);
  expect([first.run.stop.mock.calls.length, stopped.mock.calls.length, hooks.giveUp.aborted]).toEqual([
    1,
    0,
    false,
  ]);
  first.end();
  await pass(0);
  // Closing its liveness frees all its remaining jobs.
  expect([stopped.mock.calls.length, liveness.close.mock.calls.length]).toEqual([1, 1]);
  await pass(10_000);
  expect([hooks.giveUp.aborted, liveness.releaseDead.mock.calls.length]).toEqual([false, 0]);
  expect([starts(), liveness.release.mock.calls.length, said]).toEqual([1, 0, []]);
});

it('reports finished jobs for at most five seconds while it stops', async () => {
  const { worker, first, hooks, pass } = await start();
  const stopping = worker.stop();
  await pass(4_999);
  expect(hooks.giveUp.aborted).toBe(false);
  await pass(1);
  expect(hooks.giveUp.aborted).toBe(true);
  first.end();
  await stopping;
});

it('stops immediately while it waits to restart or to free jobs', async () => {
  const { worker, first, state, said, pass } = await start();
  state.released = () => Promise.reject(new Error('away'));
  state.next = () => {
    throw new Error('away');
  };
  first.trouble('torn');
  first.end();
  await pass(3_000);
  const before = starts();
  const stopped = vi.fn();
  void worker.stop().then(stopped);
  await pass(0);
  expect([stopped.mock.calls.length, starts()]).toEqual([1, before]);
  expect(said).not.toContainEqual(['info', 'fetching jobs again']);
});

it('looks for dead processes every second, and for unknown pools every tenth time', async () => {
  const { worker, first, state, liveness, said, pass } = await start();
  await pass(999);
  expect(liveness.releaseDead).toHaveBeenCalledTimes(0);
  await pass(1);
  const looks = () => [liveness.releaseDead.mock.calls.length, liveness.releaseUnknown.mock.calls.length];
  expect(looks()).toEqual([1, 1]);
  await pass(9_000);
  expect(looks()).toEqual([10, 1]);
  await pass(1_000);
  expect(looks()).toEqual([11, 2]);
  await pass(10_000);
  expect(looks()).toEqual([21, 3]);
  expect(said).toEqual([]);
  state.dead = async () => 2;
  await pass(1_000);
  expect(said).toEqual([['warn', 'released the jobs of ended processes', { released: 2 }]]);
  state.dead = () => Promise.reject(new Error('away'));
  await pass(1_000);
  expect(said.slice(1)).toEqual([
    ['warn', 'could not check for jobs of ended processes', { err: new Error('away') }],
  ]);
  const slow = Promise.withResolvers<number>();
  state.dead = () => slow.promise;
  await pass(5_000);
  expect(looks()[0]).toBe(24);
  // It waits for running work.
  first.end();
  const stopped = vi.fn();
  void worker.stop().then(stopped);
  await pass(100);
  expect(stopped).not.toHaveBeenCalled();
  slow.resolve(0);
  await pass(0);
  expect(stopped).toHaveBeenCalledOnce();
});

it('takes no jobs after its liveness lock was missing twice, and none from dead processes meanwhile', async () => {
  const { first, state, liveness, said, pass, close } = await start();
  const hide = async (ms: number) => {
    state.isHeld = false;
    await pass(ms);
    state.isHeld = true;
  };
  await hide(1_000);
  await pass(1_000);
  await hide(1_000);
  expect([first.run.stop.mock.calls.length, liveness.releaseDead.mock.calls.length]).toEqual([0, 1]);
  await pass(1_000);
  await hide(4_000);
  expect(said).toEqual([
    ['warn', 'restarting the job worker', { reason: 'the others cannot see that this process lives' }],
  ]);
  expect([first.run.stop.mock.calls.length, starts(), liveness.releaseDead.mock.calls.length]).toEqual([
    1, 1, 2,
  ]);
  await pass(1_000);
  expect(starts()).toBe(2);
  await close();
});
