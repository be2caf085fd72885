import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start.ts';
import { createLogger } from '../log.ts';
import { folderObjects } from '../objects/folder-objects.ts';
import { listBackups } from './catalog.ts';
import { openKeys } from './keys.ts';
import { runBackups } from './run-backups.ts';

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
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const keys = () => places.keys.list();
const senders = async () =>
  (
    await client.query(
      "select application_name from pg_stat_replication where application_name = 'finalring backup'",
    )
  ).rowCount;

it('is done by one of several processes, which leaves nothing open, and again where the slot was lost', async () => {
  const one = runBackups(server.url, places, { plan, log });
  await vi.waitFor(async () => expect(await listBackups(places)).toHaveLength(1), {
    timeout: 20_000,
  });
  const two = runBackups(server.url, places, { plan, log });
  // The slot of the first one stays its own, and the second lets go of the connection that was refused.
  await vi.waitFor(async () => expect(await senders()).toBe(1), { timeout: 20_000, interval: 300 });
  expect(await keys()).toHaveLength(1);
  await Promise.all([one.stop(), two.stop()]);

  // A recent backup and its slot: nothing new is taken. Without the slot the log has a gap.
  const again = runBackups(server.url, places, { plan, log });
  await vi.waitFor(async () => expect(await senders()).toBe(1), { timeout: 20_000 });
  await again.stop();
  expect(await keys()).toHaveLength(1);
  await vi.waitFor(() => client.query("select pg_drop_replication_slot('finalring_backup')"), {
    timeout: 10_000,
  });
  const anew = runBackups(server.url, places, { plan, log });
  await vi.waitFor(async () => expect(await listBackups(places)).toHaveLength(2), {
    timeout: 20_000,
  });
  await anew.stop();
});
