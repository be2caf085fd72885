// SPDX-License-Identifier: Apache-2.0

import { expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from './unavailable.ts';
import { whileDatabaseStarts } from './while-database-starts.ts';

const patience = { awayMs: 5_000, absentMs: 100 };

function starting(errors: Error[]) {
  const warn = vi.fn();
  const undo = vi.fn(async () => {});
  const start = vi.fn(async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'started';
  });
  const log = { warn } as never;
  return {
    start,
    warn,
    undo,
    run: () => whileDatabaseStarts(start, { log, undo, stopping: () => false, tells: true, patience }),
  };
}

it('restarts while the database recovers, with one warning', { tags: ['long'] }, async () => {
  const recovering = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
  const away = new DatabaseUnavailable('the database system is starting up', { cause: recovering });
  const { run, start, undo, warn } = starting([away, new Error('migration failed', { cause: away })]);
  expect(await run()).toBe('started');
  expect([start.mock.calls.length, undo.mock.calls.length]).toEqual([3, 2]);
  expect(warn).toHaveBeenCalledExactlyOnceWith({ reason: away.message }, 'waiting for the database');
});

it('gives up soon when nothing listens at the address', { tags: ['long'] }, async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const away = new DatabaseUnavailable('refused', { cause: refused });
  const { run, start } = starting([away, away, away]);
  await expect(run()).rejects.toBe(away);
  expect(start.mock.calls.length).toBeLessThan(3);
});

it.each([
  ['a wrong configuration', new Error('CODE_KEYS lacks a key')],
  ['a canceled statement', new DatabaseUnavailable('lock timeout', { isConnectionLost: false })],
  ['another unreachable service', Object.assign(new Error('fetch failed'), { code: 'ECONNRESET' })],
])('fails immediately for %s', async (_what, error) => {
  const { run, start } = starting([error]);
  await expect(run()).rejects.toBe(error);
  expect(start).toHaveBeenCalledTimes(1);
});
