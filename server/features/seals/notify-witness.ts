// SPDX-License-Identifier: Apache-2.0

import { open } from 'node:fs/promises';
import type { TreeHead } from '../../../contract/seals.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import { readOrigin } from './read-log.ts';
import { toHead } from './seal-keys.ts';
import { listHeads } from './seal-store.ts';
import { findWitnessedSize, storeWitnessedSize } from './seal-witness-store.ts';

export const witnessTask = 'tell-witness';
const headsAtOnce = 100;
const newline = 10;

/** Enqueues the job that writes a new head to the witness's file, in the transaction that signs the head. */
export async function scheduleWitness(tx: Tx): Promise<void> {
  // Lower priority than jobs that decide and pay. A job that waits for a retry runs now instead.
  await enqueue(tx, witnessTask, {}, { key: witnessTask, priority: 10 });
}

/** A head as a line of the file. */
export const toWitnessLine = (origin: string, head: TreeHead): string => JSON.stringify({ origin, ...head });

async function append(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, 'a+');
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    // A process killed in the middle of a line left it without a newline.
    const before = size > 0 && last[0] !== newline ? '\n' : '';
    await file.appendFile(before + lines.map((line) => `${line}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Appends all new heads to the file. The database records the progress, so a file that was unavailable for days gets
 * all of them; heads that were written but not recorded are written again.
 * @throws so that the job is retried
 */
export async function notifyWitness(
  path: string,
  { db, clock }: { db: Database; clock: Clock },
): Promise<void> {
  const origin = await readOrigin(db);
  let told = await findWitnessedSize(db);
  for (;;) {
    const heads = await listHeads(db, told, headsAtOnce);
    const last = heads.at(-1);
    if (!last) return;
    await append(
      path,
      heads.map((head) => toWitnessLine(origin, toHead(head))),
    );
    await storeWitnessedSize(db, last.size, clock.now());
    told = last.size;
  }
}
