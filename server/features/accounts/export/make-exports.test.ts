// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { playerExport } from '../../../../contract/player-export.ts';
import { startTestApp } from '../../../../tests/support/app.ts';
import { exportCalls, makeExports } from '../../../../tests/support/data-export.ts';
import { waitUntilSomeoneWaits } from '../../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { exportMaker } from './make-exports.ts';

const day = 86_400_000;
const test = openForTests(() => startTestApp({ config: { deletionGraceMs: 14 * day } }));

const { person, ask, readState, download, outcome, filesOf, endedOf, maker } = exportCalls(() => test);
const fault = async () => {
  throw new Error('the disk is full');
};

describe('an export worker', () => {
  // The next test would otherwise make an export that this one left waiting.
  afterEach(() => test.db.run(sql`delete from data_exports`));

  it("retries after a failure, then abandons the export without using up the player's daily limit", {
    tags: ['long'],
  }, async () => {
    const owner = await person();
    const asked = await ask(owner);
    const warned: unknown[][] = [];
    const log = { warn: (...said: unknown[]) => void warned.push(said) } as never;
    const fail = () => maker({ notes: fault }, undefined, undefined, log)();
    for (const waitMs of [5_000, 60_000]) {
      await fail();
      expect((await readState(owner)).latest?.status).toBe('working');
      await maker({})();
      expect((await readState(owner)).latest?.status).toBe('working');
      test.clock.advance(waitMs - 1);
      await maker({})();
      expect((await readState(owner)).latest?.status).toBe('working');
      test.clock.advance(1);
    }
    await fail();
    const err = expect.objectContaining({ message: 'the disk is full' });
    expect(warned).toEqual(
      [1, 2, 3].map((failures) => [{ err, exportId: asked._id, failures }, 'an export failed']),
    );
    const told = await test.db.rows<{ data: object }>(sql`
      select data from live_events where player_id = ${owner.id} and name = 'dataExport' order by id desc limit 1`);
    expect(told[0]?.data).toEqual((await readState(owner)).latest);
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

  it('resumes after a killed worker and skips the sections already written', { tags: ['long'] }, async () => {
    const owner = await person();
    const asked = await ask(owner);
    const read: string[] = [];
    const note = (name: string) => async () => void read.push(name);
    const notes = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    // The first process goes silent, like one that was killed or paused.
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
    // It resumes, and finds the export done.
    notes.resolve();
    await first;
    expect(await readState(owner)).toMatchObject({ latest });
    expect(await outcome(download(asked._id, owner.token))).toEqual([200, 'application/zip']);
    expect(await endedOf(asked)).toHaveLength(1);
    expect(filesOf(asked)).toHaveLength(1);
  });

  it('hands the export to another worker when asked to stop', { tags: ['long'] }, async () => {
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

  it.each([
    ['only the start when no time passes', 0, 1],
    ['every section that takes as long as the reporting interval', 300, 1],
    ['every second section that takes less than the interval', 299, 2],
  ])('reports progress: %s', async (_what, stepMs, every) => {
    const owner = await person();
    await ask(owner);
    let nowMs = 1_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const step = async () => {
      nowMs += stepMs;
    };
    const names = Object.keys(playerExport.shape);
    await maker(Object.fromEntries(names.map((name) => [name, step])))();
    clock.mockRestore();
    const told = await test.db.rows<{ done: number }>(sql`
      select (data ->> 'sectionsDone')::int as done from live_events
      where player_id = ${owner.id} and name = 'dataExport' and data ->> 'status' = 'working' order by id`);
    const steps = told.slice(1, 4).map(({ done }, place) => done - (told[place]?.done as number));
    expect(steps).toEqual(stepMs === 0 ? [] : Array(3).fill(every));
  });

  it('renews its lease while a section makes no progress', { tags: ['long'] }, async () => {
    const owner = await person();
    const asked = await ask(owner);
    let nowMs = 1_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    await maker({}, undefined, async (kept) => {
      // The first time, there is new progress to report.
      for (const ms of [300, 10, 10]) {
        test.clock.advance(1_000);
        nowMs += ms;
        const heldUntil = new Date(test.clock.now().getTime() + 60_000);
        await expect
          .poll(() => test.db.rows(sql`select due_at as at from data_exports where id = ${asked._id}`))
          .toEqual([{ at: heldUntil }]);
      }
      return kept();
    })();
    clock.mockRestore();
    expect((await readState(owner)).latest?.status).toBe('ready');
  });

  it('silently aborts an upload when another worker took over', { tags: ['long'] }, async () => {
    const owner = await person();
    const asked = await ask(owner);
    const warned: unknown[][] = [];
    const log = { warn: (...said: unknown[]) => void warned.push(said) } as never;
    await maker(
      {},
      undefined,
      async (_kept, content) => {
        await test.db.run(sql`update data_exports set run = run + 1 where id = ${asked._id}`);
        // Hangs until the stream that it reads closes.
        return new Promise((_resolve, reject) => content.once('close', () => reject(new Error('cut off'))));
      },
      log,
    )();
    expect(warned).toEqual([]);
    expect(filesOf(asked)).toEqual([]);
  });

  it('logs the reason when it cannot store the archive', async () => {
    const owner = await person();
    const { _id: exportId } = await ask(owner);
    const warned: unknown[][] = [];
    const log = { warn: (...said: unknown[]) => void warned.push(said) } as never;
    const full = new Error('the store is full');
    await maker({}, undefined, () => Promise.reject(full), log)();
    expect(warned).toEqual([[{ err: full, exportId, failures: 1 }, 'an export failed']]);
  });

  it('locks the player before the export, as a deletion does', { tags: ['long'] }, async () => {
    const owner = await person();
    const { _id } = await ask(owner);
    let making: Promise<void> | undefined;
    await test.db.transaction(async (tx) => {
      await tx.run(sql`select from players where id = ${owner.id} for update`);
      let isDone = false;
      making = outsideTransaction(() => maker({})()).finally(() => {
        isDone = true;
      });
      await waitUntilSomeoneWaits(test.db, () => isDone);
      expect(isDone).toBe(false);
      await tx.run(sql`select from data_exports where id = ${_id} for update nowait`);
    });
    await making;
    expect((await readState(owner)).latest?.status).toBe('ready');
  });

  it('keeps its lease during a long upload, and stops when the export is no longer wanted', {
    tags: ['long'],
  }, async () => {
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
      // Behaves like an upload whose source is destroyed midway.
      await delay(50);
      return kept();
    })();
    expect((await readState(owner)).latest?.status).toBe('working');
    expect(filesOf(late)).toEqual([]);
  });
});

describe('one process', () => {
  it('runs one pass at a time, repeats it when asked meanwhile, and stops at shutdown', async () => {
    let gate = Promise.withResolvers<void>();
    const looked: { values: unknown[] }[] = [];
    let isStopping = false;
    const row = async (query: { values: unknown[] }) => {
      looked.push(query);
      await gate.promise;
    };
    const clock = { now: () => new Date(5) };
    const make = exportMaker({ db: { row }, clock, stopping: () => isStopping } as never);
    const first = make();
    // Both find it in progress; each needs only one more check.
    await Promise.all([make(), make()]);
    expect(looked).toHaveLength(1);
    // No other process takes it before a full minute of silence.
    expect(looked[0]?.values).toContainEqual(new Date(60_005));
    gate.resolve();
    await first;
    expect(looked).toHaveLength(2);
    await make();
    expect(looked).toHaveLength(3);
    gate = Promise.withResolvers();
    gate.reject(new Error('no database'));
    await expect(make()).rejects.toThrow('no database');
    gate = Promise.withResolvers();
    gate.resolve();
    await make();
    expect(looked).toHaveLength(5);
    isStopping = true;
    await make();
    expect(looked).toHaveLength(5);
  });
});
