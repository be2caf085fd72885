// SPDX-License-Identifier: Apache-2.0

import type { DataExport, DataExportState } from '../../../../contract/data-export.ts';
import type { Clock } from '../../../platform/clock.ts';
import { answerOnce } from '../../../platform/db/answer-once.ts';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/outbox.ts';
import { type Refusal, refuse, untilThen } from '../../../platform/refusal.ts';
import * as store from './data-export-store.ts';
import { makeTask } from './make-exports.ts';
import { dayMs } from './rules.ts';
import { viewExport } from './views.ts';

export interface AskDeps {
  db: Database;
  clock: Clock;
  dataExports: { perDay: number; sectionCount: number };
}

const countOfDay = (db: Queryable, playerId: string, now: Date) =>
  store.countSince(db, playerId, new Date(now.getTime() - dayMs));

/** A player's latest export, and how many more they may request today. */
export async function readExportState(
  playerId: string,
  { db, clock, dataExports: { perDay } }: AskDeps,
): Promise<DataExportState> {
  const now = clock.now();
  const latest = await store.findLatest(db, playerId);
  const leftToday = Math.max(0, perDay - (await countOfDay(db, playerId, now)));
  return { latest: latest ? viewExport(latest, now) : null, perDay, leftToday };
}

/** Starts an export, or returns the one in progress. Refuses `too_many_exports`. */
export function askExport(
  { playerId, idempotencyKey }: { playerId: string; idempotencyKey: string },
  { db, clock, dataExports: { perDay, sectionCount } }: AskDeps,
): Promise<DataExport | Refusal> {
  const request = { playerId, key: idempotencyKey, input: { operation: 'data-export.ask' } };
  return db.transaction<DataExport | Refusal>((tx) =>
    answerOnce(tx, request, async () => {
      const now = clock.now();
      const begun = await begin(tx, { playerId, sectionCount, askedAt: now });
      // Counted after the insert, because the insert makes concurrent requests wait for each other.
      if (begun && (await countOfDay(tx, playerId, now)) > perDay)
        return refuseForToday(tx, { playerId, perDay, now });
      const row = begun ?? (await store.findRunning(tx, playerId)) ?? (await store.findLatest(tx, playerId));
      if (!row) throw new Error('an export vanished');
      return viewExport(row, now);
    }),
  );
}

/**
 * The player may ask again once fewer exports than the daily limit are less than a day old. The newest export is the
 * refused one itself.
 */
async function refuseForToday(
  tx: Tx,
  { playerId, perDay, now }: { playerId: string; perDay: number; now: Date },
): Promise<Refusal> {
  const last = (await store.findAskedBefore(tx, playerId, perDay)) ?? now;
  return refuse('too_many_exports', { max: perDay, ...untilThen(new Date(last.getTime() + dayMs)) });
}

async function begin(
  tx: Tx,
  asked: Parameters<typeof store.insertExport>[1],
): Promise<store.DataExportRow | undefined> {
  const begun = await store.insertExport(tx, asked);
  if (begun) await enqueue(tx, makeTask, {}, { key: makeTask, priority: 10 });
  return begun;
}

/** Returns a function that checks whether a player can download an export. */
export function hasArchive({ db, clock }: Pick<AskDeps, 'db' | 'clock'>) {
  return async ({ exportId, playerId }: { exportId: string; playerId: string }): Promise<boolean> => {
    const row = await store.findExport(db, { id: exportId, playerId });
    return row !== undefined && viewExport(row, clock.now()).status === 'ready';
  };
}
