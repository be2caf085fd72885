// SPDX-License-Identifier: Apache-2.0

import sql, { raw, type Sql } from 'sql-template-tag';
import type { GameId } from '../../../../contract/games/game.ts';
import { theGame } from '../../../../contract/games/games.ts';
import type { GameTerms } from '../../../../contract/games/schemas.ts';
import type { PerformanceSums } from '../../../../contract/performance.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { leaveOutNoTerms, type WithTerms } from '../challenge-store.ts';

/**
 * Results of ended attempts, from tables that the trigger on `attempts` maintains (db/functions/challenges.sql): the
 * cost of reading them does not grow with the number of attempts.
 */
const sums = sql`entries, finished, won, cancelled, matches, kills, first_places, top10, coins_in, coins_out`;

/** The days from `from` (YYYY-MM-DD) on which attempts ended, oldest first. */
export function getDays(
  db: Queryable,
  playerId: string,
  from: string,
): Promise<(PerformanceSums & { day: string })[]> {
  return db.rows(sql`
    select to_char(day, 'YYYY-MM-DD') as day, ${sums} from attempt_days
    where player_id = ${playerId} and day >= ${from}::date and entries > 0 order by day`);
}

export type KindSums = PerformanceSums & {
  challengeType: string;
  requiredPlacement: number;
  requiredKills: number;
  terms?: GameTerms;
};

/**
 * Results by kind of challenge, the most entered first. One row per kind that the player has entered: a few hundred at
 * most.
 */
export function getKinds(db: Queryable, playerId: string): Promise<KindSums[]> {
  return db.rows(sql`
    select challenge_type, required_placement, required_kills, ${sums} from attempt_kinds
    where player_id = ${playerId} order by entries desc, challenge_type`);
}

export interface MatchRow {
  attemptId: string;
  endedAt: Date;
  firstPlaces: number;
  top10: number;
  top25: number;
  kills: number;
  terms?: GameTerms | null;
}

/**
 * The newest finished attempts whose readings show exactly one match, newest first, at most `maxRecentMatches` of them.
 * The limits are literals because a cached plan does not know a parameter's value, and would sort all of a player's
 * attempts.
 */
export function getMatches(db: Queryable, playerId: string): Promise<MatchRow[]> {
  return db.rows(sql`
    select attempt_id, ended_at, first_places, top10, top25, kills from (
      -- Only totals count matches: attempts at other games are passed over.
      select * from finished_attempts where player_id = ${playerId} and matches > 0
      order by ended_at desc, attempt_id desc limit 40
    ) newest
    where matches = 1 order by ended_at desc, attempt_id desc limit 20`);
}

export interface BestRow {
  value: number;
  attemptId: string;
  /** A timestamp as JSON has it. */
  at: string;
}

interface Bests {
  kills: BestRow | null;
  winsInRow: BestRow | null;
  reward: BestRow | null;
}

/** A player's best finished attempts, the earliest of equal ones; null if there is none. */
export function getBests(db: Queryable, playerId: string): Promise<Bests> {
  return selectBests(db, sql`from finished_attempts where player_id = ${playerId}`);
}

function selectBests(db: Queryable, mine: Sql, before: Sql = sql``): Promise<Bests> {
  const found = (value: Sql) =>
    sql`json_build_object('value', ${value}, 'attemptId', attempt_id, 'at', ended_at)`;
  return db.one(sql`
    ${before}
    select
      (select ${found(sql`kills`)} ${mine} and matches = 1 and kills > 0 order by kills desc, ended_at limit 1) as kills,
      (select ${found(sql`wins_in_row`)} ${mine} and is_won order by wins_in_row desc, ended_at limit 1) as wins_in_row,
      (select ${found(sql`reward_gc`)} ${mine} and is_won and reward_gc > 0
        order by reward_gc desc, ended_at limit 1) as reward`);
}

export interface CareerRow {
  matches: number;
  wins: number;
  top10: number;
  top25: number;
  kills: number;
  takenAt: Date;
}

/** The newest successful reading of the player's newest attempt at the first game, which alone has totals. */
export function getCareer(db: Queryable, playerId: string): Promise<CareerRow | undefined> {
  return db.row(sql`
    select r.* from (
      select id from counted_attempts where player_id = ${playerId} and game = ${theGame.id} order by id desc limit 1
    ) a
    join lateral (
      select matches, wins, top10, top25, kills, taken_at from attempt_readings
      where attempt_id = a.id and kind = 'stats' order by number desc limit 1
    ) r on true`);
}

/**
 * The games of a player's ended attempts; nothing if there are none at any but the first. The literal lets a cached plan
 * use the index of the other games' attempts.
 */
