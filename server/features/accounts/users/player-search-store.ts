// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { countedExactly } from '../../../../contract/paging.ts';
import { hasWord } from '../../../platform/db/containing.ts';
import { estimateFound } from '../../../platform/db/count-found.ts';
import type { Queryable } from '../../../platform/db/database.ts';

/** A search, prepared for statements. */
export interface PlayerSearch {
  text: string;
  /** Names of matching roles; may be empty. */
  roles: readonly string[];
  /**
   * The search matches so many players that a lookup is no use: the query tests players in list order until a page is
   * full.
   */
  findsMany: boolean;
}

const many = 2 * countedExactly;

export async function findsMany(db: Queryable, search: string): Promise<boolean> {
  return (await estimateFound(db, sql`from player_search where ${hasWord(sql`words`, search)}`)) > many;
}

/**
 * Handles have a separate index, so that giving the first handle need not rewrite a player's words. Duplicates are
 * kept: a player found in both indexes is returned twice.
 */
function searchPlayers(search: string, limit: number): Sql {
  return sql`
    (select player_id from player_search where ${hasWord(sql`words`, search)} limit ${limit})
    union all
    (select player_id from handles where ${hasWord(sql`lower(handle)`, search)} and player_id is not null limit ${limit})`;
}

/** SQL condition on a single player. Current and former handles each have an index. */
const hasWords = (search: string) => sql`
  coalesce(
    (select ${hasWord(sql`s.words`, search)} from player_search s where s.player_id = p.id)
    or (select bool_or(${hasWord(sql`lower(h.handle)`, search)}) from handles h where h.player_id = p.id and h.is_worn)
    or (select bool_or(${hasWord(sql`lower(h.handle)`, search)}) from handles h where h.player_id = p.id and not h.is_worn),
    false)`;

/**
 * SQL condition: the user matches a search, by the index of players' words. That index leaves out roles, or every
 * search for "user" would match all players. There are few roles, so they are looked up first; only a search that
 * matches one checks the players' roles.
 */
export function isFound({ text, roles, findsMany }: PlayerSearch): Sql {
  const byWords = findsMany ? hasWords(text) : sql`p.id in (${searchPlayers(text, many)})`;
  return roles.length > 0 ? sql`(p.role = any (${[...roles]}::text[]) or ${byWords})` : byWords;
}

/** The planner's estimate of how many players meet a condition and match a search with many results. */
export const estimateMany = (db: Queryable, { text }: PlayerSearch, condition: Sql): Promise<number> =>
  estimateFound(
    db,
    sql`from players p join player_search s on s.player_id = p.id where ${condition} and ${hasWord(sql`s.words`, text)}`,
  );

/**
 * Ids of the players that match a search, including deleted ones; at most `limit`. Administrators come first: they are
 * few and searched most, and would drown among players of the same name.
 * @param among limits the search to these players
 */
export async function searchUserIds(
  db: Queryable,
  search: string,
  limit: number,
  among?: readonly string[],
): Promise<string[]> {
  if (among) {
    const found = await db.rows<{ id: string }>(sql`
      select p.id from players p where p.id = any (${[...among]}::uuid[]) and ${hasWords(search)} limit ${limit}`);
    return found.map(({ id }) => id);
  }
  const rows = await db.rows<{ id: string }>(sql`
    select player_id as id from (
      select p.id as player_id, 0 as place from players p where p.role <> 'USER' and ${hasWords(search)}
      union all
      select player_id, 1 from (${searchPlayers(search, limit)}) found
    ) found
    group by player_id order by min(place) limit ${limit}`);
  return rows.map(({ id }) => id);
}
