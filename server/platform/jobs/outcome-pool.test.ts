// SPDX-License-Identifier: Apache-2.0

import type pg from 'pg';
import { beforeEach, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../postgres/unavailable.ts';
import { outcomePool } from './outcome-pool.ts';

/** The length of each delay. A delay takes no time, or lasts until it is given up. */
const waits = vi.hoisted(() => ({ ms: [] as number[], areEndless: false }));
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, value: unknown, { signal }: { signal?: AbortSignal }) => {
    waits.ms.push(ms);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      if (!waits.areEndless) resolve(value);
    });
  },
}));
beforeEach(() => void Object.assign(waits, { ms: [], areEndless: false }));

const completion = { name: 'complete_job/graphile_worker', text: 'delete ...', values: [1] };
const request = { name: 'get_job/graphile_worker', text: 'update ...', values: [] };

function createPool(query: (config: { name: string }) => Promise<unknown>) {
  const release = vi.fn();
  const connect = (taken?: (error: undefined, client: unknown, release: () => void) => void) =>
    taken ? taken(undefined, { query, release }, release) : Promise.resolve({ query, release });
  const pool = { connect: vi.fn(connect), query, options: { max: 3 }, listeners: () => [release] };
  return { pool: pool as unknown as pg.Pool, release, connect: pool.connect };
}

const torn = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const options = () => ({
  mayTake: async () => true,
  giveUp: new AbortController().signal,
  onLostAnswer: vi.fn(),
});

it('retries an outcome until the database accepts it', async () => {
  let attempts = 0;
  const { pool, release } = createPool(async () => {
    if (++attempts < 7) throw torn();
    return { rows: ['told'] };
  });
  const given = options();
  const told = outcomePool(pool, given);
  const client = await told.pool.connect();
  let answer: unknown;
  const completing = client.query(completion).then((result) => {
    answer = result;
  });
  await told.settled();
  await completing;
  expect(answer).toEqual({ rows: ['told'] });
  // Each on a new connection, of which only the last is still usable; with growing delays.
  const failed = release.mock.calls.map(([failure]) => failure instanceof Error);
  expect(failed).toEqual([true, true, true, true, true, true, false]);
  expect(waits.ms).toEqual([50, 100, 200, 400, 500, 500]);
  expect(given.onLostAnswer).not.toHaveBeenCalled();
});

it.each([
  'complete_job/x',
  'complete_jobs/x',
  'complete_job_q/x',
  'fail_job/x',
  'fail_jobs/x',
  'fail_job_q/x',
])('retries %s as long as needed, even when it may take no jobs', async (name) => {
  let attempts = 0;
  const { pool } = createPool(async () => {
    if (++attempts < 2) throw torn();
    return { rows: [] };
  });
  const told = outcomePool(pool, { ...options(), mayTake: async () => false });
  await (await told.pool.connect()).query({ ...completion, name });
  expect(attempts).toBe(2);
});

it('drops a job whose outcome is permanently refused, and logs the reason', async () => {
  const { pool } = createPool(() =>
    Promise.reject(Object.assign(new Error('no such column'), { code: '42703' })),
  );
  const given = options();
  const client = await outcomePool(pool, given).pool.connect();
  expect(await client.query(completion)).toMatchObject({ rows: [], rowCount: 0 });
  expect(given.onLostAnswer.mock.calls).toEqual([['the outcome of a job was refused: no such column']]);
});

it('requests no job and no connection before it is allowed to', async () => {
  const { pool, connect } = createPool(async () => ({ rows: ['a job'] }));
  const client = await outcomePool(pool, { ...options(), mayTake: async () => false }).pool.connect();
  expect(await client.query(request)).toMatchObject({ rows: [] });
  await client.release();
  expect(connect).not.toHaveBeenCalled();
});

it('otherwise behaves like the pool: one connection per worker, released completely', async () => {
  const { pool, release, connect } = createPool(async ({ name }) => ({ rows: [name] }));
  const told = outcomePool(pool, options()).pool;
  expect([told.options, told.listeners('error')]).toEqual([{ max: 3 }, [release]]);
  expect(await told.query('x')).toMatchObject({ rows: [undefined] });
  const client = await told.connect();
  expect(await client.query(request)).toEqual({ rows: [request.name] });
  expect(await client.query({ ...request, name: 'other' })).toEqual({ rows: ['other'] });
  expect(await client.query({ ...request, name: 'not_complete_job/x' })).toEqual({
    rows: ['not_complete_job/x'],
  });
  await client.release();
  expect(connect).toHaveBeenCalledOnce();
  expect(release.mock.calls).toEqual([[false]]);
});

it('fails any other query, and drops its connection', async () => {
  const { pool, release } = createPool(() => Promise.reject(torn()));
  const given = options();
  const client = await outcomePool(pool, given).pool.connect();
  const asked = client.query({ ...request, name: 'register/x' });
  await expect(asked).rejects.toBeInstanceOf(DatabaseUnavailable);
  await client.release();
  expect(release.mock.calls).toEqual([[true]]);
  expect(given.onLostAnswer).not.toHaveBeenCalled();
});

it('releases nothing when it got no connection', async () => {
  const { pool, release, connect } = createPool(async () => ({ rows: [] }));
  connect.mockImplementation((() => Promise.reject(torn())) as never);
  const given = options();
  const client = await outcomePool(pool, given).pool.connect();
  expect(await client.query(request)).toMatchObject({ rows: [] });
  await client.release();
  expect([given.onLostAnswer.mock.calls.length, release.mock.calls.length]).toEqual([1, 0]);
});

it('gives up an outcome on request, without failing', async () => {
  const giveUp = new AbortController();
  const { pool } = createPool(() => Promise.reject(torn()));
  const told = outcomePool(pool, { ...options(), giveUp: giveUp.signal });
  const client = await told.pool.connect();
  const completing = client.query(completion);
  giveUp.abort();
  expect(await completing).toEqual({ rows: [], rowCount: 0, command: '', oid: 0, fields: [] });
  await told.settled();
});

it('stops waiting between retries when asked to give up', async () => {
  waits.areEndless = true;
  const giveUp = new AbortController();
  const { pool } = createPool(() => Promise.reject(torn()));
  const told = outcomePool(pool, { ...options(), giveUp: giveUp.signal });
  const completing = (await told.pool.connect()).query(completion);
  await vi.waitFor(() => expect(waits.ms).toEqual([50]));
  giveUp.abort();
  expect(await completing).toMatchObject({ rows: [] });
  await told.settled();
});

it('returns no job when the answer was lost, and logs it', async () => {
  const { pool, release } = createPool(() => Promise.reject(torn()));
  const given = options();
  const client = await outcomePool(pool, given).pool.connect();
  expect(await client.query(request)).toMatchObject({ rows: [] });
  await client.release();
  expect(given.onLostAnswer).toHaveBeenCalledOnce();
  expect(release).toHaveBeenCalledExactlyOnceWith(true);
});

it('accepts a connection released twice', () => {
  const { pool, release } = createPool(async () => ({ rows: [] }));
  outcomePool(pool, options()).pool.connect((error, client, giveBack) => {
    expect([error, client]).toEqual([undefined, expect.objectContaining({ release })]);
    giveBack(true);
    giveBack();
  });
  expect(release.mock.calls).toEqual([[true]]);
});
