import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DataExport, DataExportState } from '../../../../contract/data-export.ts';
import { type PlayerExport, playerExport } from '../../../../contract/player-export.ts';
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts';
import { askExport, makeExports, nothingAfter, takeExport } from '../../../../tests/support/data-export.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { balancesPart } from '../../../ledger/balances.ts';
import { outsideTransaction } from '../../../platform/db/database.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { createLogger } from '../../../platform/log.ts';
import { folderObjects } from '../../../platform/objects/folder-objects.ts';
import type { ExportParts } from '../../../ports.ts';
import { type Archives, openArchives } from './archives.ts';
import { exportMaker } from './make-exports.ts';
import { sectionCount } from './sections.ts';

const day = 86_400_000;
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ config: { deletionGraceMs: 14 * day } });
});
afterAll(() => test?.close());

interface Person {
  id: string;
  token: string;
}
async function person(): Promise<Person> {
  const { id } = await createPlayer(test.db);
  return { id, token: await test.signIn(id) };
}
const ask = async ({ token }: Person): Promise<DataExport> => (await askExport(test, token)).json().data;
const readState = async ({ token }: Person): Promise<DataExportState> =>
  (await test.call({ url: '/auth/export', token })).json().data;
const download = (id: string, token?: string) =>
  test.call({ url: `/auth/export/${id}/archive`, ...(token && { token }) });
const outcome = async (answer: ReturnType<typeof download>) => {
  const { statusCode, payload, headers } = await answer;
  const isJson = String(headers['content-type']).startsWith('application/json');
  return [statusCode, isJson ? JSON.parse(payload).code : headers['content-type']];
};
const remove = ({ token }: Person) =>
  test.call({ method: 'POST', url: '/auth/delete-account', token, payload: { confirmation: 'DELETE' } });
const runTask = (name: string, payload = {}) => (test.app.tasks[name] as Task)(payload as never);
/** Does what waits under this name. */
async function runJobs(task: string): Promise<void> {
  const jobs = await test.db.rows<{ id: number; payload: object }>(sql`
    select j.id, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${task}`);
  for (const { id, payload } of jobs) {
    await runTask(task, payload);
    await test.db.run(sql`delete from graphile_worker._private_jobs where id = ${id}`);
  }
}
const drafts = () => join(test.dataDir, 'export-drafts');
/** Files about an export, whole or not. */
const filesOf = ({ _id }: DataExport) =>
  [join(test.dataDir, 'objects', 'exports'), drafts()]
    .flatMap((path) => (existsSync(path) ? readdirSync(path) : []))
    .filter((name) => name.startsWith(_id));
const endedOf = ({ _id }: DataExport) =>
  test.db.rows<{ expiresAt: string | null }>(sql`
    select payload ->> 'expiresAt' as expires_at from graphile_worker._private_jobs where payload ->> 'exportId' = ${_id}`);

