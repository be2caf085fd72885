// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Profile } from '../../../../contract/accounts.ts';
import { countedOfUser } from '../../../../contract/users-admin.ts';
import { countUpTo } from '../../../platform/db/count-found.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { type Part, part } from '../../../platform/db/parts.ts';

export interface PlayedRecord {
  wins: number;
  loss: number;
}

/** Wins and losses of each of these players; anyone who has finished nothing is missing. */
export async function getPlayedRecords(
  db: Queryable,
  playerIds: readonly string[],
): Promise<Map<string, PlayedRecord>> {
  const rows = await db.rows<PlayedRecord & { playerId: string }>(sql`
    select player_id, sum(won)::bigint as wins, sum(finished - won)::bigint as loss
    from attempt_kinds where player_id = any(${playerIds}) group by player_id`);
  return new Map(rows.map(({ playerId, wins, loss }) => [playerId, { wins, loss }]));
}

/** How many challenges a player has won. */
export async function countWins(db: Queryable, playerId: string): Promise<number> {
  return (await getPlayedRecords(db, [playerId])).get(playerId)?.wins ?? 0;
}

/** Number of a player's attempts, practice included, as in their list; counted up to `countedOfUser`. */
export function countAttempts(db: Queryable, playerId: string): Promise<number> {
  return countUpTo(db, sql`from attempts where player_id = ${playerId}`, countedOfUser);
}

/** Coins that a player's entries have cost since then, less refunds. */
export async function sumEnteredSince(db: Queryable, playerId: string, since: Date): Promise<number> {
  const { spent } = await db.one<{ spent: number }>(sql`
    select coalesce(sum(entry_fee_gc - refund_gc) filter (where voided_at is null or is_fee_forfeited), 0) as spent
    from attempts where player_id = ${playerId} and started_at > ${since}`);
  return spent;
}

export async function isVoided(db: Queryable, attemptId: string): Promise<boolean> {
  const row = await db.row(sql`select from attempts where id = ${attemptId} and voided_at is not null`);
  return row !== undefined;
}

/** The first attempt that a player finished and that was not voided. */
export function findFirstFinished(
  db: Queryable,
  playerId: string,
): Promise<{ attemptId: string; at: Date } | undefined> {
  return db.row(sql`
    select id as attempt_id, completed_at as at from counted_attempts
    where player_id = ${playerId} and status in ('SUCCESS', 'FAILED') and reason <> 'made-private'
    order by completed_at, id limit 1`);
}

/**
 * The player's record for the profile: wins and losses among finished attempts, and the number of all attempts, from
 * stored sums.
 */
export function challengeStatsPart(playerId: string): Part<Profile['challengeStats']> {
  return part(
    sql`
      select json_build_object('wins', coalesce(sum(won), 0), 'loss', coalesce(sum(finished - won), 0),
        'totalChallenges', coalesce(sum(entries), 0) + (
          select count(*) from attempts where player_id = ${playerId} and completed_at is null and not is_practice))
      from attempt_kinds where player_id = ${playerId}`,
    (found: Profile['challengeStats']) => found,
  );
}
