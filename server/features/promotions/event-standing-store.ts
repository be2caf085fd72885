// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Score } from '../../ports.ts';

/** A player's standing in a promotion. */
export interface Standing {
  playerId: string;
  rank: number;
  xp: number;
}

/** Ranking promotions that are running, ended after `endedAfter`, or were never ranked; least recently ranked first. */
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

/**
 * Moves a running promotion behind the others. An ended one stays due until it has been ranked, since it may never have
 * been.
 */
export async function postpone(db: Queryable, eventId: string, now: Date): Promise<void> {
  await db.run(sql`update events set ranked_at = ${now} where id = ${eventId} and ends_at > ${now}`);
}

/** Whether a running ranking promotion has fewer than `many` ranked players, so that ranking it again is cheap. */
export async function ranksFew(db: Queryable, now: Date, many: number): Promise<boolean> {
  const running = await db.row(sql`
    select from events
    where 'ACTIVITY_WEEKLY' = any (triggers) and deleted_at is null and is_active
      and starts_at <= ${now} and ends_at > ${now}
      and not exists (select from event_standings where event_id = events.id and rank >= ${many})
    limit 1`);
  return running !== undefined;
}

/** Lets one transaction at a time rank a promotion; false if another one is ranking it. */
export async function mayRank(tx: Tx, eventId: string): Promise<boolean> {
  const { isMine } = await tx.one<{ isMine: boolean }>(sql`
    select pg_try_advisory_xact_lock(7424, hashtext(${eventId})) as is_mine`);
  return isMine;
}

/** Stores a promotion's standings, writing only differences. @returns whether anything changed */
export async function storeStandings(
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

/** A player's standing in each of these promotions where they are ranked. */
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

/** The first `limit` players of a promotion, and `playerId` if they are ranked; ordered by rank. */
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

/** These players' XP in a promotion, for ranked players only. */
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
