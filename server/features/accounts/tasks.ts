import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { enqueue, type Tasks } from '../../platform/jobs/outbox.ts';
import { type DiscordCommandsDeps, registerCommands } from '../../providers/discord/commands.ts';
import { type DeletionParts, forgetDeletedPlayer, forgetTask } from './delete-account.ts';
import { deleteExpired } from './session-store.ts';

/** Cron line: once an hour. */
export const accountsCrontab = '17 * * * * forget-expired-sign-ins';

export function accountsTasks(deps: {
  db: Database;
  clock: Clock;
  discord: DiscordCommandsDeps;
  deletionParts: DeletionParts;
}): Tasks {
  return {
    async 'forget-expired-sign-ins'() {
      await deleteExpired(deps.db, deps.clock.now());
    },
    async [forgetTask]({ playerId }: { playerId: string }) {
      await forgetDeletedPlayer(playerId, deps);
    },
    async 'register-discord-commands'() {
      await registerCommands(deps.discord);
    },
  };
}

/** Called once at start-up. A job, so that a Discord that is down delays nothing and is asked again later. */
export async function announceCommands(db: Database): Promise<void> {
  await db.transaction((tx) =>
    enqueue(tx, 'register-discord-commands', {}, { key: 'register-discord-commands', maxAttempts: 10 }),
  );
}
