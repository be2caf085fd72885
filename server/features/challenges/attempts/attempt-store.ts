// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { activeStatuses } from '../../../../contract/attempt-statuses.ts';
import type { AttemptStatus, ChallengeRules } from '../../../../contract/challenges.ts';
import type { attemptFilters } from '../../../../contract/challenges-admin.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import type { AttemptStats, GameTerms } from '../../../../contract/games/schemas.ts';
import { countedExactly } from '../../../../contract/paging.ts';
import { hasWord } from '../../../platform/db/containing.ts';
import { countFound } from '../../../platform/db/count-found.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { toPageSql } from '../../../platform/db/page.ts';

export interface AttemptRow {
  id: string;
  playerId: string;
  game: GameId;
  /** What the challenge asked for besides place and kills. */
  terms: GameTerms | null;
  challengeDescription: string;
  variantId: string;
  challengeType: string;
  entryFeeGC: number;
  rewardGC: number;
  requiredPlacement: number;
  requiredKills: number;
  accountName: string;
  accountKey: string;
  rules: ChallengeRules;
  startedAt: Date;
  startBy: Date;
  status: AttemptStatus;
  reason: string;
  completedAt: Date | null;
  rewardGivenGC: number;
  refundGC: number;
  processingFeeGC: number;
  xpGiven: number;
  nextReadingAt: Date | null;
  voidedAt: Date | null;
  voidReason: string | null;
  isFeeForfeited: boolean;
  decidedStatus: 'SUCCESS' | 'FAILED' | 'CANCELLED' | null;
  decidedAt: Date | null;
  /** Numbers of the readings that were compared; `decidedByReading` is null while undecided. */
  baselineReading: number;
  decidedByReading: number | null;
  isPractice: boolean;
  /** When people decided that it counts as won, against the verdict. */
  overturnedAt: Date | null;
  /** What the match that decided achieved, where readings have no totals to compare. */
  finalStats: AttemptStats | null;
}

const columns = sql`
  a.id, a.player_id, a.game, a.terms, a.challenge_description, a.variant_id, a.challenge_type,
  a.entry_fee_gc, a.reward_gc, a.required_placement, a.required_kills, a.epic_name as account_name,
  a.epic_account_key as account_key, a.rules,
  a.started_at, a.start_by, a.status, a.reason, a.completed_at, a.reward_given_gc, a.refund_gc, a.processing_fee_gc,
  a.xp_given, a.next_reading_at, a.voided_at, a.void_reason, a.is_fee_forfeited, a.decided_status, a.decided_at,
  a.baseline_reading, a.decided_by_reading, a.is_practice, a.overturned_at,
  a.final_stats`;

export async function newAttemptId(db: Queryable): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`select make_uuidv7() as id`);
  return id;
}

/**
 * Adds an attempt. Violates `attempts_one_active_per_player` or `attempts_one_active_per_epic_account` if one is
 * already active, and `attempts_one_practice` if the player has practised.
 */
