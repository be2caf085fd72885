// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, testSecret } from '../tests/support/app.ts';
import { createPlayer } from '../tests/support/factories.ts';
import type { KilledEraser } from '../tests/support/killed-eraser.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { coinsDeps } from './features/coins/feature.ts';
import { openJournal } from './platform/journal/journal.ts';
import { createLogger } from './platform/log.ts';
import { checkJournal } from './recovery/check-journal.ts';
import { reconcileJournal } from './recovery/reconcile-journal.ts';

const program = fileURLToPath(new URL('../tests/support/killed-eraser.ts', import.meta.url));
const folder = makeScratchFolder('killed-erasure');
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

async function eraseUntilKilled(killed: KilledEraser['killed'], journalFolder: string): Promise<void> {
  const job: KilledEraser = { databaseUrl: test.databaseUrl, journalFolder, appSecret: testSecret, killed };
  const child = spawn(process.execPath, [program, JSON.stringify(job)], { stdio: 'inherit' });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
}

/** A player whose account is due for erasure, and what remains observable after the kill. */
async function leave(killed: KilledEraser['killed']) {
  const { db, app, clock } = test;
  await db.run(sql`delete from sales_journal`);
  const place = join(folder, randomUUID());
  const journal = await openJournal({ kind: 'folder', path: place });
  await checkJournal(db, journal);
  const { id } = await createPlayer(db, { name: 'Ada Stays' });
  await db.run(sql`update players set deleted_at = now() - interval '1 day' where id = ${id}`);
  await db.run(sql`
    insert into account_deletions (player_id, deleted_at, erase_at, forfeited_gc)
    values (${id}, now() - interval '1 day', now(), 0)`);
  await eraseUntilKilled(killed, place);
  const coins = coinsDeps({
    db,
    clock,
    log: createLogger('silent'),
    appSecret: testSecret,
    stripe: { apiBase: 'http://127.0.0.1:1', secretKey: '', webhookSecrets: [] },
    xpPerTenCents: 1,
    firstCheckSeconds: 120,
  });
  return {
    id,
    journal,
    /** Undoes the deletion as if it had been cancelled, without running the erasure job. */
    async takeBack() {
      await db.run(
        sql`update players set deleted_at = null, erased_at = null, name = 'Ada Stays' where id = ${id}`,
      );
      await db.run(sql`delete from account_deletions where player_id = ${id}`);
    },
    reconcile: () =>
      reconcileJournal({ db, journal, coins, repeatErasure: app.repeatErasure, isComplete: true }),
    async kinds() {
      const kinds: string[] = [];
      for await (const { kind } of journal.read()) kinds.push(kind);
      return kinds.sort();
    },
    name: async () => (await db.one<{ name: string }>(sql`select name from players where id = ${id}`)).name,
  };
}

it('reports a failed erasure as doubtful instead of repeating it', async () => {
  const { id, journal, ...player } = await leave('before the commit');
  expect(await player.kinds()).toEqual(['erasing']);
  expect(await player.name()).toBe('Ada Stays');
  // The deletion is final: a job carries it out.
  expect(await player.reconcile()).toMatchObject({ erased: [], doubtfulErasures: [] });
  await player.takeBack();
  await checkJournal(test.db, journal);
  expect(await player.reconcile()).toMatchObject({ erased: [], doubtfulErasures: [id] });
  await journal.write({ kind: 'kept', playerId: id, keptAt: new Date().toISOString() });
  expect(await player.reconcile()).toMatchObject({
    erased: [],
    carriedOut: { kept: [] },
    doubtfulErasures: [],
  });
  expect(await player.name()).toBe('Ada Stays');
  await journal.close();
});

it('restores an account whose player restored it later', async () => {
  const { id, journal, ...player } = await leave('before the commit');
  await journal.write({ kind: 'kept', playerId: id, keptAt: new Date().toISOString() });
  await expect(checkJournal(test.db, journal)).rejects.toThrow('older than its journal');
  expect(await player.reconcile()).toMatchObject({ erased: [], carriedOut: { kept: [id] } });
  expect(await player.reconcile()).toMatchObject({ erased: [], carriedOut: { kept: [] } });
  await checkJournal(test.db, journal);
  expect(await test.db.row(sql`select deleted_at from players where id = ${id}`)).toEqual({
    deletedAt: null,
  });
  await journal.close();
});

it('journals an erasure whose process was killed after the commit, and repeats it', async () => {
  const { id, journal, ...player } = await leave('after it');
  expect(await player.name()).toBe('Deleted player');
  expect(await player.kinds()).toEqual(['erasing']);
  const { payload } = await test.db.one<{ payload: { entry: never } }>(sql`
    select payload from graphile_worker._private_jobs where payload -> 'entry' ->> 'playerId' = ${id}`);
  expect(test.app.tasks['note-in-journal']).toBeDefined();
  await journal.write(payload.entry);
  expect(await player.kinds()).toEqual(['erased', 'erasing']);
  // Restores the state of the backup before the deletion.
  await player.takeBack();
  await expect(checkJournal(test.db, journal)).rejects.toThrow('older than its journal');
  expect(await player.reconcile()).toMatchObject({ erased: [id], doubtfulErasures: [] });
  expect(await player.name()).toBe('Deleted player');
  await journal.close();
});
