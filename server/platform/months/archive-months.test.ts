// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { archivingNow, fillMonths, findRows } from '../../../tests/support/archives.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { killedAfter } from '../../../tests/support/killed-after.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { auditLedger } from '../../audit.ts';
import { insertEvent } from '../../features/coins/payments/payment-event-store.ts';
import { personalFields } from '../../personal-fields.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { forgetPerson } from '../db/forget-person.ts';
import { folderObjects } from '../objects/folder-objects.ts';
import type { Objects } from '../objects/objects.ts';
import { addMonths } from './add-months.ts';
import { archiveMonths } from './archive-months.ts';
import { readMonthsAhead } from './month-part-store.ts';
import { verifyArchives } from './verify-archive.ts';

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

const archive = (through: Partial<ReturnType<typeof archivingNow>> = {}) =>
  archiveMonths({ ...archivingNow(db, objects), ...through });

/** Every row is in the database or in an archive that is complete. */
async function expectNothingLost(): Promise<void> {
  const found = await findRows(db, objects);
  for (const [table, count] of Object.entries({
    attempt_readings: 20,
    payment_events: 7,
    admin_changes: 4,
  })) {
    const { here = [], archived = [] } = found[table] ?? {};
    expect([table, new Set([...here, ...archived]).size]).toEqual([table, count]);
    expect(new Set(archived).size, table).toBe(archived.length);
  }
}

const breaches = async () => (await auditLedger(db)).proofs.flatMap((proof) => proof.breaches);

it('takes months out of the database, keeps what results were made of, and proves it', async () => {
  const views = () => db.rows(sql`select * from attempt_results order by attempt_id`);
  const before = await views();
  await archive();
  const found = await findRows(db, objects);
  expect(found.attempt_readings?.archived).toHaveLength(20);
  // The initial one, the deciding one and the last one of each attempt.
  expect(found.attempt_readings?.here.toSorted()).toEqual(
    filled.attemptIds.flatMap((id) => [`${id} 0`, `${id} 3`, `${id} 4`]).toSorted(),
  );
  expect([found.payment_events?.here, found.admin_changes?.here]).toEqual([[], []]);
  await expectNothingLost();
  expect(await views()).toEqual(before);
  expect(await verifyArchives(archivingNow(db, objects))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ tableName: 'payment_events', rowCount: 7, faults: [] }),
    ]),
  );
  expect(await breaches()).toEqual([]);
  await expect(db.run(sql`delete from attempt_readings`)).rejects.toThrow('append-only');
  // Nor by naming the partition.
  const { part } = await db.one<{ part: string }>(sql`
    select part from month_parts where table_name = 'attempt_readings' and month is not null order by month limit 1`);
  await expect(db.pool.query(`delete from months.${part}`)).rejects.toThrow('append-only');

  await archive();
  await expectNothingLost();
});

it('loses nothing where it is killed after any step, and goes on', async () => {
  for (let left = 1; left < 200; left++) {
    const dying = killedAfter(left);
    const through = {
      db: { ...db, transaction: dying(db.transaction) as Database['transaction'] },
      objects: { ...objects, put: dying(objects.put), get: dying(objects.get) },
    };
    const isDone = await archive(through).then(
      () => true,
      (error: Error) => {
        // Once for each table that was tried after the kill.
        if (!/^\w+: killed(; \w+: killed)*$/.test(error.message)) throw error;
        return false;
      },
    );
    await expectNothingLost();
    if (!isDone) continue;
    expect(left).toBeGreaterThan(10);
    const states = await db.rows(sql`select distinct state from archives`);
    expect(states).toEqual([{ state: 'dropped' }]);
    expect(await breaches()).toEqual([]);
    return;
  }
  throw new Error('it never came to an end');
});

it('does it once where two do it at a time', { tags: ['long'] }, async () => {
  await Promise.all([archive(), archive(), archive()]);
  await expectNothingLost();
  expect(await breaches()).toEqual([]);
  const faults = (await verifyArchives(archivingNow(db, objects))).flatMap((one) => one.faults);
  expect(faults).toEqual([]);
});

it('drops nothing while the store is away, or forgets, or falsifies', async () => {
  const away = async () => {
    throw new Error('away');
  };
  await expect(archive({ objects: { ...objects, put: away } })).rejects.toThrow('away');
  await expect(archive({ objects: { ...objects, put: async () => {} } })).rejects.toThrow('is not there');
  const falsifying: Objects = {
    ...objects,
    get: async (name) => (name.endsWith('gz') ? Readable.from([Buffer.from('other')]) : objects.get(name)),
  };
  await expect(archive({ objects: falsifying })).rejects.toThrow('is not what was written');
  await expect(archive({ objects: { ...objects, get: away } })).rejects.toThrow('away');
  expect(await db.rows(sql`select from archives where state = 'dropped'`)).toEqual([]);
  await expectNothingLost();
  await archive();
  await expectNothingLost();
  expect(await breaches()).toEqual([]);
});

