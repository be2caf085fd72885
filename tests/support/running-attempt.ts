// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { ChallengesTest, Player, ScriptedAccount } from './challenges.ts';

export interface Running {
  player: Player;
  attemptId: string;
  epicId: string;
}

/** Common steps of tests of a running attempt. */
export function runningAttempts(challenges: () => ChallengesTest) {
  return {
    /** A new player, who has just entered with an Epic account of their own. */
    async running(): Promise<Running> {
      const player = await challenges().player();
      const epicId = `epic-${player.id.slice(-8)}`;
      const { attemptId } = await challenges().enter(player, { epicId });
      return { player, attemptId, epicId };
    },

    /** Status and reason in one line. */
    async stands({ player, attemptId }: Running): Promise<string> {
      const { status, reason } = await challenges().attempt(player, attemptId);
      return `${status} ${reason}`;
    },

    /** Sets the source's answer about an account; undefined: its statistics again. */
    say(epicId: string, says?: ScriptedAccount['says']): void {
      const account = challenges().accounts.get(epicId);
      if (account) account.says = says;
    },

    /** Names of the domain events published about an attempt, in order. */
    async publishedOf(attemptId: string): Promise<string[]> {
      const rows = await challenges().test.db.rows<{ name: string }>(sql`
        select tasks.identifier as name from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where tasks.identifier like 'challenge%' and jobs.payload ->> 'attemptId' = ${attemptId} order by jobs.id`);
      return rows.map(({ name }) => name);
    },
  };
}
