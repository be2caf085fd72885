// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import sql from 'sql-template-tag';
import { describe, expect, it, vi } from 'vitest';
import { playerExport } from '../../../../contract/player-export.ts';
import { formatUtc } from '../../../../contract/times.ts';
import { startTestApp } from '../../../../tests/support/app.ts';
import {
  askExport,
  exportCalls,
  makeExports,
  nothingAfter,
  takeExport,
} from '../../../../tests/support/data-export.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { makeScratchFolder } from '../../../../tests/support/scratch.ts';
import { balancesPart } from '../../../ledger/balances.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { tableSections } from '../../../player-tables.ts';
import { hasArchive } from '../feature.ts';
import { askExport as startExport } from './ask-export.ts';
import { exportPlayer } from './export-player.ts';
import { countSections } from './sections.ts';

const day = 86_400_000;
const test = openForTests(() => startTestApp({ config: { deletionGraceMs: 14 * day } }));

const sectionCount = countSections(tableSections);
const { person, ask, readState, download, outcome, remove, runTask, runJobs, filesOf, endedOf, maker } =
  exportCalls(() => test);

describe('a data export', () => {
  it('is requested, made and downloaded by its owner, with its progress shown', {
    tags: ['long'],
  }, async () => {
    const owner = await person();
    expect(await readState(owner)).toEqual({ latest: null, perDay: 3, leftToday: 3 });
    const asked = await ask(owner);
    expect(asked).toMatchObject({
      status: 'queued',
      sectionsDone: 0,
      sectionCount,
      bytes: null,
      expiresAt: null,
    });
    expect(await outcome(download(asked._id, owner.token))).toEqual([404, 'not_found']);
    const isThere = (playerId: string) => hasArchive(test)({ exportId: asked._id, playerId });
    expect(await isThere(owner.id)).toBe(false);
    await makeExports(test);
    expect([await isThere(owner.id), await isThere((await person()).id)]).toEqual([true, false]);
    const { latest, leftToday } = await readState(owner);
    const expiresAt = new Date(test.clock.now().getTime() + 7 * day).toISOString();
    expect(latest).toMatchObject({ status: 'ready', sectionsDone: sectionCount, expiresAt });
    expect(leftToday).toBe(2);
    const told = await test.db.rows<{ status: string }>(sql`
      select data ->> 'status' as status from live_events where player_id = ${owner.id} and name = 'dataExport' order by id`);
    expect(told.map(({ status }) => status)).toEqual([...told.slice(1).map(() => 'working'), 'ready']);
    expect(await endedOf(asked)).toEqual([{ expiresAt }]);
    const answer = await download(asked._id, owner.token);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(latest?.bytes),
      'cache-control': 'no-store',
    });
    const today = test.clock.now().toISOString().slice(0, 10);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="my-data-${today}.zip"`);
    expect(answer.rawPayload).toHaveLength(latest?.bytes ?? 0);
  });

  it('contains each section as JSON and CSV, with the same columns for every player', {
    tags: ['long'],
  }, async () => {
    const owner = await person();
    await test.db.run(sql`update players set name = '=1+1' where id = ${owner.id}`);
    await test.db.run(sql`
      insert into saved_views (owner_id, list, name, query, is_shared, created_at)
      values (${owner.id}, 'users', '@evil, "quoted"', 'search=x', false, now())`);
    const files = await takeExport(test, owner.token);
    expect([...files.keys()].filter((name) => name.startsWith('csv/'))).toHaveLength(sectionCount);
    expect(files.get('README.txt')?.split('\r\n')).toEqual([
      `Everything that FinalRing holds about player ${owner.id}, as of ${test.clock.now().toISOString()}.`,
      '',
      'json/   each section as JSON',
      'csv/    the same sections as tables for a spreadsheet; a list within a row is JSON',
      '',
      'This file has no gift-card codes, because anyone who finds it could spend them, and no data of other players.',
      '',
    ]);
    expect(JSON.parse(files.get('json/profile.json') ?? '')).toMatchObject({ name: '=1+1' });
    const rowsOf = (name: string): string[][] => parse(files.get(`csv/${name}.csv`) ?? '', { bom: true });
    const [names = [], values = []] = rowsOf('profile');
    expect(values[names.indexOf('name')]).toBe("'=1+1");
    expect(values[names.indexOf('inPublic.handle')]).toMatch(/^([A-Z][a-z]+){2}-[25-9]{5}$/);
    expect(rowsOf('savedViews')[1]?.slice(0, 4)).toEqual(['users', `'@evil, "quoted"`, 'search=x', 'false']);
    expect(rowsOf('attempts')).toEqual([expect.arrayContaining(['status', 'readings'])]);
  });

  it('downloads only in a session of its owner', { tags: ['long'] }, async () => {
    const [owner, other] = [await person(), await person()];
    const { _id } = await ask(owner);
    await makeExports(test);
    expect(await outcome(download(_id))).toEqual([401, 'not_signed_in']);
    expect(await outcome(download(_id, other.token))).toEqual([404, 'not_found']);
    expect(await outcome(download(_id.toUpperCase(), other.token))).toEqual([404, 'not_found']);
    expect((await readState(other)).latest).toBeNull();
    expect(await outcome(download(_id.toUpperCase(), owner.token))).toEqual([200, 'application/zip']);
    await test.db.run(sql`update players set suspended_at = now() where id = ${owner.id}`);
    await test.db.run(sql`delete from sessions where player_id = ${owner.id}`);
    test.clock.advance(1000);
    // The end of a session is announced after its commit.
    await vi.waitFor(async () => expect((await outcome(download(_id, owner.token)))[0]).toBe(401));
  });

  it('runs one at a time and three times a day, also for concurrent requests', {
    tags: ['long'],
  }, async () => {
    const owner = await person();
    const until = new Date(test.clock.now().getTime() + day).toISOString();
    const asked = await Promise.all([1, 2, 3, 4].map(() => outsideTransaction(() => ask(owner))));
    expect(new Set(asked.map(({ _id }) => _id)).size).toBe(1);
    for (let left = 2; left > 0; left--) {
      await makeExports(test);
      await ask(owner);
    }
    await makeExports(test);
    const refused = await Promise.all([1, 2].map(() => askExport(test, owner.token)));
    const tooMany = [409, 'too_many_exports', { max: 3, until, time: formatUtc(until) }];
    expect(refused.map((answer) => [answer.statusCode, answer.json().code, answer.json().data])).toEqual([
      ...[tooMany, tooMany],
    ]);
    expect((await readState(owner)).leftToday).toBe(0);
    test.clock.advance(day);
    expect((await ask(owner)).status).toBe('queued');
    await makeExports(test);
  });

  it('is queued at low priority, once per request', { tags: ['long'] }, async () => {
    const owner = await person();
    const takeJobs = () =>
      test.db.rows(sql`
        with taken as (delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
          where task.id = job.task_id and task.identifier = 'make-data-exports' returning job.key, job.priority)
        select * from taken`);
    await takeJobs();
    const asked = await ask(owner);
    expect(await takeJobs()).toEqual([{ key: 'make-data-exports', priority: 10 }]);
    expect((await ask(owner))._id).toBe(asked._id);
    expect(await takeJobs()).toEqual([]);
    await makeExports(test);
  });

  it('returns the finished export to a request made while it finishes', { tags: ['long'] }, async () => {
    const owner = await person();
    const { _id } = await ask(owner);
    const ending: Database = Object.create(test.db, {
      transaction: {
        value: (work: (tx: Tx) => Promise<unknown>) =>
          test.db.transaction((tx) => {
            const row: Tx['row'] = async (statement) => {
              if (/status in/.test(statement.text) && /^\s*select/.test(statement.text))
                await outsideTransaction(() => makeExports(test));
              return tx.row(statement);
            };
            return work(Object.create(tx, { row: { value: row } }));
          }),
      },
    });
    const state = { db: ending, clock: test.clock, dataExports: { perDay: 3, sectionCount: 1 } };
    const again = await startExport({ playerId: owner.id, idempotencyKey: randomUUID() }, state);
    expect(again).toMatchObject({ _id, status: 'ready' });
  });

  it('is written in its own drafts folder', { tags: ['long'] }, async () => {
    await ask(await person());
    await makeExports(test);
    expect(readdirSync(test.dataDir)).toContain('export-drafts');
  });

  it('expires together with its archive', { tags: ['long'] }, async () => {
    const owner = await person();
    const asked = await ask(owner);
    await makeExports(test);
    test.clock.advance(7 * day - 1);
    await runTask('forget-data-exports');
    expect(await outcome(download(asked._id, owner.token))).toEqual([200, 'application/zip']);
    test.clock.advance(1);
    expect((await readState(owner)).latest?.status).toBe('expired');
    expect(await hasArchive(test)({ exportId: asked._id, playerId: owner.id })).toBe(false);
    expect(await outcome(download(asked._id, owner.token))).toEqual([410, 'export_expired']);
    expect(filesOf(asked)).toHaveLength(1);
    await runTask('forget-data-exports');
    expect(filesOf(asked)).toEqual([]);
    expect(await outcome(download(asked._id, owner.token))).toEqual([410, 'export_expired']);
  });
});

