// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../../contract/games/game.ts';
import { games } from '../../../../contract/games/games.ts';
import type { AdminGame } from '../../../../contract/games-admin.ts';
import type { Clock } from '../../../platform/clock.ts';
import { asEdit, changeAndRecord } from '../../../platform/db/admin-changes.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { activeGames, type ReadingsByGame } from '../readings/game-readings.ts';
import {
  type Closure,
  deleteClosure,
  findClosure,
  listClosures,
  lockGame,
  storeClosure,
} from './closed-game-store.ts';

interface Deps {
  db: Database;
  clock: Clock;
  games: ReadingsByGame;
}

const toAdminGame = (game: GameId, closure: Closure | undefined): AdminGame => ({
  game,
  closed: closure ? { reason: closure.reason, at: closure.closedAt.toISOString() } : null,
});

/** What an entry and a check get while the game is closed. */
export const refuseClosed = (game: GameId, reason: string): Refusal =>
  refuse('game_closed', { game: games[game].name, reason });

/** The configured games. */
export async function listGames({
  db,
  games: readings,
}: {
  db: Queryable;
  games: ReadingsByGame;
}): Promise<AdminGame[]> {
  const closures = await listClosures(db);
  return activeGames(readings).map((game) =>
    toAdminGame(
      game,
      closures.find((closure) => closure.game === game),
    ),
  );
}

/**
 * Closes a game for new entries, or opens it without a `reason` (docs/rules/readings.md, 19). Attempts that run are read
 * and decided as before.
 */
export async function closeGame(
  { actorId, game, reason }: { actorId: string; game: GameId; reason?: string },
  { db, clock, games: readings }: Deps,
): Promise<AdminGame | Refusal> {
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
      return { answer: toAdminGame(game, after), ...asEdit(change) };
    }),
  );
}
