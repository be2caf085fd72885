// SPDX-License-Identifier: Apache-2.0

import sql, { empty } from 'sql-template-tag';
import { counted } from '../../platform/db/counted.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { toPageSql } from '../../platform/db/page.ts';

export async function hasEntries(db: Queryable, id: string): Promise<boolean> {
  return (await db.row(sql`select from giveaway_entries where giveaway_id = ${id} limit 1`)) !== undefined;
}

/** False if the player had already entered. */
export async function insertEntry(tx: Tx, id: string, playerId: string, at: Date): Promise<boolean> {
  const row = await tx.row(sql`
    insert into giveaway_entries (giveaway_id, player_id, entered_at) values (${id}, ${playerId}, ${at})
    on conflict do nothing returning entry`);
  return row !== undefined;
}

/** Deletes the entry of a player who may not win a locked giveaway, unless it is drawn; false without an entry. */
export async function takeOut(tx: Tx, id: string, playerId: string): Promise<boolean> {
  const taken = await tx.run(sql`
    delete from giveaway_entries e using giveaways g
    where g.id = e.giveaway_id and g.drawn_at is null and g.id = ${id} and e.player_id = ${playerId}`);
  return taken > 0;
}

/** Only the pseudonyms after `after`, ascending: ids sort in the same order as their texts. */
export async function listEntrantsAfter(
  db: Queryable,
  id: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await db.rows<{ entry: string }>(sql`
    select entry from giveaway_entries
    where giveaway_id = ${id} ${after ? sql`and entry > ${after}` : empty} order by entry limit ${limit}`);
  return rows.map(({ entry }) => entry);
}

/** The entries at these places of the list, counted from 0, in the order of `places`. */
export async function findEntrants(db: Queryable, id: string, places: readonly number[]): Promise<string[]> {
  const rows = await db.rows<{ entry: string }>(sql`
    select entry from unnest(${[...places]}::bigint[]) with ordinality as wanted (place, turn)
    join (
      select entry, row_number() over (order by entry) - 1 as place from giveaway_entries
      where giveaway_id = ${id}) listed using (place)
    order by turn`);
  return rows.map(({ entry }) => entry);
}

/** The winners, in the order in which they were drawn. */
export function getWinners(db: Queryable, id: string): Promise<{ entry: string; playerId: string }[]> {
  return db.rows(sql`
    select entry, player_id from giveaway_entries
    where giveaway_id = ${id} and won_as is not null order by won_as`);
}

export interface ParticipantRow {
  playerId: string;
  enteredAt: Date;
  wonAs: number | null;
}

const participant = sql`e.player_id, e.entered_at, e.won_as`;

/** For each of these giveaways, the number of entries and the first `limit` of them: winners first, then the newest. */
export async function listFirstParticipants(
  db: Queryable,
  giveawayIds: readonly string[],
  limit: number,
): Promise<Map<string, { count: number; first: ParticipantRow[] }>> {
  const counts = await db.rows<{ giveawayId: string; count: number }>(sql`
    select id as giveaway_id, ${counted('giveaway entries', sql`id`)} as count
    from unnest(${[...giveawayIds]}::uuid[]) id`);
  const rows = await db.rows<ParticipantRow & { giveawayId: string }>(sql`
    select wanted.id as giveaway_id, e.* from unnest(${[...giveawayIds]}::uuid[]) wanted (id)
    cross join lateral (
      (select ${participant} from giveaway_entries e
        where e.giveaway_id = wanted.id and e.won_as is not null order by e.won_as limit ${limit})
      union all
      (select ${participant} from giveaway_entries e
        where e.giveaway_id = wanted.id and e.won_as is null
        order by e.entered_at desc, e.player_id limit ${limit})
      limit ${limit}) e`);
  const byGiveaway = Map.groupBy(rows, ({ giveawayId }) => giveawayId);
  return new Map(
    counts.map(({ giveawayId, count }) => [giveawayId, { count, first: byGiveaway.get(giveawayId) ?? [] }]),
  );
}

/** A page of entries, newest first, and their number; only those of `playerIds` if given. */
export async function listParticipants(
  db: Queryable,
  giveawayId: string,
  { playerIds, page, pageSize }: { playerIds: readonly string[] | undefined; page: number; pageSize: number },
): Promise<{ rows: ParticipantRow[]; total: number }> {
  const found = sql`
    from giveaway_entries e where e.giveaway_id = ${giveawayId}
      ${playerIds ? sql`and e.player_id = any (${[...playerIds]}::uuid[])` : empty}`;
  const rows = await db.rows<ParticipantRow>(sql`
    select ${participant} ${found}
    order by e.entered_at desc, e.player_id ${toPageSql({ page, pageSize })}`);
  const { total } = await db.one<{ total: number }>(
    playerIds
      ? sql`select count(*) as total ${found}`
      : sql`select ${counted('giveaway entries', sql`${giveawayId}::uuid`)} as total`,
  );
  return { rows, total };
}

/** Players who entered, in no particular order. */
export async function listEntrants(db: Queryable, giveawayId: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ playerId: string }>(sql`
    select player_id from giveaway_entries where giveaway_id = ${giveawayId} limit ${limit}`);
  return rows.map(({ playerId }) => playerId);
}

/** Players after `after` who entered, and whether they won, ordered by id. */
export function listNextEntrants(
  db: Queryable,
  id: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ playerId: string; hasWon: boolean }[]> {
  return db.rows(sql`
    select player_id, won_as is not null as has_won from giveaway_entries
    where giveaway_id = ${id} and player_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by player_id limit ${limit}`);
}

export async function markWinners(tx: Tx, winners: readonly string[]): Promise<void> {
  await tx.run(sql`
    update giveaway_entries e set won_as = w.place
    from unnest(${[...winners]}::uuid[]) with ordinality as w (entry, place) where e.entry = w.entry`);
}

/** The hash and the length of a drawn giveaway's list. */
export function getList(db: Queryable, id: string): Promise<{ hash: string; length: number }> {
  return db.one(sql`
    select entrants_hash as hash, ${counted('giveaway entries', sql`id`)} as length from giveaways where id = ${id}`);
}

/**
 * Deletes a player's entries in every giveaway that is not drawn. This and a draw wait for each other: a list that
 * loses an entry after hashing could never be reproduced.
 */
export async function withdrawEntries(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`
    with undrawn as materialized (
      select g.id from giveaways g
      where g.drawn_at is null
        and g.id in (select giveaway_id from giveaway_entries where player_id = ${playerId})
      order by g.id for share
    )
    delete from giveaway_entries e using undrawn where e.player_id = ${playerId} and e.giveaway_id = undrawn.id`);
}