describe('deleting the account', () => {
  it('deletes archives when the grace period begins, and keeping the account restores none', {
    tags: ['long'],
  }, async () => {
    const owner = await person();
    const asked = await ask(owner);
    await makeExports(test);
    expect(filesOf(asked)).toHaveLength(1);
    expect((await remove(owner)).statusCode).toBe(200);
    await runJobs('remove-data-exports');
    expect(filesOf(asked)).toEqual([]);
    await test.db.run(sql`update players set deleted_at = null where id = ${owner.id}`);
    expect(await outcome(download(asked._id, await test.signIn(owner.id)))).toEqual([410, 'export_expired']);
  });

  it('does not reset the daily limit of an account that is kept', { tags: ['long'] }, async () => {
    const owner = await person();
    for (const _ of [1, 2]) {
      await ask(owner);
      await makeExports(test);
    }
    await ask(owner);
    expect((await remove(owner)).statusCode).toBe(200);
    await makeExports(test);
    await test.db.run(sql`delete from account_deletions where player_id = ${owner.id}`);
    await test.db.run(sql`update players set deleted_at = null where id = ${owner.id}`);
    const again = await askExport(test, await test.signIn(owner.id));
    expect([again.statusCode, again.json().code]).toEqual([409, 'too_many_exports']);
  });

  it('stops a running export and leaves no files', { tags: ['long'] }, async () => {
    const owner = await person();
    const asked = await ask(owner);
    await maker({ notes: async () => expect((await remove(owner)).statusCode).toBe(200) })();
    expect(filesOf(asked)).toEqual([]);
    expect(await endedOf(asked)).toEqual([]);
  });
});

