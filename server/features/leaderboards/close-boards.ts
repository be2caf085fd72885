// SPDX-License-Identifier: Apache-2.0

import { type FigureOf, figuresBySource } from '../../../contract/achievements.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { forEachId } from '../../platform/jobs/for-each-id.ts';
import { enqueue, publish } from '../../platform/jobs/outbox.ts';
import type { FigureSource } from '../../ports.ts';
import * as store from './board-place-store.ts';
import { getBoard, getEndOfWeek } from './rules.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

export const sweepTask = 'close-boards';
export const closeTask = 'close-board';

const keptPlaces = 10;
/** Includes attempts finished in a week's last moment. Later ones still correct the places. */
const graceMs = 10 * 60_000;
const maxSwept = 20;

/** Stores the first places of a past week, and publishes the players whose place changed. Idempotent. */
export async function closeBoard({ board }: { board: string }, { db, clock }: Deps): Promise<void> {
  const endedAt = getEndOfWeek(board);
  const at = clock.now();
  if (at.getTime() < endedAt.getTime() + graceMs) return;
  await db.transaction(async (tx) => {
    await store.lockBoard(tx, board);
    const playerIds = await store.storePlaces(tx, { board, endedAt, count: keptPlaces, at });
    if (playerIds.length > 0) await publish(tx, 'board.closed', { board, playerIds });
  });
}

/** Closes the boards of past weeks, including earlier ones that were never closed. */
export async function closeBoards(deps: Deps): Promise<void> {
  const boards = await store.listBoardsToClose(deps.db, getBoard('week', deps.clock.now()), maxSwept);
  await forEachId(boards, (board) => closeBoard({ board }, deps));
}

/**
 * Call it after the XP of a week changed: if the week's board is already closed, this recomputes its places. For the
 * current week it returns without a query, since everyone who plays would lock the same row.
 */
export async function correctClosed(tx: Tx, playedAt: Date, now: Date): Promise<void> {
  const board = getBoard('week', playedAt);
  if (board === getBoard('week', now)) return;
  if (await store.isClosed(tx, board))
    await enqueue(tx, closeTask, { board }, { key: `${closeTask}:${board}` });
}

const rankOf: Record<FigureOf<'places'>, number> = { weeksInTop10: 10, weeksInTop3: 3, weeksWon: 1 };

/** Weeks that the player finished in one of the first places. */
export const placeFigures: FigureSource<FigureOf<'places'>> = {
  getFigures: store.countPlaces,
  async findReachedAt(db, playerId, goals) {
    const times = [];
    for (const { figure, goal } of goals) {
      const name = figuresBySource.places.find((known) => known === figure);
      times.push(name && (await store.getNthPlaceAt(db, { playerId, rank: rankOf[name], n: goal })));
    }
    return times;
  },
};
