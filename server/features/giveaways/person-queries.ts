// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { PlayerExport } from '../../../contract/player-export.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** The giveaways that a player entered, in order, each with the player's pseudonym in its list. */
export async function* exportEntries(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['giveawayEntries'][number]> {
  const entries = await db.rows<{ giveaway: string; entry: string; enteredAt: Date; hasWon: boolean }>(sql`
    select g.title as giveaway, e.entry, e.entered_at, e.won_as is not null as has_won
    from giveaway_entries e join giveaways g on g.id = e.giveaway_id
    where e.player_id = ${playerId} order by e.entered_at`);
  for (const entry of entries) yield { ...entry, enteredAt: entry.enteredAt.toISOString() };
}
