// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/database.ts';
import type { JournalEntries } from '../../platform/journal/entries.ts';
import type { Restored } from '../../ports.ts';
import { insertPause } from './play-pause-store.ts';

/** Continues pauses that are missing from a restored database. @returns the players */
export async function pauseAgain(
  tx: Tx,
  noted: readonly JournalEntries['paused'][],
  { at, hasAccount }: Restored,
): Promise<string[]> {
  const pauses = await tx.rows<{ playerId: string; until: Date }>(sql`
    select noted.player_id, noted.until_at as until
    from unnest(${noted.map(({ playerId }) => playerId)}::uuid[], ${noted.map(({ until }) => until)}::timestamptz[])
      noted (player_id, until_at)
    where noted.until_at > ${at} and ${hasAccount(sql`noted.player_id`)} and not exists (
      select from play_pauses p where p.player_id = noted.player_id and p.until_at >= date_trunc('milliseconds', noted.until_at))
    order by noted.player_id`);
  for (const pause of pauses) await insertPause(tx, { ...pause, beganAt: at });
  return pauses.map(({ playerId }) => playerId);
}
