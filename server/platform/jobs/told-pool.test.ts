import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { toldPool } from './told-pool.ts';

const completion = { name: 'complete_job/graphile_worker', text: 'delete ...', values: [1] };
const request = { name: 'get_job/graphile_worker', text: 'update ...', values: [] };

function createPool(query: (config: { name: string }) => Promise<unknown>) {
  const release = vi.fn();
  const connect = (taken?: (error: undefined, client: unknown, release: () => void) => void) =>
    taken ? taken(undefined, { query, release }, release) : Promise.resolve({ query, release });
  const pool = { connect, query, options: {}, listeners: () => [] };
  return { pool: pool as unknown as pg.Pool, release };
}

const torn = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const options = () => ({
  mayTake: async () => true,
  giveUp: new AbortController().signal,
  onLostAnswer: vi.fn(),
});

it('tells an outcome until it was heard', async () => {
  let attempts = 0;
  const { pool } = createPool(async () => {
    if (++attempts < 4) throw torn();
    return { rows: [] };
  });
  const told = toldPool(pool, options());
  const client = await told.pool.connect();
  await client.query(completion);
  await told.settled();
  expect(attempts).toBe(4);
});

it('gives an outcome up when it is told to, without failing', async () => {
  const giveUp = new AbortController();
  const { pool } = createPool(() => Promise.reject(torn()));
  const told = toldPool(pool, { ...options(), giveUp: giveUp.signal });
  const client = await told.pool.connect();
  const telling = client.query(completion);
  giveUp.abort();
  expect(await telling).toMatchObject({ rows: [] });
  await told.settled();
});

it('knows no job where the answer was lost, and says so', async () => {
  const { pool, release } = createPool(() => Promise.reject(torn()));
  const given = options();
  const client = await toldPool(pool, given).pool.connect();
  expect(await client.query(request)).toMatchObject({ rows: [] });
  await client.release();
  expect(given.onLostAnswer).toHaveBeenCalledOnce();
  expect(release).toHaveBeenCalledExactlyOnceWith(true);
});

it('takes a connection back that is given back twice', () => {
  const { pool, release } = createPool(async () => ({ rows: [] }));
  toldPool(pool, options()).pool.connect((_error, _client, giveBack) => {
    giveBack();
    giveBack();
  });
  expect(release).toHaveBeenCalledOnce();
});
