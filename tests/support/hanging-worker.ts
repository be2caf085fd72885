// SPDX-License-Identifier: Apache-2.0

/**
 * A process that takes the job `hang`, or `chain`, which enqueues the next job under its own key. It reports that and
 * never finishes the job. Argument: the database's address.
 */
import { openDatabase } from '../../server/platform/db/database.ts';
import { enqueue } from '../../server/platform/jobs/outbox.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { createLogger } from '../../server/platform/log.ts';

function hang(): Promise<never> {
  process.send?.('taken');
  return new Promise(() => {});
}

const connectionString = process.argv[2] as string;
const db = openDatabase(connectionString);
// The parent process may have exited without killing this one.
process.once('disconnect', () => process.exit());

await startWorker({
  connectionString,
  pool: db.pool,
  concurrency: 1,
  log: createLogger('silent'),
  tasks: {
    hang,
    async chain({ n }: { n: number }) {
      await db.transaction((tx) => enqueue(tx, 'chain', { n: n + 1 }, { key: 'chain' }));
      await hang();
    },
  },
});