export async function insertAttempt(
  tx: Tx,
  attempt: Pick<
    AttemptRow,
    | 'id'
    | 'playerId'
    | 'game'
    | 'terms'
    | 'challengeDescription'
    | 'variantId'
    | 'challengeType'
    | 'entryFeeGC'
    | 'rewardGC'
    | 'requiredPlacement'
    | 'requiredKills'
    | 'accountName'
    | 'accountKey'
    | 'rules'
    | 'startedAt'
    | 'startBy'
    | 'status'
    | 'reason'
    | 'isPractice'
  > & { challengeId: string; nextReadingAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into attempts (id, player_id, game, terms, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
      reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
      reason, next_reading_at, is_practice)
    values (${attempt.id}, ${attempt.playerId}, ${attempt.game},
      ${attempt.terms && JSON.stringify(attempt.terms)}, ${attempt.challengeId}, ${attempt.challengeDescription},
      ${attempt.variantId}, ${attempt.challengeType}, ${attempt.entryFeeGC}, ${attempt.rewardGC},
      ${attempt.requiredPlacement}, ${attempt.requiredKills}, ${attempt.accountName}, ${attempt.accountKey},
      ${JSON.stringify(attempt.rules)}, ${attempt.startedAt}, ${attempt.startBy}, ${attempt.status}, ${attempt.reason},
      ${attempt.nextReadingAt}, ${attempt.isPractice})`);
}

export function findAttempt(db: Queryable, id: string): Promise<AttemptRow | undefined> {
  return db.row<AttemptRow>(sql`select ${columns} from attempts a where a.id = ${id}`);
}

/** Locks the attempt until the transaction ends, so that only one transaction at a time can decide it. */
export function lockAttempt(tx: Tx, id: string): Promise<AttemptRow | undefined> {
  return tx.row<AttemptRow>(sql`select ${columns} from attempts a where a.id = ${id} for update`);
}

type Changes = Pick<
  AttemptRow,
  | 'status'
  | 'reason'
  | 'completedAt'
  | 'nextReadingAt'
  | 'rewardGivenGC'
  | 'refundGC'
  | 'processingFeeGC'
  | 'xpGiven'
  | 'accountKey'
  | 'decidedStatus'
  | 'decidedAt'
  | 'baselineReading'
  | 'decidedByReading'
  | 'finalStats'
>;

/** Writes what changes in a locked attempt. */
export async function updateAttempt(tx: Tx, id: string, changes: Changes): Promise<void> {
  await tx.run(sql`
    update attempts set status = ${changes.status}, reason = ${changes.reason},
      completed_at = ${changes.completedAt}, next_reading_at = ${changes.nextReadingAt},
      reward_given_gc = ${changes.rewardGivenGC}, refund_gc = ${changes.refundGC},
      processing_fee_gc = ${changes.processingFeeGC}, xp_given = ${changes.xpGiven},
      epic_account_key = ${changes.accountKey}, decided_status = ${changes.decidedStatus},
      decided_at = ${changes.decidedAt}, baseline_reading = ${changes.baselineReading},
      decided_by_reading = ${changes.decidedByReading},
      final_stats = ${changes.finalStats && JSON.stringify(changes.finalStats)}
    where id = ${id}`);
}

export async function markVoided(
  tx: Tx,
  id: string,
  voided: { at: Date; by: string; reason: string; isFeeForfeited: boolean },
): Promise<void> {
  await tx.run(sql`
    update attempts set voided_at = ${voided.at}, voided_by = ${voided.by}, void_reason = ${voided.reason},
      is_fee_forfeited = ${voided.isFeeForfeited}
    where id = ${id}`);
}

export async function markOverturned(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(sql`update attempts set overturned_at = ${at} where id = ${id}`);
}

export async function countActive(db: Queryable): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) from attempts where completed_at is null`,
  );
  return count;
}

export async function hasActiveAttempt(db: Queryable, playerId: string): Promise<boolean> {
  const active = sql`select from attempts where completed_at is null and player_id = ${playerId}`;
  return (await db.row(active)) !== undefined;
}

/** Whether the player ever entered a challenge that counts. */
export async function hasEntered(db: Queryable, playerId: string): Promise<boolean> {
  return (
    (await db.row(sql`select from counted_attempts where player_id = ${playerId} limit 1`)) !== undefined
  );
}

/**
 * Whether the player's practice is used up: by an attempt that was not cancelled or was voided (the same condition as
 * the index `attempts_one_practice`), or by `max` attempts in total.
 */
export async function hasPractised(db: Queryable, playerId: string, max: number): Promise<boolean> {
  const { isUsedUp } = await db.one<{ isUsedUp: boolean }>(sql`
    select count(*) >= ${max} or coalesce(bool_or(status <> 'CANCELLED' or voided_at is not null), false) as is_used_up
    from attempts where player_id = ${playerId} and is_practice`);
  return isUsedUp;
}

/** Totals of the readings that were compared; null of a game that has none. */
export type ListedAttempt = AttemptRow & {
  initialTotals: AttemptStats | null;
  finalTotals: AttemptStats | null;
};

