// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { archivingNow, fillMonths, findRows } from '../../../tests/support/archives.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { readingMonths } from '../../features/challenges/readings/attempt-reading-month-store.ts';
import { paymentEventMonths } from '../../features/coins/feature.ts';
import { adminChangeMonths } from '../db/admin-change-months.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { folderObjects } from '../objects/folder-objects.ts';
import type { Objects } from '../objects/objects.ts';
import { archiveMonths } from './archive-months.ts';
import type { PartedTable } from './parted-table.ts';
import { archiveReader } from './read-archived.ts';

let test: TestDatabase;
let db: Database;
let folder: string;
let objects: Objects;
let filled: Awaited<ReturnType<typeof fillMonths>>;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url);
  folder = makeScratchFolder('archives');
  objects = folderObjects(folder);
  filled = await fillMonths(db);
});
afterEach(async () => {
  await db?.close();
  await test?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const archive = () => archiveMonths(archivingNow(db, objects));

/** An event and an attempt in the next month too. */
async function fillNextMonth(): Promise<string> {
  const later = new Date(Date.now() + 31 * 86_400_000);
  await db.run(sql`
    insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
    select 'evt_' || n, 'charge.succeeded', 'ch_' || n, 'noted', ${later}, ${later} from generate_series(10, 79, 10) n`);
  const [of] = filled.attemptIds;
  // Ids contain the time: one from a month later.
  const id = `${later
    .getTime()
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})/, '$1-')}-7000-8000-000000000001`;
  await db.run(sql`
    insert into attempts select (jsonb_populate_record(a, jsonb_build_object('id', ${id}::text))).* from attempts a where a.id = ${of}`);
  await db.run(sql`
    insert into attempt_readings select (jsonb_populate_record(r, jsonb_build_object('attempt_id', ${id}::text))).*
    from attempt_readings r where r.attempt_id = ${of}`);
  return id;
}

it('finds a row that left the database, in whichever month it lies', async () => {
  const attemptId = await fillNextMonth();
  await archive();
  const events = archiveReader<{ eventId: string }>(
    { db, objects },
    { name: 'payment_events', key: 'event_id' },
  );
  for (const id of ['evt_1', 'evt_7', 'evt_10', 'evt_50', 'evt_70']) {
    expect([id, (await events(id))?.map((row) => row.eventId)]).toEqual([id, [id]]);
  }
  expect(await events('evt_55')).toBeUndefined();
  const readings = archiveReader({ db, objects }, { name: 'attempt_readings', key: 'attempt_id' });
  expect(await readings(attemptId)).toHaveLength(5);
});

it('puts what stays of a month in its place without reading it', async () => {
  await fillNextMonth();
  await archive();
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  const said: string[] = [];
  client.on('notice', ({ message }) => said.push(message ?? ''));
  const { rows } = await client.query(`
    select part, pg_get_expr(c.relpartbound, c.oid) as bounds from month_parts m
    join pg_class c on c.relname = m.part join archives using (part) where m.table_name = 'attempt_readings' and month is not null`);
  expect(rows.length).toBeGreaterThan(1);
  for (const { part, bounds } of rows) {
    await client.query('begin; set local client_min_messages = debug1');
    await client.query(`alter table attempt_readings detach partition months.${part}`);
    await client.query(`alter table attempt_readings attach partition months.${part} ${bounds}`);
    await client.query('rollback');
  }
  await client.end();
  expect(said.filter((text) => text.includes('implied by existing constraints'))).toHaveLength(rows.length);
  // The default partition is scanned, but is almost always empty.
  expect(said.filter((text) => /^verifying table .*(?<!_other")$/.test(text))).toEqual([]);
});

/** The name of an object without the hash of its content. */
const withoutHash = (name: string) => name.slice(0, name.lastIndexOf('-'));

/** Archives the readings' months until the store is away. @returns the first object that was stored */
async function archiveBeginning(): Promise<string | undefined> {
  const stored: string[] = [];
  const put: Objects['put'] = async (name, content) => {
    if (stored.length === 2) throw new Error('away');
    await objects.put(name, content);
    stored.push(withoutHash(name));
  };
  const archiving = archiveMonths({ ...archivingNow(db, { ...objects, put }), tables: [readingMonths] });
  await expect(archiving).rejects.toThrow('away');
  return stored[0];
}

async function archiveRest(): Promise<string[]> {
  const stored: string[] = [];
  const put: Objects['put'] = (name, content) => {
    stored.push(withoutHash(name));
    return objects.put(name, content);
  };
  await archiveMonths(archivingNow(db, { ...objects, put }));
  const { here = [], archived = [] } = (await findRows(db, objects)).attempt_readings ?? {};
  expect([new Set(here).size, new Set(archived).size, archived.length]).toEqual([12, 20, 20]);
  expect(await db.rows(sql`select distinct state from archives`)).toEqual([{ state: 'dropped' }]);
  return stored;
}

it('goes on with a month where it was', async () => {
  const first = await archiveBeginning();
  expect(await archiveRest()).not.toContain(first);
});

it.each([
  ['has another column', sql`alter table attempt_readings add column note text`],
  ['has another rule', sql`alter table attempt_readings add constraint numbered check (number < 1000)`],
  ['lets less be empty', sql`alter table attempt_readings alter column kills set not null`],
])('starts a month over if its table %s since a release meanwhile', async (_what, change) => {
  const first = await archiveBeginning();
  await db.run(change);
  expect(await archiveRest()).toContain(first);
});

it('takes the months of other tables though some have to stay, and says in the end why', async () => {
  const staying = (table: PartedTable, why: string): PartedTable => ({
    ...table,
    isUnderWay: () => {
      throw new Error(why);
    },
  });
  const deps = archivingNow(db, objects);
  const tables = [staying(readingMonths, 'a key is lost'), staying(paymentEventMonths, 'it is late')];
  const archiving = archiveMonths({ ...deps, tables: [...tables, adminChangeMonths(['name'])] });
  await expect(archiving).rejects.toThrow(/^attempt_readings: a key is lost; payment_events: it is late$/);
  expect(await db.rows(sql`select distinct table_name as of from archives where state = 'dropped'`)).toEqual([
    { of: 'admin_changes' },
  ]);
});
