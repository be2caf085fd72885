import { oneByOne } from '../../platform/jobs/one-by-one.ts';
import type { Tasks } from '../../platform/jobs/outbox.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import type { EventsDeps } from './deps.ts';
import { dueToEnd, markStarted } from './event-store.ts';
import { lateWordsMs } from './rules.ts';
import { endEvent } from './run-event.ts';

export const sweepTask = 'run-events';
const endedAtOnce = 100;

/** Every minute. */
export const eventsCrontab = `* * * * * ${sweepTask}`;

/**
 * Begins and ends events whose moment has come, however long ago: each is locked and looked at again, so that any
 * number of workers, and a start after days of downtime, do it once.
 */
async function runEvents(deps: EventsDeps): Promise<void> {
  const { db, clock } = deps;
  await db.transaction(async (tx) => {
    if ((await markStarted(tx, clock.now())) > 0) await publishToAll(tx, 'events', {});
  });
  const before = new Date(clock.now().getTime() - lateWordsMs);
  await oneByOne(await dueToEnd(db, before, endedAtOnce), (eventId) => endEvent(eventId, deps));
}

export function eventsTasks(deps: EventsDeps): Tasks {
  return { [sweepTask]: () => runEvents(deps) };
}
