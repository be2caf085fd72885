// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { countedExactly } from '../../../../contract/paging.ts';
import { hasWord } from '../../../platform/db/containing.ts';
import { estimateFound } from '../../../platform/db/count-found.ts';
import type { Queryable } from '../../../platform/db/database.ts';

/** What a search is in a statement. */
export interface PlayerSearch {
  text: string;
  /** Names of roles that it finds too; empty where it finds none. */
  roles: readonly string[];
  /** So many that they are not looked up first: players are asked one by one, in the order of the list, until a page is full. */
  findsMany: boolean;
}

const many = 2 * countedExactly;

export async function findsMany(db: Queryable, search: string): Promise<boolean> {
  return (await estimateFound(db, sql`from player_search where ${hasWord(sql`words`, search)}`)) > many;
}

/** Handles have an index of their own: nobody's words are written again when the first one is given. Nobody is left out that was found twice. */
function searchPlayers(search: string, limit: number): Sql {
  return sql`
    (select player_id from player_search where ${hasWord(sql`words`, search)} limit ${limit})
    union all
    (select player_id from handles where ${hasWord(sql`lower(handle)`, search)} and player_id is not null limit ${limit})`;
}

/** Asked of one player. The two kinds of handles have an index each. */
const hasWords = (search: string) => sql`
  coalesce(
    (select ${hasWord(sql`s.words`, search)} from player_search s where s.player_id = p.id)
    or (select bool_or(${hasWord(sql`lower(h.handle)`, search)}) from handles h where h.player_id = p.id and h.is_worn)
    or (select bool_or(${hasWord(sql`lower(h.handle)`, search)}) from handles h where h.player_id = p.id and not h.is_worn),
    false)`;

/**
 * Users by their words through the index of those, which holds no roles: each search for "user" would find everybody
 * in it. Roles are few and looked up first; only a search that finds one looks at the players' roles.
 */
export function isFound({ text, roles, findsMany }: PlayerSearch): Sql {
  const byWords = findsMany ? hasWords(text) : sql`p.id in (${searchPlayers(text, many)})`;
  return roles.length > 0 ? sql`(p.role = any (${[...roles]}::text[]) or ${byWords})` : byWords;
}

/** How many a search that finds many finds of the players that meet a condition, as the planner expects. */
export const estimateMany = (db: Queryable, { text }: PlayerSearch, condition: Sql): Promise<number> =>
  estimateFound(
    db,
    sql`from players p join player_search s on s.player_id = p.id where ${condition} and ${hasWord(sql`s.words`, text)}`,
  );

/**
 * Ids of those whom a search finds, deleted ones included; at most `limit`. Who holds an office comes first: they are few, are
 * looked for most, and would be lost among all the players of the same name.
 * @param among looks at these alone
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
