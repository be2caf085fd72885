// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach } from 'vitest';
import type { GameId } from '../../contract/games/game.ts';
import type { GameTerms } from '../../contract/games/schemas.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { openTestDatabase } from './database.ts';

export const secondGame: GameId = 'pubg';

export interface AttemptParts {
  status?: 'PENDING' | 'SUCCESS' | 'FAILED' | 'CANCELLED';
  reason?: string;
  startedAt?: Date;
  /** Only for ended attempts. */
  completedAt?: Date;
  nextReadingAt?: Date;
  entryFeeGC?: number;
  refundGC?: number;
  rewardGivenGC?: number;
  placement?: number;
  kills?: number;
  voidedAt?: Date;
  isFeeForfeited?: boolean;
  isPractice?: boolean;
  overturnedAt?: Date;
  game?: GameId;
  terms?: GameTerms;
  /** What the record of the deciding match achieved. */
  finalStats?: { place: number; kills: number };
  challengeId?: string;
  accountKey?: string;
  /** Counts at entry and at the decision; without the latter, only the first reading exists. */
  first?: Partial<Counters>;
  later?: Partial<Counters> & { takenAt?: Date };
}

interface Counters {
  matches: number;
  wins: number;
  top10: number;
  top25: number;
  kills: number;
  minutesPlayed: number;
}
const noCounters = { matches: 0, wins: 0, top10: 0, top25: 0, kills: 0, minutesPlayed: 0 };

export async function insertChallenge(
  db: Database,
  description = 'Rows',
  game: GameId = 'fortnite',
): Promise<string> {
  const { id } = await db.one<{ id: string }>(
    sql`insert into challenges (game, description) values (${game}, ${description}) returning id`,
  );
  return id;
}

/**
 * Inserts an attempt with its readings directly, without entry and verdict. Creates a challenge unless one is given.
 */
export async function insertAttempt(
  db: Database,
  playerId: string,
  parts: AttemptParts = {},
): Promise<string> {
  const {
    status = 'SUCCESS',
    startedAt = new Date('2026-06-15T12:00:00Z'),
    placement = 10,
    kills = 5,
  } = parts;
  const isRunning = status === 'PENDING';
  const completedAt = isRunning ? null : (parts.completedAt ?? startedAt);
  const nextReadingAt = isRunning ? (parts.nextReadingAt ?? startedAt) : null;
  const game = parts.game ?? 'fortnite';
  const challengeId = parts.challengeId ?? (await insertChallenge(db, 'Rows', game));
  return db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`
      insert into attempts (player_id, game, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
        reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
        reason, next_reading_at, is_practice, terms)
      values (${playerId}, ${game}, ${challengeId}, 'Rows', ${challengeId}, ${`TOP${placement}_${kills}KILL_SOLO`},
        ${parts.entryFeeGC ?? 0}, 300, ${placement}, ${kills}, 'epic', ${parts.accountKey ?? randomUUID()}, '{}',
        ${startedAt}, ${startedAt}, 'PENDING', 'awaiting-match', ${nextReadingAt ?? startedAt}, ${parts.isPractice ?? false},
        ${parts.terms ? JSON.stringify(parts.terms) : null})
      returning id`);
    for (const [number, reading] of [parts.first ?? {}, parts.later].entries()) {
      if (!reading) continue;
      const takenAt = 'takenAt' in reading ? reading.takenAt : startedAt;
      const counters = { ...noCounters, ...reading };
      await tx.run(sql`
        insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
        values (${id}, ${number}, 'stats', ${takenAt}, ${counters.matches}, ${counters.wins}, ${counters.top10},
          ${counters.top25}, ${counters.kills}, ${counters.minutesPlayed})`);
    }
    if (isRunning) return id;
    const reason = parts.reason ?? 'conditions-met';
    await tx.run(sql`
      update attempts set status = ${status}, reason = ${reason}, completed_at = ${completedAt}, next_reading_at = null,
        reward_given_gc = ${parts.rewardGivenGC ?? 0}, refund_gc = ${parts.refundGC ?? 0}, decided_status = ${status},
        decided_at = ${completedAt}, decided_by_reading = ${parts.later ? 1 : 0}, overturned_at = ${parts.overturnedAt ?? null},
        final_stats = ${parts.finalStats ? JSON.stringify({ matches: 1, wins: 0, ...parts.finalStats }) : null},
        voided_at = ${parts.voidedAt ?? null}, is_fee_forfeited = ${parts.isFeeForfeited ?? false}
      where id = ${id}`);
    return id;
  });
}

/** A database for attempts inserted row by row. Each test starts without any; players stay. */
export function openAttemptRows(): Database {
  const db = openTestDatabase({ poolSize: 3 });
  beforeEach(() =>
    db.transaction(async (tx) => {
      // Readings are append-only, so the trigger must be off to delete them.
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`
        truncate attempts, attempt_readings, attempt_days, attempt_kinds, finished_attempts, challenges cascade`);
    }),
  );
  return db;
}
