// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { rmSync } from 'node:fs';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { patient } from '../../../tests/support/patience.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { type ServerPair, startServerPair } from '../../../tests/support/server-pair.ts';
import { openDatabase } from '../db/database.ts';
import { createListener } from '../listen.ts';
import { createLogger } from '../log.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const folder = makeScratchFolder('failover');
let servers: ServerPair;

async function on(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  servers = await startServerPair(folder, (url) => on(url, 'create table kept (what text primary key)'));
});
afterAll(async () => {
  await servers?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const expectAway = (work: Promise<unknown>) => expect(work).rejects.toThrow(DatabaseUnavailable);

const list = (url: string) => {
  const one = openDatabase(url, { poolSize: 1 });
  return one.rows<{ what: string }>(sql`select what from kept order by 1`).finally(() => one.close());
};

async function demandStandbys(names: string): Promise<void> {
  await on(servers.primaryUrl, `alter system set synchronous_standby_names = '${names}'`);
  await on(servers.primaryUrl, 'select pg_reload_conf()');
}

it('shows nobody a commit that gave up waiting for its standby, until the standby has it', async () => {
  const db = openDatabase(servers.primaryUrl, { poolSize: 4, statementMs: 500 });
  const admin = new pg.Client({ connectionString: servers.primaryUrl });
  await admin.connect();
  await demandStandbys('*');
  servers.signalStandby('SIGSTOP');
  try {
    const committing = db.run(sql`insert into kept values ('unproved')`);
    const endless = db.transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = 0`);
      await tx.run(sql`select pg_sleep(3600)`);
    });
    await Promise.all([expectAway(committing), expectAway(endless)]);
    // The pool ends both on the server; it gave up one connection later than the other.
    await vi.waitFor(async () => {
      const { rows } = await admin.query("select from pg_stat_activity where wait_event = 'PgSleep'");
      expect(rows).toEqual([]);
    });
    expect(await list(servers.primaryUrl)).toEqual([]);
  } finally {
    servers.signalStandby('SIGCONT');
  }
  await vi.waitFor(async () => expect(await list(servers.primaryUrl)).toEqual([{ what: 'unproved' }]));
  await demandStandbys('');
  await admin.query('truncate kept');
  await admin.end();
  await db.close();
});

it('follows a promoted standby, and stays when the old primary returns', async () => {
  const db = openDatabase(servers.url, { poolSize: 4 });
  const listener = await createListener(servers.url, createLogger('silent'), db);
  // Belongs to a process that sends no query while all of this happens.
  const quiet = openDatabase(`${servers.url}?target_session_attrs=read-write`, { poolSize: 1 });
  const heard: string[] = [];
  listener.on('kept', (payload) => heard.push(payload));
  const keep = (what: string) =>
    vi.waitFor(() => db.run(sql`insert into kept values (${what}) on conflict do nothing`), {
      interval: 20,
    });
  const hear = (what: string) =>
    vi.waitFor(
      async () => {
        await db.row(sql`select pg_notify('kept', ${what})`);
        expect(heard).toContain(what);
      },
      { interval: 50 },
    );
  const reaches = (url: string, what: string) =>
    vi.waitFor(async () => expect(await list(url)).toContainEqual({ what }), { interval: 20 });
  try {
    await quiet.rows(sql`select from kept`);
    await keep('before');
    await hear('before');
    await reaches(servers.standbyUrl, 'before');
    servers.killPrimary();
    await servers.promoteStandby();
    const promotedAt = performance.now();
    await keep('between');
    await hear('between');
    expect(listener.connected).toBe(true);
    expect(performance.now() - promotedAt).toBeLessThan(patient(2_000));

    // The former primary does not know its successor, and still accepts changes from anyone.
    await servers.bringPrimaryBack();
    await on(servers.primaryUrl, "insert into kept values ('astray')");
    await quiet.run(sql`insert into kept values ('quietly')`);
    // As after a short network failure: every process must find out again which server is the primary.
    await db.reports.row(sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and backend_type = 'client backend'`);
    await keep('after');
    await hear('after');
    expect(await list(servers.standbyUrl)).toEqual([
      { what: 'after' },
      { what: 'before' },
      { what: 'between' },
      { what: 'quietly' },
    ]);
    expect(await list(servers.primaryUrl)).toEqual([{ what: 'astray' }, { what: 'before' }]);
  } finally {
    await listener.close();
    await db.close();
    await quiet.close();
  }
});

it('leaves a primary that lives on after another was promoted, since its commits hang', async () => {
  const own = makeScratchFolder('lives-on');
  const pair = await startServerPair(own, (url) => on(url, 'create table kept (what text primary key)'));
  const db = openDatabase(pair.url, { poolSize: 4 });
  try {
    await on(pair.primaryUrl, "alter system set synchronous_standby_names = '*'");
    await on(pair.primaryUrl, 'select pg_reload_conf()');
    await db.run(sql`insert into kept values ('before')`);
    await pair.promoteStandby();
    const promotedAt = performance.now();
    await vi.waitFor(() => db.run(sql`insert into kept values ('after') on conflict do nothing`), {
      interval: 20,
      timeout: patient(20_000),
    });
    expect(performance.now() - promotedAt).toBeLessThan(patient(3_000));
    expect(await list(pair.standbyUrl)).toEqual([{ what: 'after' }, { what: 'before' }]);
  } finally {
    await db.close();
    await pair.stop();
    rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  }
});