it('tells when what was archived was changed or is gone, even by hand', async () => {
  await archive();
  const deps = archivingNow(db, objects);
  const faultsOf = async () => (await verifyArchives(deps)).flatMap(({ faults }) => faults);
  const names: string[] = [];
  for await (const { name } of objects.list('archives/')) names.push(name);
  const chunk = names.find((name) => /admin_changes.*gz$/.test(name)) as string;
  const kept = await buffer((await objects.get(chunk)) as Readable);
  await objects.put(chunk, Buffer.from('other'));
  expect(await faultsOf()).toEqual([`${chunk} is not what was written`]);
  await objects.delete(chunk);
  expect(await faultsOf()).toEqual([`${chunk} is not there`]);
  await objects.put(chunk, kept);
  // For someone with database and store, but without the secret.
  const faults = (
    await verifyArchives({ ...deps, appSecret: 'another secret, long enough to be taken' })
  ).flatMap((one) => one.faults);
  expect(faults.every((fault) => fault.includes('not sealed by this installation'))).toBe(true);
  await db.run(
    sql`update archive_chunks set row_count = row_count + 1 where number = 1 and part like 'admin%'`,
  );
  expect(await breaches()).toHaveLength(1);
});

it('leaves persons out of the archive of what administrators changed, and lets them be forgotten meanwhile', async () => {
  let isForgotten = false;
  const slow: Objects = {
    ...objects,
    async put(name, content) {
      if (!isForgotten) await db.transaction((tx) => forgetPerson(tx, filled.playerId, personalFields));
      isForgotten = true;
      return objects.put(name, content);
    },
  };
  await archive({ objects: slow });
  expect(isForgotten).toBe(true);
  await expectNothingLost();
  for await (const { name } of objects.list('archives/')) {
    if (!/admin_changes.*gz$/.test(name)) continue;
    const content = gunzipSync(await buffer((await objects.get(name)) as Readable));
    expect(content.toString()).toContain('"role": "USER"');
    expect(content.toString()).not.toMatch(/Lovelace|player\.test|"address": "[^"]/);
  }
});

it('takes in no event twice, also of a month that has been archived', { tags: ['long'] }, async () => {
  await archive();
  const event = { id: 'evt_3', type: 'x', objectId: 'ch_3', amountCents: 1, currency: 'usd', status: 'x' };
  const insert = (id: string, receivedAt: Date) =>
    db.transaction((tx) =>
      insertEvent(tx, { ...event, id, happenedAt: receivedAt } as never, {
        paymentId: null,
        effect: 'noted',
        receivedAt,
      }),
    );
  expect(await insert('evt_3', new Date())).toBe(false);
  const [first, second] = await Promise.all([
    insert('evt_new', new Date()),
    insert('evt_new', new Date(Date.now() + 40 * 86_400_000)),
  ]);
  expect([first, second].filter(Boolean)).toHaveLength(1);
  expect(await db.rows(sql`select from payment_events`)).toHaveLength(1);
});

it('waits with a month in which something is still under way', async () => {
  await db.run(sql`
    update attempts set completed_at = null, status = 'IN_PROGRESS', next_reading_at = now() where id = ${filled.attemptIds[0]}`);
  await archive();
  const states = await db.rows<{ table: string }>(
    sql`select distinct table_name as table from archives order by 1`,
  );
  expect(states.map(({ table }) => table)).toEqual(['admin_changes', 'payment_events']);
});

it('makes the months to come, and takes in what had no month', async () => {
  const [next] = await db.rows<{ part: string }>(sql`
    select part from month_parts where table_name = 'payment_events' and part !~ '_to_' and month is not null order by month`);
  await db.pool.query(`drop table months.${next?.part}`);
  expect((await readMonthsAhead(db)).find(({ table }) => table === 'payment_events')).toMatchObject({
    months: 1,
    hasStrays: false,
  });
  await db.run(sql`
    insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
    select 'evt_far', 'x', 'x', 'noted', now(), date_trunc('month', now()) + interval '2 months 3 days'`);
  expect((await readMonthsAhead(db)).find(({ table }) => table === 'payment_events')).toMatchObject({
    hasStrays: true,
  });
  await Promise.all([addMonths(db), addMonths(db)]);
  expect((await readMonthsAhead(db)).map(({ months, hasStrays }) => [months, hasStrays])).toEqual([
    [3, false],
    [3, false],
    [3, false],
    [3, false],
  ]);
  const { place } = await db.one<{ place: string }>(sql`
    select tableoid::regclass::text as place from payment_events where event_id = 'evt_far'`);
  expect(place).toBe(`months.${next?.part}`);
});
