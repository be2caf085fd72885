// SPDX-License-Identifier: Apache-2.0

import type { Readable } from 'node:stream';
import { setInterval } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import type { Logger } from '../../../platform/log.ts';
import { holdPlayers } from '../player-store.ts';
import type { Archives } from './archives.ts';
import * as store from './data-export-store.ts';
import { heldForMs, minProgressIntervalMs, reportIntervalMs, triedAgainAfterMs } from './rules.ts';
import { viewExport } from './views.ts';
import { type ArchiveDeps, writeArchive } from './write-archive.ts';

export const makeTask = 'make-data-exports';

export interface MakeDeps extends ArchiveDeps {
  clock: Clock;
  log: Logger;
  archives: Archives;
  /** How long an archive can be downloaded. */
  keptForMs: number;
  /** The longest time between two progress reports. */
  reportIntervalMs?: number;
  /** True once shutdown has been requested. */
  stopping: () => boolean;
}

/**
 * Ends the work on an export: `gone` if it was deleted with its player or another process has taken it over; `stopped`
 * if this process is stopping, so that another one continues.
 */
class Ended extends Error {
  readonly why: 'gone' | 'stopped';
  constructor(why: 'gone' | 'stopped') {
    super(why);
    this.why = why;
  }
}

type Row = store.DataExportRow;

/** Changes an export and notifies its player's pages; false if another process has it now, or the account is gone. */
function change(
  row: Row,
  { db, clock }: MakeDeps,
  write: (tx: Tx) => Promise<Row | undefined>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The same order as a deletion, which locks the player before the exports; the opposite order would deadlock.
    if (!(await holdPlayers(tx, [row.playerId])).has(row.playerId)) return false;
    const changed = await write(tx);
    if (changed) await publishLive(tx, row.playerId, 'dataExport', viewExport(changed, clock.now()));
    return changed !== undefined;
  });
}

/** Periodically reports an export's progress. Throws `Ended` if the export is gone or this process is stopping. */
function reportProgress(row: Row, deps: MakeDeps): (done: number) => Promise<void> {
  let [told, reportedAt] = [-1, Number.NEGATIVE_INFINITY];
  return async (sectionsDone) => {
    if (deps.stopping()) throw new Ended('stopped');
    const quietMs = performance.now() - reportedAt;
    if (quietMs < (sectionsDone > told ? minProgressIntervalMs : (deps.reportIntervalMs ?? reportIntervalMs)))
      return;
    const heldUntil = new Date(deps.clock.now().getTime() + heldForMs);
    if (!(await change(row, deps, (tx) => store.noteProgress(tx, row, { sectionsDone, heldUntil })))) {
      throw new Ended('gone');
    }
    [told, reportedAt] = [sectionsDone, performance.now()];
  };
}

/**
 * An upload may take longer than other processes wait for a report, so this calls `say` meanwhile; if `say` throws, the
 * upload ends.
 */
async function keepArchive(
  row: Row,
  archive: Readable,
  { archives, reportIntervalMs: everyMs = reportIntervalMs }: MakeDeps,
  say: () => Promise<void>,
): Promise<number> {
  const kept = new AbortController();
  let fault: unknown;
  // The stream may be destroyed before anything reads it.
  archive.on('error', () => {});
  const saying = async () => {
    for await (const _ of setInterval(everyMs, undefined, { signal: kept.signal })) await say();
  };
  const said = saying().catch((error: unknown) => {
    if (kept.signal.aborted) return;
    fault = error;
    archive.destroy(error as Error);
  });
  try {
    return await archives.keep(row, archive);
  } catch (error) {
    throw fault ?? error;
  } finally {
    kept.abort();
    await said;
  }
}

async function make(row: Row, deps: MakeDeps): Promise<void> {
  const { archives, clock, keptForMs } = deps;
  const drafts = archives.draftsOf(row.id);
  const report = reportProgress(row, deps);
  const archive = await writeArchive(row.playerId, drafts, deps, report);
  const bytes = await keepArchive(row, archive, deps, () => report(row.sectionCount));
  const endedAt = clock.now();
  const expiresAt = new Date(endedAt.getTime() + keptForMs);
  const isOurs = await change(row, deps, async (tx) => {
    const ready = await store.markReady(tx, row, { bytes, endedAt, expiresAt });
    if (ready) await publishEnd(tx, ready);
    return ready;
  });
  if (!isOurs) await archives.remove(row);
  await archives.removeDrafts(row.id);
}

function publishEnd(tx: Tx, { id, playerId, expiresAt }: Row): Promise<void> {
  return publish(tx, 'data-export.ended', {
    exportId: id,
    playerId,
    expiresAt: expiresAt?.toISOString() ?? null,
  });
}

/** Handles a failed export: schedules a retry, or gives up after the last one. */
async function fail(row: Row, error: unknown, deps: MakeDeps): Promise<void> {
  const { db, clock, log, archives } = deps;
  const now = clock.now();
  if (error instanceof Ended && error.why === 'gone') return archives.removeDrafts(row.id);
  if (error instanceof Ended) {
    await db.transaction((tx) => store.putBack(tx, row, { failures: row.failures, dueAt: now }));
    return;
  }
  log.warn({ err: error, exportId: row.id, failures: row.failures + 1 }, 'an export failed');
  const waitMs = triedAgainAfterMs[row.failures];
  if (waitMs !== undefined) {
    const dueAt = new Date(now.getTime() + waitMs);
    await db.transaction((tx) => store.putBack(tx, row, { failures: row.failures + 1, dueAt }));
    return;
  }
  await change(row, deps, async (tx) => {
    const failed = await store.giveUp(tx, row, now);
    if (failed) await publishEnd(tx, failed);
    return failed;
  });
  await archives.removeDrafts(row.id);
}

/**
 * Makes all due exports, one after the other. Each process makes only one at a time, so that exports occupy only one of
 * its workers. The database alone records which exports are due: if a run dies, another one continues after the
 * sections already written.
 */
export function exportMaker(deps: MakeDeps): () => Promise<void> {
  let isRunning = false;
  let isAskedAgain = false;

  async function run(): Promise<void> {
    for (;;) {
      if (deps.stopping()) return;
      const now = deps.clock.now();
      const row = await store.takeDue(deps.db, { now, heldUntil: new Date(now.getTime() + heldForMs) });
      if (!row) return;
      await make(row, deps).catch((error: unknown) => fail(row, error, deps));
    }
  }

  return async () => {
    isAskedAgain = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isAskedAgain && !deps.stopping()) {
        isAskedAgain = false;
        await run();
      }
    } finally {
      isRunning = false;
    }
  };
}
