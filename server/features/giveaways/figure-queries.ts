// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { FigureSource } from '../../ports.ts';

/** Giveaways that the player entered; counted up to 100. */
export const giveawayFigures: FigureSource<'giveaways'> = {
  getFigures: (db, playerId) =>
    db.one(sql`
      select count(*) as giveaways from (
        select from giveaway_entries where player_id = ${playerId} limit 100) entries`),
  async findReachedAt(db, playerId, goals) {
    const rows = await db.rows<{ enteredAt: Date }>(sql`
      select entered_at from giveaway_entries where player_id = ${playerId} order by entered_at limit 100`);
    return goals.map(({ goal }) => rows[goal - 1]?.enteredAt);
  },
};
