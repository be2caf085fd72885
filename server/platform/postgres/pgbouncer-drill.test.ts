// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signInPlayer } from '../../../tests/chaos/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { startApp } from '../../../tests/support/e2e/app.ts';
import { patient } from '../../../tests/support/patience.ts';
import { findPgbouncer, startPgbouncer, startPgbouncers } from '../../../tests/support/pgbouncer.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { startServerPair } from '../../../tests/support/server-pair.ts';
import { openDatabase } from '../db/database.ts';
import { noOwnSessions, requireOwnSessions } from './own-sessions.ts';

const program = findPgbouncer();
// Its stand-in is tested everywhere (own-sessions.test.ts).
const unless = program ? '' : ' (left out: pgbouncer is not installed here)';

describe.skipIf(!program)(`behind PgBouncer${unless}`, () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test?.drop());

  it.each(['transaction', 'statement'] as const)('refuses to start in %s mode', async (mode) => {
    const pooler = await startPgbouncer(program as string, test.url, mode);
    await expect(requireOwnSessions(pooler.url)).rejects.toThrow(noOwnSessions);
    await pooler.close();
  });

  it('serves calls, live updates and jobs in session mode', async () => {
    const pooler = await startPgbouncer(program as string, test.url, 'session');
    const db = openDatabase(test.url, { poolSize: 2 });
    const app = await startApp({
      env: { DATABASE_URL: pooler.url, SANDBOX: '1', DATABASE_POOL_SIZE: '5' },
    });
    try {
      const { listening } = (await (await fetch(`${app.url}/readyz`)).json()) as { listening: boolean };
      expect(listening).toBe(true);
      const { playerId, token } = await signInPlayer(db, 100);
      const headers = { authorization: `Bearer ${token}` };
      const [stream] = await once(get(`${app.url}/api/v1/live`, { agent: false, headers }), 'response');
      let told = '';
      (stream as IncomingMessage).on('data', (text) => (told += text)).on('error', () => {});
      await vi.waitFor(() => expect(told).toContain('event: ready'));
      await db.run(sql`select publish_live_event(${playerId}, 'profile', '{}')`);
      await vi.waitFor(() => expect(told).toContain('event: profile'));
      (stream as IncomingMessage).destroy();
      await db.run(sql`select enqueue_job('housekeeping', '{}', null)`);
      await vi.waitFor(async () =>
        expect(
          await db.rows(sql`select from graphile_worker.jobs where task_identifier = 'housekeeping'`),
        ).toEqual([]),
      );
    } finally {
      await app.stop();
      await db.close();
      await pooler.close();
    }
  });

  it('follows a promoted standby in session mode, in front of both servers', async () => {
    const folder = makeScratchFolder('pgbouncer-failover');
    const servers = await startServerPair(folder, async (url) => {
      const first = openDatabase(url, { poolSize: 1 });
      await first.run(sql`create table kept (what text primary key)`);
      await first.close();
    });
    const poolers = await startPgbouncers(program as string, servers.url);
    const { url } = poolers;
    const db = openDatabase(url, { poolSize: 4 });
    const keep = (what: string) =>
      vi.waitFor(() => db.run(sql`insert into kept values (${what}) on conflict do nothing`));
    try {
      await requireOwnSessions(url);
      await keep('before');
      await vi.waitFor(async () => {
        const standby = openDatabase(servers.standbyUrl, { poolSize: 1 });
        expect(await standby.rows(sql`select from kept`).finally(standby.close)).toHaveLength(1);
      });
      servers.killPrimary();
      await servers.promoteStandby();
      const promotedAt = performance.now();
      await keep('after');
      expect(performance.now() - promotedAt).toBeLessThan(patient(3_000));
      await requireOwnSessions(url);
      expect(await db.rows(sql`select what from kept order by 1`)).toEqual([
        { what: 'after' },
        { what: 'before' },
      ]);
    } finally {
      await db.close();
      await poolers.close();
      await servers.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
