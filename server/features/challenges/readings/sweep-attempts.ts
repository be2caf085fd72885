// SPDX-License-Identifier: Apache-2.0

import { listOverdueAttempts } from './due-reading-queries.ts';
import type { ReadDeps } from './read-attempt.ts';
import { findUnplanned, scheduleReading } from './reading-jobs.ts';
import { lostAfterMs } from './reading-rules.ts';

const maxSwept = 500;

/** Plans readings whose job got lost again. They keep their due time, so the most overdue runs first. */
export async function sweepAttempts({
  db,
  clock,
  log,
  timeScale,
}: Pick<ReadDeps, 'db' | 'clock' | 'log' | 'timeScale'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - lostAfterMs(timeScale));
  const count = await db.transaction(async (tx) => {
    // Readings that wait for a worker or a slot of the source are overdue too, but not lost.
    const lost = await findUnplanned(tx, await listOverdueAttempts(tx, before, maxSwept));
    for (const { id, nextReadingAt } of lost) await scheduleReading(tx, id, { due: nextReadingAt, now });
    return lost.length;
  });
  if (count > 0) log.warn({ count }, 'rescheduled overdue readings');
}
