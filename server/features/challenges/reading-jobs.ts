// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import { countByAge } from './attempt-store.ts';
import { type Pace, readingLoad, youngSince } from './reading-rules.ts';

export const readTask = 'read-attempt';

/** Readings wait for their slots; what other features are told of meanwhile does not stand behind them. */
const priority = 10;

/** Plans the attempt's next reading; one is waiting at most, a later plan replaces it. */
export function scheduleReading(tx: Tx, attemptId: string, at: Date): Promise<void> {
  return enqueue(tx, readTask, { attemptId }, { runAt: at, key: `${readTask}:${attemptId}`, priority });
}

/** What the readings of all active attempts take now, in attempts that are read every four minutes. */
export async function findLoad(
  db: Queryable,
  { clock, pace }: { clock: Clock; pace: Pace },
): Promise<number> {
  return readingLoad(await countByAge(db, youngSince(clock.now(), pace.timeScale)));
}