describe('an export', () => {
  it('goes from being asked for to its owner, telling how far it is', async () => {
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
    await makeExports(test);
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
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(answer.rawPayload).toHaveLength(latest?.bytes ?? 0);
  });

  it('has each section as JSON and as a table, with the same columns for everybody', async () => {
    const owner = await person();
    await test.db.run(sql`update players set name = '=1+1' where id = ${owner.id}`);
    await test.db.run(sql`
      insert into saved_views (owner_id, list, name, query, is_shared, created_at)
      values (${owner.id}, 'users', '@evil, "quoted"', 'search=x', false, now())`);
    const files = await takeExport(test, owner.token);
    expect([...files.keys()].filter((name) => name.startsWith('csv/'))).toHaveLength(sectionCount);
    expect(JSON.parse(files.get('json/profile.json') ?? '')).toMatchObject({ name: '=1+1' });
    const rowsOf = (name: string): string[][] => parse(files.get(`csv/${name}.csv`) ?? '', { bom: true });
    const [names = [], values = []] = rowsOf('profile');
    expect(values[names.indexOf('name')]).toBe("'=1+1");
    expect(values[names.indexOf('inPublic.handle')]).toMatch(/^Player-/);
    expect(rowsOf('savedViews')[1]?.slice(0, 4)).toEqual(['users', `'@evil, "quoted"`, 'search=x', 'false']);
    expect(rowsOf('attempts')).toEqual([expect.arrayContaining(['status', 'readings'])]);
  });

  it('is for the session of its owner alone', async () => {
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
    expect((await outcome(download(_id, owner.token)))[0]).toBe(401);
  });

  it('is one at a time and three a day, however many ask in one moment', async () => {
    const owner = await person();
    const asked = await Promise.all([1, 2, 3, 4].map(() => outsideTransaction(() => ask(owner))));
    expect(new Set(asked.map(({ _id }) => _id)).size).toBe(1);
    for (let left = 2; left > 0; left--) {
      await makeExports(test);
      await ask(owner);
    }
    await makeExports(test);
    const refused = await Promise.all([1, 2].map(() => askExport(test, owner.token)));
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [409, 'too_many_exports'],
      [409, 'too_many_exports'],
    ]);
    expect((await readState(owner)).leftToday).toBe(0);
    test.clock.advance(day);
    expect((await ask(owner)).status).toBe('queued');
    await makeExports(test);
  });

  it('expires, and its archive with it', async () => {
    const owner = await person();
    const asked = await ask(owner);
    await makeExports(test);
    test.clock.advance(7 * day - 1);
    await runTask('forget-data-exports');
    expect(await outcome(download(asked._id, owner.token))).toEqual([200, 'application/zip']);
    test.clock.advance(1);
    expect((await readState(owner)).latest?.status).toBe('expired');
    expect(await outcome(download(asked._id, owner.token))).toEqual([410, 'export_expired']);
    expect(filesOf(asked)).toHaveLength(1);
    await runTask('forget-data-exports');
    expect(filesOf(asked)).toEqual([]);
    expect(await outcome(download(asked._id, owner.token))).toEqual([410, 'export_expired']);
  });
});

describe('the end of an account', () => {
  it('takes archives away as its days of grace begin, and keeping it brings none back', async () => {
    const owner = await person();
    const asked = await ask(owner);
    await makeExports(test);
    expect(filesOf(asked)).toHaveLength(1);
    expect((await remove(owner)).statusCode).toBe(200);
    expect(await test.db.rows(sql`select from data_exports where player_id = ${owner.id}`)).toEqual([]);
    await runJobs('remove-data-exports');
    expect(filesOf(asked)).toEqual([]);
    await test.db.run(sql`update players set deleted_at = null where id = ${owner.id}`);
    expect(await outcome(download(asked._id, await test.signIn(owner.id)))).toEqual([404, 'not_found']);
  });

  it('ends what is being made, which leaves nothing behind', async () => {
    const owner = await person();
    const asked = await ask(owner);
    await maker({ notes: async () => expect((await remove(owner)).statusCode).toBe(200) })();
    expect(filesOf(asked)).toEqual([]);
    expect(await endedOf(asked)).toEqual([]);
    expect(await test.db.rows(sql`select from data_exports where player_id = ${owner.id}`)).toEqual([]);
  });
});

/** Makes what is due in a process of its own, where something happens while a section is read. */
function maker(
  reading: Partial<Record<keyof PlayerExport, () => Promise<unknown>>>,
  stopping = () => false,
  keep?: (kept: () => Promise<number>) => Promise<number>,
): () => Promise<void> {
  const exports = Object.fromEntries(
    Object.keys(playerExport.shape).map((name) => [
      name,
      () => nothingAfter(reading[name as keyof PlayerExport]),
    ]),
  ) as unknown as ExportParts;
  const archives = openArchives(folderObjects(join(test.dataDir, 'objects')), drafts());
  const slowly: Archives['keep'] = (name, content) =>
    (keep as NonNullable<typeof keep>)(() => archives.keep(name, content));
  return exportMaker({
    db: test.db,
    clock: test.clock,
    log: createLogger('silent'),
    archives: { ...archives, ...(keep && { keep: slowly }) },
    saidEveryMs: 10,
    exports,
    profileParts: { balances: balancesPart },
    brandName: 'FinalRing',
    keptForMs: 7 * day,
    stopping,
  });
}
const fault = async () => {
  throw new Error('the disk is full');
};

