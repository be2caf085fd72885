// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Score } from '../../ports.ts';

/** Where a player of a promotion stands. */
export interface Standing {
  playerId: string;
  rank: number;
  xp: number;
}

/** Promotions that rank players and run, or have ended since `endedAfter`, or were never ranked; the longest unranked first. */
export function listDueToRank(
  db: Queryable,
  { now, endedAfter, limit }: { now: Date; endedAfter: Date; limit: number },
): Promise<{ id: string; startsAt: Date; endsAt: Date }[]> {
  return db.rows(sql`
    select id, starts_at, ends_at from events
    where 'ACTIVITY_WEEKLY' = any (triggers) and deleted_at is null and (is_active or is_completed)
      and starts_at <= ${now} and (ranked_at is null or ends_at > ${endedAfter})
    order by ranked_at nulls first limit ${limit}`);
}

/** Lets others have their turn before a promotion that runs. One that is over comes until it is ranked, which may be because it never was. */
export async function postpone(db: Queryable, eventId: string, now: Date): Promise<void> {
  await db.run(sql`update events set ranked_at = ${now} where id = ${eventId} and ends_at > ${now}`);
}

/** Whether a promotion that ranks players runs, and has ranked fewer than `many`: working it out again costs little. */
export async function ranksFew(db: Queryable, now: Date, many: number): Promise<boolean> {
  const running = await db.row(sql`
    select from events
    where 'ACTIVITY_WEEKLY' = any (triggers) and deleted_at is null and is_active
      and starts_at <= ${now} and ends_at > ${now}
      and not exists (select from event_standings where event_id = events.id and rank >= ${many})
    limit 1`);
  return running !== undefined;
}

/** One at a time ranks a promotion; false where somebody else does. */
export async function mayRank(tx: Tx, eventId: string): Promise<boolean> {
  const { isMine } = await tx.one<{ isMine: boolean }>(sql`
    select pg_try_advisory_xact_lock(7424, hashtext(${eventId})) as is_mine`);
  return isMine;
}

/** Keeps these as the first of a promotion, and writes what differs. @returns whether anything did */
export async function keepStandings(
  tx: Tx,
  eventId: string,
  scores: readonly Score[],
  at: Date,
): Promise<boolean> {
  const playerIds = scores.map(({ playerId }) => playerId);
  const gone = await tx.rows(sql`
    delete from event_standings where event_id = ${eventId} and player_id <> all (${playerIds}::uuid[])
    returning player_id`);
  const moved = await tx.rows(sql`
    insert into event_standings as s (event_id, player_id, rank, xp)
    select ${eventId}, player_id, rank, xp
    from unnest(${playerIds}::uuid[], ${scores.map(({ xp }) => xp)}::bigint[]) with ordinality as ranked (player_id, xp, rank)
    on conflict (event_id, player_id) do update set rank = excluded.rank, xp = excluded.xp
    where (s.rank, s.xp) <> (excluded.rank, excluded.xp)
    returning player_id`);
  await tx.run(sql`update events set ranked_at = ${at} where id = ${eventId}`);
  return gone.length + moved.length > 0;
}

/** Where a player stands in each of these promotions that ranked them. */
export async function getOwnStandings(
  db: Queryable,
  playerId: string,
  eventIds: readonly string[],
): Promise<Map<string, Pick<Standing, 'rank' | 'xp'>>> {
  const rows = await db.rows<{ eventId: string; rank: number; xp: number }>(sql`
    select event_id, rank, xp from event_standings
    where event_id = any (${[...eventIds]}::uuid[]) and player_id = ${playerId}`);
  return new Map(rows.map(({ eventId, ...standing }) => [eventId, standing]));
}

/** The first `limit` of a promotion, and `playerId` where they are ranked, by rank. */
export function getShownStandings(
  db: Queryable,
  eventId: string,
  { playerId, limit }: { playerId: string; limit: number },
): Promise<Standing[]> {
  return db.rows<Standing>(sql`
    select player_id, rank, xp from event_standings where event_id = ${eventId} and rank <= ${limit}
    union
    select player_id, rank, xp from event_standings where event_id = ${eventId} and player_id = ${playerId}
    order by rank`);
}

/** The XP of these players of a promotion, of those who are ranked. */
export async function getRankedXp(
  db: Queryable,
  eventId: string,
  playerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.rows<Standing>(sql`
    select player_id, xp from event_standings
    where event_id = ${eventId} and player_id = any (${[...playerIds]}::uuid[])`);
  return new Map(rows.map(({ playerId, xp }) => [playerId, xp]));
}
