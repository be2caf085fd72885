import type { Tasks } from '../../platform/jobs/outbox.ts';
import { overdueAttempts } from './attempt-store.ts';
import type { ChallengesDeps } from './deps.ts';
import { readAttempt } from './read-attempt.ts';
import { readTask, scheduleReading } from './reading-jobs.ts';
import { lostAfterMs } from './rules.ts';

const sweepTask = 'sweep-attempts';
const sweepAtMost = 500;

/** Every minute. */
export const challengesCrontab = `* * * * * ${sweepTask}`;

/** Plans anew the readings whose job got lost; they keep their due time, so the longest overdue goes first. */
async function sweep({ db, clock, log, pace }: ChallengesDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - lostAfterMs(pace.timeScale));
  const overdue = await overdueAttempts(db, before, sweepAtMost);
  if (overdue.length === 0) return;
  await db.transaction(async (tx) => {
    for (const { id, nextReadingAt } of overdue) await scheduleReading(tx, id, nextReadingAt);
  });
  log.warn({ count: overdue.length }, 'planned overdue readings anew');
}

export function challengesTasks(deps: ChallengesDeps): Tasks {
  return {
    [readTask]: (payload: { attemptId: string }) => readAttempt(payload, deps),
    [sweepTask]: () => sweep(deps),
  };
}
