// SPDX-License-Identifier: Apache-2.0

import type { EventEmitter } from 'node:events';
import type pg from 'pg';
import { beforeEach, expect, it, vi } from 'vitest';
import { startRun } from './job-run.ts';

/** The part of graphile-worker that a run uses. */
const graphile = vi.hoisted(() => ({ run: vi.fn() }));
vi.mock('graphile-worker', async (actual) => ({ ...(await actual<object>()), run: graphile.run }));

interface Given {
  pgPool: pg.Pool;
  taskList: Record<string, (...given: unknown[]) => Promise<void>>;
  events: EventEmitter;
  logger: Record<'error' | 'warn' | 'info' | 'debug', (text: string) => void>;
}
const ended = () => Promise.withResolvers<void>();
let runner: { promise: Promise<void>; stop: ReturnType<typeof vi.fn> };
let end: ReturnType<typeof ended>;
let given: Given;
beforeEach(() => {
  end = ended();
  runner = { promise: end.promise, stop: vi.fn(async () => end.resolve()) };
});

async function start({
  tasks = {},
  register = async () => {},
}: {
  tasks?: object;
  register?: (poolId: string) => Promise<void>;
} = {}) {
  graphile.run.mockReset().mockImplementation(async (options: Given) => {
    given = options;
    options.events.emit('pool:create', { workerPool: { id: 'p1' } });
    return runner;
  });
  const said: unknown[] = [];
  const say = (level: string) => (about: unknown, text: string) => void said.push([level, about, text]);
  const log = { error: say('error'), warn: say('warn'), debug: say('debug') };
  const query = vi.fn(async () => ({ rows: ['a job'] }));
  const pool = {
    options: { max: 4 },
    query,
    listeners: () => [],
    connect: async () => ({ query, release() {} }),
  };
  const run = await startRun({ pool, tasks, crontab: '* * * * * x', concurrency: 7, log } as never, {
    register,
    giveUp: new AbortController().signal,
  });
  return { run, said, query };
}
const request = { name: 'get_job/x', text: '', values: [] };

it('passes on its options, and leaves process signals alone', async () => {
  const { run } = await start({ tasks: { a: async () => {}, b: async () => {} } });
  expect(given).toMatchObject({
    pgPool: { options: { max: 4 } },
    crontab: '* * * * * x',
    concurrency: 7,
    pollInterval: 1_000,
    noHandleSignals: true,
  });
  expect([Object.keys(given.taskList), run.poolId]).toEqual([['a', 'b'], 'p1']);
});

it('logs the messages of graphile-worker at lower levels', async () => {
  const { said } = await start();
  for (const level of ['error', 'warn', 'info', 'debug'] as const) given.logger[level](`at ${level}`);
  expect(said).toEqual([
    ['error', { source: 'jobs' }, 'at error'],
    ['warn', { source: 'jobs' }, 'at warn'],
    ['debug', { source: 'jobs' }, 'at info'],
    ['debug', { source: 'jobs' }, 'at debug'],
  ]);
});

it('does not warn that it has more workers than connections', async () => {
  const { said } = await start();
  given.logger.warn('WARNING: having maxPoolSize (20) smaller than concurrency (75) may lead to ...');
  expect(said).toMatchObject([['debug', {}, expect.stringContaining('maxPoolSize')]]);
});

it('takes no job before its pool is registered, and none when that fails', async () => {
  const known = Promise.withResolvers<void>();
  const register = vi.fn(() => known.promise);
  const { run, query } = await start({ register });
  expect(register.mock.calls).toEqual([['p1']]);
  const client = await given.pgPool.connect();
  const asked = client.query(request);
  await new Promise(setImmediate);
  expect(query).not.toHaveBeenCalled();
  known.resolve();
  expect(await asked).toEqual({ rows: ['a job'] });
  expect(await run.registered).toBe(true);

  const other = await start({ register: () => Promise.reject(new Error('no room')) });
  expect([await other.run.registered, await other.run.troubled]).toEqual([
    false,
    'not registered: Error: no room',
  ]);
  expect(await (await given.pgPool.connect()).query(request)).toMatchObject({ rows: [] });
  expect(other.query).not.toHaveBeenCalled();
});

it.each([
  [
    'a failed request for a job',
    () => given.events.emit('worker:getJob:error', { error: new Error('a') }),
    'Error: a',
  ],
  ['a broken worker', () => given.events.emit('worker:fatalError', { error: new Error('b') }), 'Error: b'],
  ['an unexpected end', () => end.resolve(), 'ended'],
  ['an end with an error', () => end.reject(new Error('c')), 'Error: c'],
])('reports trouble after %s', async (_what, happens, reason) => {
  const { run } = await start();
  happens();
  expect(await run.troubled).toBe(reason);
});

it('reports trouble after a lost answer', async () => {
  const { run, query } = await start();
  query.mockRejectedValue(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
  await (await given.pgPool.connect()).query(request);
  expect(await run.troubled).toContain('ECONNRESET');
});

it('runs a task with its arguments, and fails with a storable error', async () => {
  const work = vi.fn(async (..._given: unknown[]) => {});
  const fail = () => Promise.reject(new Error('a\0b\ud800'));
  await start({ tasks: { work, fail, throwing: () => Promise.reject('text') } });
  await given.taskList.work?.({ n: 1 }, 'helpers');
  expect(work.mock.calls).toEqual([[{ n: 1 }, 'helpers']]);
  await expect(given.taskList.fail?.()).rejects.toThrow(/^ab\ufffd$/);
  await expect(given.taskList.throwing?.()).rejects.toBe('text');
});

it('stops once all its tasks have ended, even after a forced end', async () => {
  const work = Promise.withResolvers<void>();
  const { run } = await start({ tasks: { slow: () => work.promise } });
  runner.stop.mockImplementation(async () => {
    end.resolve();
    throw new Error('stopped already');
  });
  void given.taskList.slow?.();
  const stopped = vi.fn();
  const stopping = run.stop().then(stopped);
  await new Promise(setImmediate);
  expect([runner.stop.mock.calls.length, stopped.mock.calls.length]).toEqual([1, 0]);
  work.resolve();
  await stopping;
});

it('stops once it has reported the outcome of its jobs', async () => {
  const { run, query } = await start();
  const told = Promise.withResolvers<{ rows: string[] }>();
  query.mockReturnValue(told.promise);
  const completing = (await given.pgPool.connect()).query({ ...request, name: 'complete_job/x' });
  const stopped = vi.fn();
  const stopping = run.stop().then(stopped);
  await new Promise(setImmediate);
  expect(stopped).not.toHaveBeenCalled();
  told.resolve({ rows: [] });
  await Promise.all([completing, stopping]);
});
