import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';

export const readTask = 'read-attempt';

/** Plans the attempt's next reading; one is waiting at most, a later plan replaces it. */
export function scheduleReading(tx: Tx, attemptId: string, at: Date): Promise<void> {
  return enqueue(tx, readTask, { attemptId }, { runAt: at, key: `${readTask}:${attemptId}` });
}
