/** A process that takes the job `hang`, says so, and never ends it. Argument: the database's address. */
import { openDatabase } from '../../server/platform/db/database.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { createLogger } from '../../server/platform/log.ts';

const connectionString = process.argv[2] as string;
const db = openDatabase(connectionString);
await startWorker({
  connectionString,
  pool: db.pool,
  concurrency: 1,
  log: createLogger('silent'),
  tasks: {
    hang: () => {
      process.send?.('taken');
      return new Promise(() => {});
    },
  },
});
