import type { Tasks } from '../../platform/jobs/outbox.ts';
import { type DrawToTell, drawTask, type NotificationsDeps, notifyOfDraw } from './notify.ts';
import { deleteOlder } from './store.ts';

const forgetTask = 'forget-notifications';
const keptForMs = 90 * 24 * 3_600_000;

/** Once a night. */
export const notificationsCrontab = `40 3 * * * ${forgetTask}`;

export function notificationsTasks(deps: NotificationsDeps): Tasks {
  const { db, clock } = deps;
  return {
    [drawTask]: (next: DrawToTell) => notifyOfDraw(next, deps),
    [forgetTask]: () => deleteOlder(db.reports, new Date(clock.now().getTime() - keptForMs)),
  };
}
