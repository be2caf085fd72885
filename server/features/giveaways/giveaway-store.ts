// SPDX-License-Identifier: Apache-2.0

import sql, { empty, type Sql } from 'sql-template-tag';
import type { GiveawayInput } from '../../../contract/giveaways-admin.ts';
import { containing } from '../../platform/db/containing.ts';
import { counted } from '../../platform/db/counted.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { toPageSql } from '../../platform/db/page.ts';

export interface GiveawayRow {
  id: string;
  title: string;
  prizeType: 'GC' | 'XP';
  prizeAmount: number;
  winnerCount: number;
  startsAt: Date;
  endsAt: Date;
  isActive: boolean;
  commitment: string;
  drawnAt: Date | null;
  createdAt: Date;
}

const columns = sql`
  g.id, g.title, g.prize_type, g.prize_amount, g.winner_count,
  g.starts_at, g.ends_at, g.is_active, g.commitment,
  g.drawn_at, g.created_at`;

function find(db: Queryable, id: string, lock: Sql): Promise<GiveawayRow | undefined> {
  return db.row<GiveawayRow>(sql`
    select ${columns} from giveaways g where g.id = ${id} and g.deleted_at is null ${lock}`);
}

export function findGiveaway(db: Queryable, id: string): Promise<GiveawayRow | undefined> {
  return find(db, id, sql``);
}

/** Keeps a giveaway from being drawn or changed while a player enters. */
export function holdGiveaway(tx: Tx, id: string): Promise<GiveawayRow | undefined> {
  return find(tx, id, sql`for share`);
}

/** Locks a giveaway for its draw or a change, which waits for entries in progress. */
export function lockGiveaway(tx: Tx, id: string): Promise<GiveawayRow | undefined> {
  return find(tx, id, sql`for no key update`);
}

/** The seed of the draw, a secret of the database until the draw. */
export async function getSeed(db: Queryable, id: string): Promise<string> {
  const { seed } = await db.one<{ seed: string }>(sql`select seed from giveaways where id = ${id}`);
  return seed;
}

export interface ListedGiveaway extends GiveawayRow {
  participants: number;
  myEntry: string | null;
  hasWon: boolean;
}

function listed(playerId: string): Sql {
  return sql`
    select ${columns}, own.entry as my_entry, own.won_as is not null as has_won,
      ${counted('giveaway entries', sql`g.id`)} as participants
    from giveaways g
    left join giveaway_entries own on own.giveaway_id = g.id and own.player_id = ${playerId}`;
}

/** SQL condition: players can see the giveaway, since it is active, has entries or is drawn. */
const isShown = sql`(g.drawn_at is not null or g.is_active
  or exists (select from giveaway_entries e where e.giveaway_id = g.id))`;

/** A giveaway that players can see, and its number of winners. */
export function findShown(db: Queryable, id: string): Promise<(GiveawayRow & { won: number }) | undefined> {
  return db.row<GiveawayRow & { won: number }>(sql`
    select ${columns}, (
      select count(*) from giveaway_entries e where e.giveaway_id = g.id and e.won_as is not null) as won
    from giveaways g where g.id = ${id} and g.deleted_at is null and ${isShown}`);
}

/** Giveaways for a player: undrawn ones by their end, then drawn ones, newest first. */
export function listForPlayer(db: Queryable, playerId: string, maxDrawn: number): Promise<ListedGiveaway[]> {
  return db.rows<ListedGiveaway>(sql`
    (${listed(playerId)} where g.deleted_at is null and g.drawn_at is null and ${isShown}
      order by g.ends_at, g.id)
    union all
    (${listed(playerId)} where g.deleted_at is null and g.drawn_at is not null
      order by g.drawn_at desc, g.id limit ${maxDrawn})`);
}

export function findForPlayer(db: Queryable, id: string, playerId: string): Promise<ListedGiveaway> {
  return db.one<ListedGiveaway>(sql`${listed(playerId)} where g.id = ${id}`);
}

/** A page for administrators, active ones first, by their end; `total` is the number of all matches. */
export async function listAll(
  db: Queryable,
  { search, page, pageSize }: { search?: string | undefined; page: number; pageSize: number },
): Promise<{ rows: GiveawayRow[]; total: number }> {
  const like = search ? sql`and lower(g.title) like lower(${containing(search)})` : empty;
  const found = sql`from giveaways g where g.deleted_at is null ${like}`;
  const rows = await db.rows<GiveawayRow>(sql`
    select ${columns} ${found}
    order by g.is_active desc, g.ends_at, g.id ${toPageSql({ page, pageSize })}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total ${found}`);
  return { rows, total };
}

export interface Secret {
  seed: string;
  commitment: string;
}

export async function insertGiveaway(
  tx: Tx,
  id: string,
  giveaway: GiveawayInput,
  { seed, commitment }: Secret,
): Promise<void> {
  await tx.run(sql`
    insert into giveaways (id, title, prize_type, prize_amount, winner_count, starts_at, ends_at, is_active, seed,
      commitment)
    values (${id}, ${giveaway.title}, ${giveaway.prizeType}, ${giveaway.prizeAmount}, ${giveaway.winnerCount},
      ${giveaway.startDate}, ${giveaway.endDate}, ${giveaway.isActive}, ${seed}, ${commitment})`);
}

export async function updateGiveaway(
  tx: Tx,
  id: string,
  giveaway: GiveawayInput,
  { seed, commitment }: Secret,
): Promise<void> {
  await tx.run(sql`
    update giveaways set title = ${giveaway.title}, prize_type = ${giveaway.prizeType},
      prize_amount = ${giveaway.prizeAmount}, winner_count = ${giveaway.winnerCount},
      starts_at = ${giveaway.startDate}, ends_at = ${giveaway.endDate}, is_active = ${giveaway.isActive},
      seed = ${seed}, commitment = ${commitment}
    where id = ${id}`);
}

export async function setActive(tx: Tx, id: string, isActive: boolean): Promise<void> {
  await tx.run(sql`update giveaways set is_active = ${isActive} where id = ${id}`);
}

export async function deleteGiveaway(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(sql`update giveaways set deleted_at = ${at}, is_active = false where id = ${id}`);
}

export async function markDrawn(tx: Tx, id: string, entrantsHash: string, at: Date): Promise<void> {
  await tx.run(sql`update giveaways set drawn_at = ${at}, entrants_hash = ${entrantsHash} where id = ${id}`);
}

/** Undrawn giveaways, soonest first. */
export function listScheduledDraws(
  db: Queryable,
  limit: number,
): Promise<{ id: string; title: string; runAt: Date }[]> {
  return db.rows(sql`
    select id, title, ends_at as run_at from giveaways where drawn_at is null and deleted_at is null
    order by ends_at, id limit ${limit}`);
}

/** Ended giveaways that are not drawn yet. */
export async function listDueToDraw(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from giveaways where drawn_at is null and deleted_at is null and ends_at <= ${now}
    order by ends_at limit ${limit}`);
  return rows.map(({ id }) => id);
}
