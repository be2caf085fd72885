// SPDX-License-Identifier: Apache-2.0

import { isDeepStrictEqual } from 'node:util';
import { tryForLocks } from '../db/try-for-locks.ts';
import { failureOf } from '../jobs/failure-of.ts';
import type { Logger } from '../log.ts';
import {
  chunkName,
  describeArchive,
  hashContent,
  manifestName,
  packLines,
  sealManifest,
} from './archive-files.ts';
import * as store from './archive-store.ts';
import { listOldParts, type MonthPart, waitBriefly } from './month-part-store.ts';
import type { PartedTable } from './parted-table.ts';
import { type ArchiveDeps, findFaults } from './verify-archive.ts';

export interface ArchivingDeps extends ArchiveDeps {
  log: Logger;
  tables: readonly PartedTable[];
  /** How many whole months stay in the database. */
  afterMonths: number;
  /** Finds contradictions in the books; called before anything of the ledger is dropped. */
  findBreaches?: () => Promise<string[]>;
  /** Rows per object. */
  batch?: number;
}

const maxTries = 30;

/** Records that a part is being archived, and closes it to writers. @returns false if it has to wait */
function close(table: PartedTable, part: MonthPart, { db }: ArchivingDeps): Promise<boolean> {
  const work = (lockMs: number) =>
    db.transaction(async (tx) => {
      await waitBriefly(tx, lockMs);
      if (table.isUnderWay && (await store.isUnderWay(tx, table.isUnderWay(part.until)))) return false;
      if (!(await store.insertArchive(tx, table.name, part))) return true;
      await store.closePart(tx, part.part);
      if (table.staying) await store.makeBeside(tx, table, part);
      return true;
    });
  return tryForLocks(work, maxTries);
}

/** Stores the next rows as an object, then records it: after a kill in between the same object is stored again. */
async function copyNext(table: PartedTable, { part }: MonthPart, deps: ArchivingDeps): Promise<boolean> {
  const { db, objects, batch = 5_000 } = deps;
  const last = await store.findLastChunk(db, part);
  const lines = await db.reports.transaction((tx) => store.readLines(tx, table, part, last?.lastKey, batch));
  const [first, final] = [lines.at(0), lines.at(-1)];
  if (!first || !final) return false;
  const content = await packLines(lines.map(({ line }) => line));
  const number = (last?.number ?? 0) + 1;
  const chunk: store.ChunkRow = {
    number,
    firstKey: first.key,
    lastKey: final.key,
    rowCount: lines.length,
    byteCount: content.length,
    hash: hashContent(content),
  };
  await objects.put(chunkName(await deps.installationId(), part, chunk), content);
  await db.transaction(async (tx) => {
    const held = await store.holdArchive(tx, part);
    const isNext = (await store.findLastChunk(tx, part))?.number === last?.number;
    // Otherwise another process has already stored the same rows.
    if (held?.state === 'writing' && isNext) await store.insertChunk(tx, table, part, chunk);
  });
  return true;
}

function beginAnew(table: PartedTable, month: MonthPart, { db }: ArchivingDeps): Promise<void> {
  const work = (lockMs: number) =>
    db.transaction(async (tx) => {
      await waitBriefly(tx, lockMs);
      const held = await store.holdArchive(tx, month.part);
      if (held && held.state !== 'dropped') await store.forgetCopy(tx, table, month);
    });
  return tryForLocks(work, maxTries);
}

/** @throws if not every row was copied */
async function writeManifest(table: PartedTable, month: MonthPart, deps: ArchivingDeps): Promise<void> {
  const { part, until } = month;
  const { db, objects, appSecret } = deps;
  const installation = await deps.installationId();
  const chunks = await store.listChunks(db, part);
  const manifest = describeArchive({ installation, table: table.name, part, until }, chunks);
  const rowCount = await store.countRows(db.longRunning, part);
  if (manifest.rows !== rowCount) {
    await beginAnew(table, month, deps);
    throw new Error(`${part} has ${rowCount} rows, and ${manifest.rows} were copied: nothing was dropped`);
  }
  const content = sealManifest(manifest, appSecret);
  const manifestHash = hashContent(content);
  await objects.put(manifestName(installation, part, manifestHash), content);
  await db.transaction(async (tx) => {
    // Another process may have started over in the meantime.
    await store.holdArchive(tx, part);
    if (!isDeepStrictEqual(await store.listChunks(tx, part), chunks)) return;
    await store.setWritten(tx, part, { rowCount, manifestHash });
  });
}

