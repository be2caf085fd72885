// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { HasAccount } from '../../ports.ts';
import type { NotedPause } from './journal-entries.ts';
import { insertPause } from './play-pause-store.ts';

interface Restored {
  now: Date;
  hasAccount: HasAccount;
}

const lacking = (noted: readonly NotedPause[], { now, hasAccount }: Restored): Sql => sql`
  select noted.player_id, noted.until_at as until
  from unnest(${noted.map(({ playerId }) => playerId)}::uuid[], ${noted.map(({ until }) => until)}::timestamptz[])
    noted (player_id, until_at)
  where noted.until_at > ${now} and ${hasAccount(sql`noted.player_id`)} and not exists (
    select from play_pauses p where p.player_id = noted.player_id and p.until_at >= date_trunc('milliseconds', noted.until_at))
  order by noted.player_id`;

/** Whether somebody may play here who had paused, as after a restore. */
export async function isPauseLacking(
  db: Queryable,
  noted: readonly NotedPause[],
  restored: Restored,
): Promise<boolean> {
  return (await db.row(sql`${lacking(noted, restored)} limit 1`)) !== undefined;
}

/** Lets the pauses go on that a restored database lacks. @returns whose */
export async function pauseAgain(
  tx: Tx,
  noted: readonly NotedPause[],
  restored: Restored,
): Promise<string[]> {
  const pauses = await tx.rows<{ playerId: string; until: Date }>(lacking(noted, restored));
  for (const pause of pauses) await insertPause(tx, { ...pause, beganAt: restored.now });
  return pauses.map(({ playerId }) => playerId);
}
