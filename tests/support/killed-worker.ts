// SPDX-License-Identifier: Apache-2.0

/**
 * Runs the job for one reading and kills itself right before its n-th step. Prints "finished" if the job has fewer
 * steps. Started by survive-a-kill.test.ts as a separate process.
 */
import { challengesDeps } from '../../server/features/challenges/feature.ts';
import { readAttempt } from '../../server/features/challenges/readings/read-attempt.ts';
import { createListener } from '../../server/platform/listen.ts';
import { createLogger } from '../../server/platform/log.ts';
import { dyingDatabase } from './dying-database.ts';

export interface KilledJob {
  databaseUrl: string;
  sourceUrl: string;
  now: string;
  killBefore: number;
  attemptId: string;
}

const { databaseUrl, sourceUrl, now, killBefore, attemptId }: KilledJob = JSON.parse(process.argv[2] ?? '');
const db = dyingDatabase(databaseUrl, killBefore, () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
});
const log = createLogger('silent');
const listener = await createListener(databaseUrl, log);
const deps = challengesDeps({
  db,
  clock: { now: () => new Date(now) },
  log,
  listener,
  gameStats: { fortnite: { baseUrl: sourceUrl, keys: [{ key: 'test-key', requestsPerSecond: 1000 }] } },
  timeScale: 1,
  xp: { finished: 20, success: 100 },
});
await readAttempt({ attemptId }, deps);
process.stdout.write('finished\n');
await listener.close();
await db.close();