/**
 * Reads back everything that was written, then drops the part.
 * @returns false if another process is archiving it and continues from there
 * @throws if anything differs from what was written: it is written again the next time
 */
async function drop(table: PartedTable, part: MonthPart, deps: ArchivingDeps): Promise<boolean> {
  const { db } = deps;
  const archive = await store.findArchive(db, part.part);
  if (archive?.state !== 'written') return false;
  const faults = await findFaults(archive, deps);
  if (faults.length > 0) {
    await beginAnew(table, part, deps);
    throw new Error(`the archive of ${part.part} is not whole and is written again: ${faults.join('; ')}`);
  }
  const { beforeDrop } = table;
  const breaches = (beforeDrop && (await deps.findBreaches?.())) || [];
  if (breaches.length > 0)
    throw new Error(`${part.part} stays: the books contradict themselves: ${breaches.join('; ')}`);
  const isDropped = await tryForLocks(
    (lockMs) =>
      (beforeDrop ? db.longRunning : db).transaction(async (tx) => {
        await waitBriefly(tx, lockMs);
        const held = await store.tryToHoldArchive(tx, part.part);
        if (!held) deps.log.info({ part: part.part }, 'another process is archiving this month');
        if (held?.state !== 'written' || !held.manifestHash?.equals(archive.manifestHash ?? Buffer.alloc(0)))
          return false;
        await beforeDrop?.(tx, part, deps.appSecret);
        await store.dropPart(tx, table, part);
        return true;
      }),
    beforeDrop ? 1 : maxTries,
  );
  if (isDropped) deps.log.info({ part: part.part, rows: archive.rowCount }, 'a month was archived');
  return isDropped;
}

/** @returns false if it has to wait */
async function archivePart(table: PartedTable, part: MonthPart, deps: ArchivingDeps): Promise<boolean> {
  const known = await store.findArchive(deps.db, part.part);
  if (known?.state === 'dropped') return true;
  if (!known && !(await close(table, part, deps))) {
    deps.log.warn({ part: part.part }, 'a month is not archived: something of it is still under way');
    return false;
  }
  try {
    if (known && table.staying && (await store.isOutdated(deps.db, table.name, part.part))) {
      await beginAnew(table, part, deps);
      known.state = 'writing';
    }
    if (known?.state !== 'written') {
      await deps.db.longRunning.transaction((tx) => store.sortPart(tx, table, part.part));
      while (await copyNext(table, part, deps));
      await writeManifest(table, part, deps);
    }
    return await drop(table, part, deps);
  } catch (error) {
    // If another process was faster there is nothing left to do, or to read.
    if ((await store.findArchive(deps.db, part.part))?.state !== 'dropped') throw error;
    return true;
  }
}

/**
 * Moves months older than `afterMonths` out of the database, one part at a time: closes the part, stores its rows as
 * objects, reads all of them back, and only then drops the part. Every row stays in at least one place, even if the
 * process is killed between two steps, the store is away, or another process does the same.
 */
export async function archiveMonths(deps: ArchivingDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const table of deps.tables) {
    try {
      for (const part of await listOldParts(deps.db, table.name, deps.afterMonths)) {
        const isGone = await archivePart(table, part, deps);
        if (table.isInOrder && !isGone) break;
      }
    } catch (error) {
      // A fault in one table must not keep the other tables' months from being archived.
      failures.push(failureOf(table.name, error));
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, failures.map(getMessage).join('; '));
  if (failures.length > 0) throw failures[0];
}

const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
