// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../../contract/games/game.ts';
import { games } from '../../../../contract/games/games.ts';
import type { GameState } from '../../../../contract/games-admin.ts';
import type { Clock } from '../../../platform/clock.ts';
import { asEdit, changeAndRecord } from '../../../platform/db/admin-changes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ReadingsByGame } from '../readings/game-readings.ts';
import { type Closure, deleteClosure, findClosure, lockGame, storeClosure } from './closed-game-store.ts';

interface Deps {
  db: Database;
  clock: Clock;
  games: ReadingsByGame;
}

export const toGameState = (game: GameId, closure: Closure | undefined): GameState => ({
  game,
  closed: closure ? { reason: closure.reason, at: closure.closedAt.toISOString() } : null,
});

/** What an entry and a check get while the game is closed. */
export const refuseClosed = (game: GameId, reason: string): Refusal =>
  refuse('game_closed', { game: games[game].name, reason });

/**
 * Closes a game for new entries, or opens it without a `reason` (docs/rules/readings.md, 19). Attempts that run are read
 * and decided as before.
 */
export async function closeGame(
  { actorId, game, reason }: { actorId: string; game: GameId; reason?: string },
  { db, clock, games: readings }: Deps,
): Promise<GameState | Refusal> {
  if (!readings[game].isActive) return refuse('not_found');
  return db.transaction((tx) =>
    changeAndRecord(tx, actorId, async () => {
      await lockGame(tx, game);
      const before = await findClosure(tx, game);
      if (reason === undefined) await deleteClosure(tx, game);
      else await storeClosure(tx, game, { reason, closedAt: clock.now() });
      const after = await findClosure(tx, game);
      const change = {
        action: after ? 'game.close' : 'game.open',
        subject: `game:${game}`,
        before: { closed: before?.reason ?? null },
        after: { closed: after?.reason ?? null },
        ...(reason !== undefined && { reason }),
      };
      return { answer: toGameState(game, after), ...asEdit(change) };
    }),
  );
}
