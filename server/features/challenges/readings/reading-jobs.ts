// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/outbox.ts';

export const readTask = 'read-attempt';

/** Readings wait for their slots; what other features are told of meanwhile does not stand behind them. */
const priority = 10;

/**
 * Plans the attempt's next reading; one is waiting at most, a later plan replaces it.
 * @param due when by the clock of this process, where it is `now`: the queue goes by the database's, and they may differ
 */
export function scheduleReading(
  tx: Tx,
  attemptId: string,
  { due, now }: { due: Date; now: Date },
): Promise<void> {
  const inMs = due.getTime() - now.getTime();
  return enqueue(tx, readTask, { attemptId }, { inMs, key: `${readTask}:${attemptId}`, priority });
}
