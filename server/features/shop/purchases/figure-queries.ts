// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { FigureSource } from '../../../ports.ts';

/** Gift cards bought and not refunded; counted up to 100. */
export const cardFigures: FigureSource<'cards'> = {
  getFigures: (db, playerId) =>
    db.one(sql`
      select count(*) as cards from (
        select from purchases where player_id = ${playerId} and status <> 'refunded' limit 100) bought`),
  async findReachedAt(db, playerId, goals) {
    const rows = await db.rows<{ createdAt: Date }>(sql`
      select created_at from purchases where player_id = ${playerId} and status <> 'refunded'
      order by created_at, id limit 100`);
    return goals.map(({ goal }) => rows[goal - 1]?.createdAt);
  },
};
