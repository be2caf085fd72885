// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';

export const readTask = 'read-attempt';

/** Readings wait for their slots; what other features are told of meanwhile does not stand behind them. */
const priority = 10;

/** Plans the attempt's next reading; one is waiting at most, a later plan replaces it. */
export function scheduleReading(tx: Tx, attemptId: string, at: Date): Promise<void> {
  return enqueue(tx, readTask, { attemptId }, { runAt: at, key: `${readTask}:${attemptId}`, priority });
}