it('an operator can write an export to a folder, and no drafts remain', async () => {
  const folder = makeScratchFolder('operator');
  const { id } = await person();
  const drafts: string[] = [];
  const exports = Object.fromEntries(
    Object.keys(playerExport.shape).map((name) => [name, () => nothingAfter()]),
  );
  const write = async (playerId: string, fault?: Error) => {
    const target = new PassThrough();
    target.once('data', () => drafts.push(...readdirSync(folder)));
    const written = buffer(target).catch(() => undefined);
    const deps = {
      ...{ db: test.db, clock: test.clock, brandName: 'FinalRing', tableSections: [] },
      profileParts: { balances: balancesPart },
      exports: {
        ...exports,
        ...(fault && { attempts: () => nothingAfter(() => Promise.reject(fault)) }),
      } as never,
    };
    const isThere = await exportPlayer(playerId, { folder, target }, deps).finally(() => target.end());
    return [isThere, (await written)?.length];
  };
  const [isThere, bytes] = await write(id);
  expect([isThere, Number(bytes) > 1_000]).toEqual([true, true]);
  expect(drafts).toEqual([expect.stringMatching(/^export-/)]);
  expect(await write(randomUUID())).toEqual([false, 0]);
  await expect(write(id, new Error('no disk'))).rejects.toThrow('no disk');
  expect(readdirSync(folder)).toEqual([]);
});