const counted = sql`case when r.kind = 'stats' then coalesce(
  r.reading - '{kind,takenAt,minutesPlayed,lastModified}'::text[], jsonb_build_object(
    'kills', r.kills, 'wins', r.wins, 'matches', r.matches, 'top10', r.top10, 'top25', r.top25)) end`;
const withStats = sql`
  select ${columns}, initial.stats as initial_totals, final.stats as final_totals
  from attempts a
  join lateral (
    select ${counted} as stats from attempt_readings r where r.attempt_id = a.id and r.number = a.baseline_reading
  ) initial on true
  left join lateral (
    select ${counted} as stats from attempt_readings r
    where a.completed_at is not null and r.attempt_id = a.id and r.number > 0 and r.kind = 'stats'
      and r.number <= coalesce(a.decided_by_reading, r.number)
    order by r.number desc limit 1
  ) final on true`;

/** The player's attempts, newest first; only those older than `before` if it is given. */
export function listAttempts(
  db: Queryable,
  { playerId, before, limit }: { playerId: string; before?: string; limit: number },
): Promise<ListedAttempt[]> {
  return db.rows<ListedAttempt>(sql`
    ${withStats}
    where a.player_id = ${playerId} and (${before ?? null}::uuid is null or a.id < ${before ?? null}::uuid)
    order by a.id desc limit ${limit}`);
}

export function findListedAttempt(db: Queryable, id: string): Promise<ListedAttempt | undefined> {
  return db.row<ListedAttempt>(sql`${withStats} where a.id = ${id}`);
}

export function findListedAttempts(db: Queryable, ids: readonly string[]): Promise<ListedAttempt[]> {
  return db.rows<ListedAttempt>(sql`${withStats} where a.id = any (${[...ids]}::uuid[])`);
}

export interface AllAttemptsQuery {
  search?: string | undefined;
  status?: (typeof attemptFilters)[number] | undefined;
  isPractice?: 'true' | 'false' | undefined;
  order: 'asc' | 'desc';
  page: number;
  pageSize: number;
  /** Players that match the search; attempts that match it by themselves are found too. */
  playerIds: readonly string[];
}

/** A page of all players' attempts, ordered by when they started. */
export async function listAllAttempts(
  db: Queryable,
  { search, status, isPractice, order, page, pageSize, playerIds }: AllAttemptsQuery,
): Promise<{ rows: ListedAttempt[]; total: number; isEstimate: boolean }> {
  const words = sql`attempt_words(a.epic_name, a.challenge_description, a.challenge_type)`;
  const found = search
    ? sql`(${hasWord(words, search)} or a.player_id = any (${playerIds}::uuid[]))`
    : sql`true`;
  const statuses = status === 'RUNNING' ? activeStatuses : status && [status];
  const hasStatus = statuses ? sql`a.status = any (${statuses})` : sql`true`;
  const played = { true: sql`a.is_practice`, false: sql`not a.is_practice`, any: sql`true` }[
    isPractice ?? 'any'
  ];
  const where = sql`${found} and ${hasStatus} and ${played}`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  // One page per status, merged: in plain id order it would read all attempts of other statuses. Practice has its index.
  const candidates =
    statuses && !search && isPractice !== 'true'
      ? sql`
        unnest(${statuses}::text[]) as one (status) cross join lateral (
          select a.id from attempts a where a.status = one.status and ${played}
          order by a.id ${direction} limit ${page * pageSize}) a`
      : sql`attempts a where ${where}`;
  const rows = await db.rows<ListedAttempt>(sql`
    ${withStats} where a.id in (
      select a.id from ${candidates} order by a.id ${direction} ${toPageSql({ page, pageSize })})
    order by a.id ${direction}`);
  const limits = { exactUpTo: countedExactly, isWellEstimated: !search };
  const counted = await countFound(db, sql`from attempts a where ${where}`, limits);
  return { rows, ...counted };
}