export async function getGames(db: Queryable, playerId: string): Promise<GameId[]> {
  const ended = sql`from attempts where player_id = ${playerId} and completed_at is not null and not is_practice`;
  const rows = await db.rows<{ game: GameId }>(sql`
    with others as (select distinct game ${ended} and game <> ${raw(`'${theGame.id}'`)})
    select game from others
    union all
    select ${theGame.id} where exists (select from others) and exists (select ${ended} and game = ${theGame.id})`);
  return rows.map(({ game }) => game);
}

/**
 * A player's ended attempts at one game, with the figures of the match that decided: of totals that grow as they were
 * counted, otherwise of its record. Read only for players of several games, since it goes through all their attempts.
 */
const ownAttempts = (playerId: string, game: GameId) => sql`
  with own as (
    select a.id as attempt_id, a.completed_at as ended_at, a.challenge_type, a.required_placement, a.required_kills, a.terms,
      a.entry_fee_gc, a.reward_given_gc + a.refund_gc as coins_out, a.status = 'CANCELLED' as is_cancelled,
      f.attempt_id is not null as is_finished, coalesce(f.is_won, false) as is_won, f.reward_gc, result.*
    from attempts a
    left join finished_attempts f on f.attempt_id = a.id
    left join lateral (
      select coalesce((a.final_stats ->> 'matches')::bigint, f.matches) as matches,
        coalesce((a.final_stats ->> 'kills')::bigint, f.kills) as kills,
        coalesce((place = 1)::int, f.first_places) as first_places, coalesce((place <= 10)::int, f.top10) as top10,
        coalesce((place <= 25)::int, f.top25) as top25
      from (select (a.final_stats ->> 'place')::int as place) of_record
      where f.attempt_id is not null
    ) result on true
    where a.player_id = ${playerId} and a.game = ${game} and a.completed_at is not null and not a.is_practice
  )`;

/** Days and kinds of one game, as `getDays` and `getKinds` have those of all. */
export async function getSumsOfGame(
  db: Queryable,
  of: { playerId: string; game: GameId; from: string },
): Promise<{ days: (PerformanceSums & { day: string })[]; kinds: KindSums[] }> {
  const rows = await db.rows<WithTerms<KindSums> & { day: string | null }>(sql`
    ${ownAttempts(of.playerId, of.game)}, sums as (
      select *, to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD') as day from own
    )
    select day, challenge_type, required_placement, required_kills, terms, count(*) as entries,
      count(*) filter (where is_finished) as finished, count(*) filter (where is_won) as won,
      count(*) filter (where is_cancelled) as cancelled, coalesce(sum(matches), 0) as matches,
      coalesce(sum(kills), 0) as kills, coalesce(sum(first_places), 0) as first_places, coalesce(sum(top10), 0) as top10,
      coalesce(sum(entry_fee_gc), 0) as coins_in, coalesce(sum(coins_out), 0) as coins_out
    from sums
    group by grouping sets ((day), (challenge_type, required_placement, required_kills, terms))
    order by day, entries desc, challenge_type, terms`);
  return {
    days: rows.flatMap(({ day, ...row }) =>
      day !== null && day >= of.from ? [{ ...toSums(row), day }] : [],
    ),
    kinds: rows.flatMap(({ day, ...row }) => (day === null ? [leaveOutNoTerms<KindSums>(row)] : [])),
  };
}

/** Without the columns that only kinds have. */
function toSums(row: WithTerms<KindSums>): PerformanceSums {
  const {
    challengeType: _type,
    requiredPlacement: _place,
    requiredKills: _kills,
    terms: _terms,
    ...sums
  } = row;
  return sums;
}

/** The newest matches of one game, as `getMatches` has those of totals. */
export function getMatchesOfGame(db: Queryable, playerId: string, game: GameId): Promise<MatchRow[]> {
  return db.rows(sql`
    ${ownAttempts(playerId, game)}
    select attempt_id, ended_at, first_places, top10, top25, kills, terms from own
    where matches = 1 order by ended_at desc, attempt_id desc limit 20`);
}

/** The bests of one game. Its wins in a row are counted without the attempts at others between them. */
export function getBestsOfGame(db: Queryable, playerId: string, game: GameId): Promise<Bests> {
  const counted = sql`${ownAttempts(playerId, game)}, counted as (
    select *, row_number() over (partition by losses, is_won order by ended_at, attempt_id) as wins_in_row from (
      select *, count(*) filter (where not is_won) over (order by ended_at, attempt_id) as losses from own where is_finished
    ) finished
  )`;
  return selectBests(db, sql`from counted where true`, counted);
}
