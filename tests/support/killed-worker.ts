/**
 * Runs one job of the challenges feature and dies by SIGKILL right before its n-th step: a statement, a commit, or
 * the end. Prints "finished" where the job has fewer steps. Started by settle-under-kill.test.ts as a process.
 */
import { challengesDeps } from '../../server/features/challenges/deps.ts';
import { readAttempt } from '../../server/features/challenges/read-attempt.ts';
import { startAttempt } from '../../server/features/challenges/start-attempt.ts';
import { voidAttempt } from '../../server/features/challenges/void-attempt.ts';
import { type Database, openDatabase, type Queryable } from '../../server/platform/db/database.ts';
import { createListener } from '../../server/platform/listen.ts';
import { createLogger } from '../../server/platform/log.ts';

export interface KilledJob {
  databaseUrl: string;
  sourceUrl: string;
  now: string;
  killBefore: number;
  job:
    | { name: 'read'; input: Parameters<typeof readAttempt>[0] }
    | { name: 'start'; input: Parameters<typeof startAttempt>[0] }
    | { name: 'void'; input: Parameters<typeof voidAttempt>[0] };
}

const order: KilledJob = JSON.parse(process.argv[2] ?? '');
let steps = 0;

async function step(): Promise<void> {
  steps++;
  if (steps < order.killBefore) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
}

function stepwise<Q extends Queryable>(queryable: Q): Q {
  return {
    ...queryable,
    rows: async (query) => {
      await step();
      return queryable.rows(query);
    },
    row: async (query) => {
      await step();
      return queryable.row(query);
    },
    run: async (query) => {
      await step();
      return queryable.run(query);
    },
  };
}

const real = openDatabase(order.databaseUrl, { poolSize: 2 });
const db: Database = {
  ...stepwise(real),
  async transaction(work) {
    const result = await real.transaction(async (tx) => {
      const done = await work(stepwise(tx));
      await step();
      return done;
    });
    await step();
    return result;
  },
};

const log = createLogger('silent');
const listener = await createListener(order.databaseUrl, log);
const deps = challengesDeps({
  db,
  clock: { now: () => new Date(order.now) },
  log,
  listener,
  gameStats: { baseUrl: order.sourceUrl, apiKey: 'test-key', requestsPerSecond: 1000 },
  timeScale: 1,
  xp: { finished: 20, success: 100 },
});
const { job } = order;
if (job.name === 'read') await readAttempt(job.input, deps);
else if (job.name === 'start') await startAttempt(job.input, deps);
else await voidAttempt(job.input, deps);
process.stdout.write('finished\n');
await listener.close();
await real.close();
