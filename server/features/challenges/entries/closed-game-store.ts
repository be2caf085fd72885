// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { GameId } from '../../../../contract/games/game.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export interface Closure {
  reason: string;
  closedAt: Date;
}

/**
 * Taken by each entry before it looks whether its game is open. Entries share it, so they don't wait for each other; a
 * closing waits for those that have looked, and later ones see it: after its answer no entry begins.
 */
export async function holdGame(tx: Tx, game: GameId): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(7445, hashtext(${game}))`);
}

/** Waits for the entries of this game that are being stored, and holds up others. */
export async function lockGame(tx: Tx, game: GameId): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7445, hashtext(${game}))`);
}

export function findClosure(db: Queryable, game: GameId): Promise<Closure | undefined> {
  return db.row<Closure>(sql`select reason, closed_at from closed_games where game = ${game}`);
}

export function listClosures(db: Queryable): Promise<(Closure & { game: GameId })[]> {
  return db.rows(sql`select game, reason, closed_at from closed_games`);
}

/** Of a game that is closed already, the reason changes. */
export async function storeClosure(tx: Tx, game: GameId, { reason, closedAt }: Closure): Promise<void> {
  await tx.run(sql`
    insert into closed_games (game, reason, closed_at) values (${game}, ${reason}, ${closedAt})
    on conflict (game) do update set reason = excluded.reason`);
}

export async function deleteClosure(tx: Tx, game: GameId): Promise<void> {
  await tx.run(sql`delete from closed_games where game = ${game}`);
}
