// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { openDatabase } from '../db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start.ts';
import { createLogger } from '../log.ts';
import { folderObjects } from '../objects/folder-objects.ts';
import type { Objects } from '../objects/objects.ts';
import { archiveLog } from './archive-log.ts';
import { listBackups } from './catalog.ts';
import { openKeys } from './keys.ts';
import { gaugeRetainedLog, readLogState } from './log-state.ts';
import { runBackups } from './run-backups.ts';
import { takeBackup } from './take-backup.ts';

const folder = makeScratchFolder('run-backups');
const places = { objects: folderObjects(join(folder, 'backups')), keys: openKeys(join(folder, 'keys')) };
const plan = { everyMs: 3_600_000, retentionMs: 86_400_000 };
const log = createLogger('silent');
let server: EmbeddedPostgres;
let client: pg.Client;
beforeAll(async () => {
  const silent = { info: () => {}, error: console.error };
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: silent });
  client = new pg.Client({ connectionString: server.url });
  client.on('error', () => {});
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const isBase = (name: string) => name.endsWith('base.tar.gz.age');
const keys = () => places.keys.list();
const senders = async () =>
  (
    await client.query(
      "select application_name from pg_stat_replication where application_name = 'finalring backup'",
    )
  ).rowCount;

/** Drops the slot and writes log that nobody stores: a new slot starts at the last checkpoint. */
async function loseLog(): Promise<void> {
  await vi.waitFor(() => client.query("select pg_drop_replication_slot('finalring_backup')"));
  await client.query("select pg_logical_emit_message(true, 'test', 'lost')");
  await client.query('checkpoint');
}

it('waits for a key, warns once, and keeps the log on the server meanwhile', {
  tags: ['long'],
}, async () => {
  let looks = 0;
  const warn = vi.fn();
  const none = {
    ...places,
    keys: {
      ...places.keys,
      list: async () => {
        looks++;
        return [];
      },
    },
  };
  const archive = await archiveLog(server.url, none, { ...log, warn } as unknown as typeof log);
  // More than one piece.
  await client.query(
    "select pg_logical_emit_message(false, 'test', repeat('x', 1000000)) from generate_series(1, 20)",
  );
  // Long enough for many checks, if it did not pause between them.
  await delay(3000);
  await archive.stop();
  expect(looks).toBeLessThan(5);
  expect(warn).toHaveBeenCalledTimes(1);
});

it('runs in one of several processes, leaves no connection open, and restarts after losing its slot', {
  tags: ['long'],
}, async () => {
  const one = runBackups(server.url, places, { plan, log });
  await vi.waitFor(async () => expect(await listBackups(places)).toHaveLength(1));
  const two = runBackups(server.url, places, { plan, log });
  // The first one keeps its slot, and the second closes its refused connection.
  await vi.waitFor(async () => expect(await senders()).toBe(1), { interval: 300 });
  expect(await keys()).toHaveLength(1);
  await Promise.all([one.stop(), two.stop()]);

  // With a recent backup and its slot no new backup is taken. Without the slot the log has a gap.
  const again = runBackups(server.url, places, { plan, log });
  await vi.waitFor(async () => expect(await senders()).toBe(1));
  await again.stop();
  expect(await keys()).toHaveLength(1);
  await loseLog();
  const restarted = runBackups(server.url, places, { plan, log });
  await vi.waitFor(async () => expect(await listBackups(places)).toHaveLength(2));
  await restarted.stop();
});

it('takes a new backup immediately when an interrupted backup needs the log', {
  tags: ['long'],
}, async () => {
  await loseLog();
  const before = (await listBackups(places)).length;
  const stuck: Objects = {
    ...places.objects,
    // Reads nothing of it, like a slow store.
    put: (name, content) =>
      isBase(name)
        ? new Promise((_, reject) => void (content as Readable).on('error', reject))
        : places.objects.put(name, content),
  };
  const known = (await keys()).length;
  const interrupted = runBackups(server.url, { ...places, objects: stuck }, { plan, log });
  await vi.waitFor(async () => expect(await keys()).toHaveLength(known + 1));
  await interrupted.stop();
  expect(await listBackups(places)).toHaveLength(before);

  const next = runBackups(server.url, places, { plan, log });
  await vi.waitFor(async () => expect(await listBackups(places)).toHaveLength(before + 1));
  await next.stop();
});

it.each(['its key is read', 'it is put'] as const)(
  'stops while %s, without an unhandled error',
  async (moment) => {
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const lose = async () => {
      giveUp.abort();
      await vi.waitFor(async () => expect(await senders()).toBe(0));
      await setImmediate();
    };
    const keys = { ...places.keys };
    const objects = { ...places.objects };
    if (moment === 'it is put') {
      objects.put = async (name, content) => {
        await lose();
        await places.objects.put(name, content);
      };
    } else {
      keys.read = async (id) => {
        await lose();
        return places.keys.read(id);
      };
    }
    const unheard = vi.fn();
    process.on('uncaughtExceptionMonitor', unheard);
    try {
      await expect(takeBackup(server.url, { objects, keys }, { signal })).rejects.toThrow();
      expect(unheard).not.toHaveBeenCalled();
    } finally {
      process.off('uncaughtExceptionMonitor', unheard);
    }
  },
);

it('keeps archiving the log during a backup after the stream broke', {
  tags: ['long'],
}, async () => {
  await loseLog();
  const before = (await listBackups(places)).length;
  const release = Promise.withResolvers<void>();
  let pieces = 0;
  const objects: Objects = {
    ...places.objects,
    async put(name, content) {
      // Fails the first piece that arrives while the base backup is being written, which takes a while.
      if (isBase(name)) await release.promise;
      else if (name.includes('/log/') && ++pieces === 1) throw new Error('the store does not answer');
      return places.objects.put(name, content);
    },
  };
  const error = vi.fn();
  const running = runBackups(
    server.url,
    { ...places, objects },
    { plan, log: { ...log, error } as unknown as typeof log },
  );
  await vi.waitFor(
    async () => {
      await client.query("select pg_logical_emit_message(true, 'test', 'kept')");
      expect(pieces).toBeGreaterThan(2);
    },
    { interval: 500 },
  );
  expect(await listBackups(places)).toHaveLength(before);
  release.resolve();
  await vi.waitFor(async () => expect(await listBackups(places)).toHaveLength(before + 1));
  await running.stop();
  expect(error.mock.calls.map(([, message]) => message)).toEqual(['backups are interrupted']);
});

it('exports how far the archived log is behind', { tags: ['long'] }, async () => {
  const db = openDatabase(server.url, { poolSize: 1 });
  const registry = new Registry();
  gaugeRetainedLog(registry, db, true);
  const told = async () => {
    const text = await registry.metrics();
    return ['backup_log_behind_bytes', 'backup_log_taken'].map((name) => {
      const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
      return value && Number(value);
    });
  };
  const running = runBackups(server.url, places, { plan, log });
  await vi.waitFor(async () => expect((await told())[1]).toBe(1));
  expect((await readLogState(db)).untakenSeconds).toBeUndefined();
  await running.stop();
  await vi.waitFor(async () => expect((await told())[1]).toBe(0));
  expect((await readLogState(db)).untakenSeconds).toBeOneOf([0, 1, 2, 3]);
  const [before = 0] = await told();
  await client.query("select pg_logical_emit_message(true, 'test', repeat('x', 1000000))");
  expect((await told())[0]).toBeGreaterThan(Number(before) + 1_000_000);
  await loseLog();
  expect(await told()).toEqual([undefined, 0]);
  await db.close();
});
