// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { type FaultProxy, startFaultProxy } from '../../tests/support/fault-proxy.ts';
import { patient } from '../../tests/support/patience.ts';
import { type Database, openDatabase } from './db/database.ts';
import { createListener, type Listener } from './listen.ts';
import { createLogger } from './log.ts';
import { limits } from './postgres/limits.ts';
import { DatabaseUnavailable } from './postgres/unavailable.ts';

const log = createLogger(process.env.TEST_LOG ?? 'silent');

const openedFor = openTestDatabase({ poolSize: 1 });

describe('a silent database', () => {
  let proxy: FaultProxy;
  const direct = openTestDatabase({ poolSize: 2 });
  let db: Database;
  let listener: Listener;

  beforeEach(async () => {
    proxy = await startFaultProxy(direct.url);
    db = openDatabase(proxy.url, { poolSize: 4 });
    listener = await createListener(proxy.url, log, db);
  });
  afterEach(async () => {
    proxy.set('pass');
    await listener.close();
    await db.close();
    await proxy.close();
  });

  const timed = async (work: Promise<unknown>) => {
    const from = performance.now();
    const outcome = await work.catch((error: unknown) => error);
    return { outcome, ms: performance.now() - from };
  };

  describe.each([{ state: 'blackhole' }, { state: 'freeze' }] as const)('in a $state', ({ state }) => {
    it('is detected within seconds: calls end, caches are not trusted, and service resumes right after it', {
      tags: ['long'],
    }, async () => {
      const heard: string[] = [];
      listener.on('told', (payload) => heard.push(payload));
      await db.row(sql`select 1`);
      await direct.run(sql`select pg_notify('told', 'before')`);
      await vi.waitFor(() => expect(heard).toEqual(['before']));

      proxy.set(state);
      const calls = await Promise.all(
        Array.from({ length: 8 }, () => timed(db.transaction((tx) => tx.row(sql`select 1`)))),
      );
      for (const { outcome, ms } of calls) {
        expect(outcome).toBeInstanceOf(DatabaseUnavailable);
        expect(ms).toBeLessThan(patient(4_500));
      }
      expect(listener.connected).toBe(false);
      const refused = await timed(db.row(sql`select 1`));
      expect(refused.outcome).toBeInstanceOf(DatabaseUnavailable);
      expect(refused.ms).toBeLessThan(patient(500));

      proxy.set('pass');
      const back = performance.now();
      await vi.waitFor(() => db.row(sql`select 1`), { interval: 20 });
      await vi.waitFor(() => expect(listener.connected).toBe(true), { interval: 20 });
      expect(performance.now() - back).toBeLessThan(patient(3_000));
      await direct.run(sql`select pg_notify('told', 'after')`);
      await vi.waitFor(() => expect(heard.at(-1)).toBe('after'));
    });
  });

  it('does not delay calls whose answers were lost in a short silence', {
    tags: ['long'],
  }, async () => {
    await db.row(sql`select 1`);
    proxy.set('blackhole');
    const lost = Array.from({ length: 4 }, () => timed(db.row(sql`select 1`)));
    proxy.set('pass');
    const calls = await Promise.all(lost);
    // Only the call on the existing connection fails; the others opened their own.
    expect(calls.filter(({ outcome }) => outcome instanceof DatabaseUnavailable)).toHaveLength(1);
    for (const { ms } of calls) expect(ms).toBeLessThan(patient(5_000));
    await vi.waitFor(() => db.row(sql`select 1`));
  });

  it('counts as back even when connections have become slow', {
    tags: ['long'],
  }, async () => {
    proxy.set('slow');
    proxy.tear();
    await vi.waitFor(() => expect(listener.connected).toBe(false), { interval: 10 });
    await vi.waitFor(() => expect(listener.connected).toBe(true), { interval: 50 });
    await vi.waitFor(() => db.row(sql`select 1`));
  });

  it('is distinguished from one broken connection, and then only that connection is rebuilt', async () => {
    const [before] = await db.rows(sql`select pg_backend_pid() as pid`);
    const restored = new Promise<void>((resolve) => listener.onReconnect(resolve));
    await direct.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'finalring listener'
        and datname = current_database()`);
    await restored;
    expect(await db.rows(sql`select pg_backend_pid() as pid`)).toEqual([before]);
  });
});

it('a silent database does not block closing during a statement', { tags: ['long'] }, async () => {
  const proxy = await startFaultProxy(openedFor.url);
  try {
    const db = openDatabase(proxy.url, { poolSize: 2 });
    const asked = db.row(sql`select pg_sleep(60)`).catch((error: unknown) => error);
    const isUnderWay = sql`
      select from pg_stat_activity where query like '%pg_sleep(60)%' and state = 'active' and pid <> pg_backend_pid()`;
    await vi.waitFor(async () => expect(await openedFor.row(isUnderWay)).toBeDefined());
    proxy.set('blackhole');
    const from = performance.now();
    await db.close();
    expect(performance.now() - from).toBeLessThan(patient(8_000));
    expect(await asked).toBeInstanceOf(DatabaseUnavailable);
  } finally {
    proxy.endDead();
    await proxy.close();
  }
});

it('a silent database does not block closing before a connection was made', { tags: ['long'] }, async () => {
  const proxy = await startFaultProxy(openedFor.url);
  try {
    proxy.set('blackhole');
    const db = openDatabase(proxy.url, { poolSize: 2 });
    const asked = db.row(sql`select 1`).catch((error: unknown) => error);
    await vi.waitFor(() => expect(proxy.connections).toBeGreaterThan(0));
    const from = performance.now();
    await db.close();
    // Sooner than the connection timeout.
    expect(performance.now() - from).toBeLessThan(limits.connectMs * 0.8);
    expect(await asked).toBeInstanceOf(DatabaseUnavailable);
  } finally {
    proxy.endDead();
    await proxy.close();
  }
});
