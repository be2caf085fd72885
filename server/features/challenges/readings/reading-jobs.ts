// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../../platform/db/database.ts';
import { enqueue, findPlanned } from '../../../platform/jobs/outbox.ts';

export const readTask = 'read-attempt';

/** A low priority: readings wait for slots anyway, and domain events must not queue behind them. */
const priority = 10;

const getKey = (attemptId: string) => `${readTask}:${attemptId}`;

/**
 * Plans the attempt's next reading. At most one is waiting; a later plan replaces it.
 * @param due when, by this process's clock, which says `now`: the queue goes by the database's clock, and they may
 * differ
 */
export function scheduleReading(
  tx: Tx,
  attemptId: string,
  { due, now }: { due: Date; now: Date },
): Promise<void> {
  const inMs = due.getTime() - now.getTime();
  return enqueue(tx, readTask, { attemptId }, { inMs, key: getKey(attemptId), priority });
}

/** The given attempts whose next reading has no job left, or only one that has failed. */
export async function findUnplanned<Attempt extends { id: string }>(
  tx: Tx,
  attempts: readonly Attempt[],
): Promise<Attempt[]> {
  const planned = await findPlanned(
    tx,
    attempts.map(({ id }) => getKey(id)),
  );
  return attempts.filter(({ id }) => !planned.has(getKey(id)));
}
