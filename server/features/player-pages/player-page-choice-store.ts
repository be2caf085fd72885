// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { PageChoices } from '../../../contract/player-pages.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** The parts that a player lets others see; undefined if they never chose. */
export function findPageChoices(db: Queryable, playerId: string): Promise<PageChoices | undefined> {
  return db.row<PageChoices>(sql`
    select shows_wins, shows_bests, shows_achievements from player_page_choices where player_id = ${playerId}`);
}

export async function savePageChoices(
  tx: Tx,
  playerId: string,
  { showsWins, showsBests, showsAchievements }: PageChoices,
): Promise<void> {
  await tx.run(sql`
    insert into player_page_choices (player_id, shows_wins, shows_bests, shows_achievements)
    values (${playerId}, ${showsWins}, ${showsBests}, ${showsAchievements})
    on conflict (player_id) do update set shows_wins = excluded.shows_wins, shows_bests = excluded.shows_bests,
      shows_achievements = excluded.shows_achievements`);
}
