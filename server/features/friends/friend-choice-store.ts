// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { FriendChoices } from '../../../contract/friends.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';

export function findChoices(db: Queryable, playerId: string): Promise<FriendChoices | undefined> {
  return db.row<FriendChoices>(sql`
    select tells_wins, hears_wins from friend_choices where player_id = ${playerId}`);
}

export async function saveChoices(tx: Tx, playerId: string, choices: FriendChoices): Promise<void> {
  await tx.run(sql`
    insert into friend_choices (player_id, tells_wins, hears_wins)
    values (${playerId}, ${choices.tellsWins}, ${choices.hearsWins})
    on conflict (player_id) do update set tells_wins = excluded.tells_wins, hears_wins = excluded.hears_wins`);
}
