// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listBackups, writeInfo } from '../../server/platform/backup/catalog.ts';
import { openBackupPlaces, startBackups } from '../../server/platform/backup/start-backups.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/embedded-postgres/start.ts';
import { createLogger } from '../../server/platform/log.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { checkBackups } from './check-backups.ts';

const folder = makeScratchFolder('doctor-backups');
const backup = {
  place: { kind: 'folder', path: join(folder, 'backups') } as const,
  keysDir: join(folder, 'keys'),
  everyMs: 3_600_000,
  retentionMs: 86_400_000,
};
let server: EmbeddedPostgres;
let client: pg.Client;
beforeAll(async () => {
  const log = { info: () => {}, error: console.error };
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log });
  client = new pg.Client({ connectionString: server.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const check = async () =>
  (await checkBackups({ backup, production: true, databaseUrl: server.url, dataDir: folder })).map(
    ({ state, says }) => `${state}: ${says}`,
  );
const says = (state: string, text: string) =>
  expect.arrayContaining([expect.stringMatching(new RegExp(`^${state}: .*${text}`))]);

it('reports whether every moment can be restored, and since when none can', async () => {
  const stop = await startBackups(server.url, backup, createLogger('silent'));
  const places = await openBackupPlaces(backup);
  await vi.waitFor(async () => expect(await listBackups(places)).toHaveLength(1));
  expect(await check()).toEqual(says('ok', 'every later moment can be restored'));
  await stop();
  await vi.waitFor(async () => expect(await check()).toEqual(says('wrong', 'no process keeps the log')));
  await client.query("select pg_drop_replication_slot('finalring_backup')");
  expect(await check()).toEqual(says('wrong', 'the database keeps no log for backups: no moment after'));
  await client.query("select pg_logical_emit_message(true, 'test', 'lost')");
  await client.query('checkpoint');
  await client.query("select pg_create_physical_replication_slot('finalring_backup', true)");
  expect(await check()).toEqual(says('wrong', 'the log has a gap'));
  const [newest] = await listBackups(places);
  if (newest) await writeInfo(places, { ...newest, timeline: 2 });
  expect(await check()).toEqual(says('wrong', 'was restored after the newest backup'));
});
