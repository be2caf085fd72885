// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { countedExactly } from '../../../../contract/paging.ts';
import { hasWord } from '../../../platform/db/containing.ts';
import { estimateFound } from '../../../platform/db/count-found.ts';
import type { Queryable } from '../../../platform/db/database.ts';

/** A search, as statements need it. */
export interface PlayerSearch {
  text: string;
  /** Names of the roles that it matches; empty if it matches none. */
  roles: readonly string[];
  /**
   * It matches so many players that they are not looked up first: players are tested one by one, in the order of the
   * list, until a page is full.
   */
  findsMany: boolean;
}

const many = 2 * countedExactly;

export async function findsMany(db: Queryable, search: string): Promise<boolean> {
  return (await estimateFound(db, sql`from player_search where ${hasWord(sql`words`, search)}`)) > many;
}

/**
 * Handles have an index of their own, so that a player's words need not be rewritten when the first handle is given.
 * Duplicates are kept: a player found in both is returned twice.
 */
function searchPlayers(search: string, limit: number): Sql {
  return sql`
    (select player_id from player_search where ${hasWord(sql`words`, search)} limit ${limit})
    union all
    (select player_id from handles where ${hasWord(sql`lower(handle)`, search)} and player_id is not null limit ${limit})`;
}

/** SQL condition on a single player. Worn and unworn handles have an index each. */
const hasWords = (search: string) => sql`
  coalesce(
    (select ${hasWord(sql`s.words`, search)} from player_search s where s.player_id = p.id)
    or (select bool_or(${hasWord(sql`lower(h.handle)`, search)}) from handles h where h.player_id = p.id and h.is_worn)
    or (select bool_or(${hasWord(sql`lower(h.handle)`, search)}) from handles h where h.player_id = p.id and not h.is_worn),
    false)`;

/**
 * SQL condition: the user matches a search, through the index of players' words. That index holds no roles, or every
 * search for "user" would match all players. Roles are few and looked up first; only a search that matches one looks at
 * the players' roles.
 */
export function isFound({ text, roles, findsMany }: PlayerSearch): Sql {
  const byWords = findsMany ? hasWords(text) : sql`p.id in (${searchPlayers(text, many)})`;
  return roles.length > 0 ? sql`(p.role = any (${[...roles]}::text[]) or ${byWords})` : byWords;
}

/** The planner's estimate of how many players that meet a condition match a search with many results. */
export const estimateMany = (db: Queryable, { text }: PlayerSearch, condition: Sql): Promise<number> =>
  estimateFound(
    db,
    sql`from players p join player_search s on s.player_id = p.id where ${condition} and ${hasWord(sql`s.words`, text)}`,
  );

/**
 * Ids of the players that a search matches, deleted ones included; at most `limit`. Administrators come first: they are
 * few, are searched for most, and would be lost among all the players of the same name.
 * @param among looks only at these players
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