describe('a maker', () => {
  it('that fails tries again later, and in the end says so, which costs the player nothing of the day', async () => {
    const owner = await person();
    const asked = await ask(owner);
    for (const waitMs of [5_000, 60_000]) {
      await maker({ notes: fault })();
      expect((await readState(owner)).latest?.status).toBe('working');
      await maker({})();
      expect((await readState(owner)).latest?.status).toBe('working');
      test.clock.advance(waitMs);
    }
    await maker({ notes: fault })();
    expect(await readState(owner)).toMatchObject({
      latest: { status: 'failed', expiresAt: null },
      leftToday: 3,
    });
    expect(await endedOf(asked)).toEqual([{ expiresAt: null }]);
    expect(filesOf(asked)).toEqual([]);
    const again = await ask(owner);
    expect(again._id).not.toBe(asked._id);
    await makeExports(test);
    expect((await readState(owner)).latest?.status).toBe('ready');
  });

  it('that was killed is followed by another, which goes on with the sections that are written', async () => {
    const owner = await person();
    const asked = await ask(owner);
    const read: string[] = [];
    const note = (name: string) => async () => void read.push(name);
    const notes = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    // Nothing more is heard of the first one, as of a process that was killed or is paused.
    const first = maker({
      attempts: note('attempts'),
      notes: () => {
        reached.resolve();
        return notes.promise;
      },
    })();
    await reached.promise;
    const second = maker({ attempts: note('attempts again'), notes: note('notes') });
    await second();
    expect(read).toEqual(['attempts']);
    test.clock.advance(60_000);
    await second();
    expect(read).toEqual(['attempts', 'notes']);
    const { latest } = await readState(owner);
    expect(latest?.status).toBe('ready');
    // It comes back, and finds that it is done.
    notes.resolve();
    await first;
    expect(await readState(owner)).toMatchObject({ latest });
    expect(await outcome(download(asked._id, owner.token))).toEqual([200, 'application/zip']);
    expect(await endedOf(asked)).toHaveLength(1);
    expect(filesOf(asked)).toHaveLength(1);
  });

  it('that is asked to stop leaves it to another at once', async () => {
    const owner = await person();
    await ask(owner);
    let isStopping = false;
    const attempts = async () => {
      isStopping = true;
    };
    await maker({ attempts }, () => isStopping)();
    expect((await readState(owner)).latest?.status).toBe('working');
    await makeExports(test);
    expect((await readState(owner)).latest?.status).toBe('ready');
  });

  it('that uploads for long is not taken for dead, and is ended where nobody wants the export any more', async () => {
    const owner = await person();
    const asked = await ask(owner);
    const heldUntil = async () =>
      (await test.db.one<{ at: Date }>(sql`select due_at as at from data_exports where id = ${asked._id}`))
        .at;
    const read: string[] = [];
    await maker({}, undefined, async (kept) => {
      for (const _minute of [1, 2]) {
        test.clock.advance(50_000);
        await vi.waitFor(async () =>
          expect((await heldUntil()).getTime()).toBe(test.clock.now().getTime() + 60_000),
        );
        await maker({ attempts: async () => void read.push('again') })();
      }
      return kept();
    })();
    expect(read).toEqual([]);
    expect((await readState(owner)).latest).toMatchObject({ _id: asked._id, status: 'ready' });

    const late = await ask(owner);
    await maker({}, undefined, async (kept) => {
      await test.db.run(sql`update data_exports set run = run + 1 where id = ${late._id}`);
      // As an upload whose source is destroyed amid it.
      await delay(50);
      return kept();
    })();
    expect((await readState(owner)).latest?.status).toBe('working');
    expect(filesOf(late)).toEqual([]);
  });
});
