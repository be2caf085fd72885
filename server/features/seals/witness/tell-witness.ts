// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/outbox.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import { proveConsistency } from '../prove.ts';
import { readLog } from '../read-log.ts';
import { toHead } from '../seal-keys.ts';
import { findNewestHead, type HeadRow, listHeads } from '../seal-store.ts';
import { findToldSize, keepTold } from './seal-witness-store.ts';
import type { Witness } from './witnesses.ts';

export const witnessTask = 'tell-witness';
export const dailyWitnessTask = 'tell-daily-witnesses';

export interface WitnessDeps {
  db: Database;
  clock: Clock;
  witnesses: readonly Witness[];
}

/** Most heads in one message. */
const headsAtOnce = 100;

async function enqueueFor(tx: Tx, { name }: Witness): Promise<void> {
  // Lower priority than jobs that decide and pay. A job that is waiting for a retry runs now instead.
  await enqueue(tx, witnessTask, { witness: name }, { key: `${witnessTask}:${name}`, priority: 10 });
}

/** Enqueues the jobs that send a new head to witnesses, in the transaction that signs it. */
export async function scheduleWitnesses(tx: Tx, { witnesses }: WitnessDeps): Promise<void> {
  for (const witness of witnesses) if (witness.hearsEveryHead) await enqueueFor(tx, witness);
}

export async function scheduleDailyWitnesses({ db, witnesses }: WitnessDeps): Promise<void> {
  await db.transaction(async (tx) => {
    for (const witness of witnesses) if (!witness.hearsEveryHead) await enqueueFor(tx, witness);
  });
}

async function nextHeads({ db }: WitnessDeps, witness: Witness, told: number): Promise<HeadRow[]> {
  if (witness.hearsEveryHead) return listHeads(db, told, headsAtOnce);
  const newest = await findNewestHead(db);
  return newest && newest.size > told ? [newest] : [];
}

/**
 * Sends a witness all heads that it does not have yet. The database records how far it is, so a witness that was
 * unreachable for days gets everything; if sending succeeded but was not recorded, it gets those heads again.
 * @throws so that the job is retried
 */
export async function tellWitness({ witness: name }: { witness: string }, deps: WitnessDeps): Promise<void> {
  const { db, clock, witnesses } = deps;
  const witness = witnesses.find((each) => each.name === name);
  if (!witness) return;
  let from = await findToldSize(db, name);
  for (;;) {
    const heads = await nextHeads(deps, witness, from);
    const to = heads.at(-1)?.size;
    if (to === undefined) return;
    const proof = from === 0 ? { hashes: [] } : await proveConsistency({ from, to }, db);
    if (isRefusal(proof)) throw new Error(`the log is smaller than what ${name} was told`);
    await witness.tell({
      log: await readLog(db),
      heads: heads.map(toHead),
      consistency: { from, to, hashes: proof.hashes },
    });
    await keepTold(db, name, to, clock.now());
    from = to;
  }
}
