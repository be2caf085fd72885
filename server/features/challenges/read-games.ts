// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import { type AdminGame, answersMinutes } from '../../../contract/games-admin.ts';
import type { ReadServiceAnswers } from '../../business-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { gameProviders } from '../../providers/games/games.ts';
import { readBudgetUse } from '../../providers/games/source-budget-store.ts';
import { toGameState } from './entries/close-game.ts';
import { listClosures } from './entries/closed-game-store.ts';
import { readQueue } from './readings/due-reading-queries.ts';
import { activeGames, type ReadingsByGame } from './readings/game-readings.ts';

interface Deps {
  db: Queryable;
  clock: Clock;
  games: ReadingsByGame;
  readServiceAnswers: ReadServiceAnswers;
}

/**
 * The configured games, for operators. What a publisher grants a key may change with its answers: the figure is the one
 * that this process heard last.
 */
export async function readGames({ db, clock, games, readServiceAnswers }: Deps): Promise<AdminGame[]> {
  const now = clock.now();
  const ids = activeGames(games);
  const closures = await listClosures(db);
  const since = new Date(now.getTime() - answersMinutes * 60_000);
  const services = ids.map((game) => gameProviders[game].service);
  const answers = await readServiceAnswers(services, since);
  const read = async (game: GameId): Promise<AdminGame> => {
    const { service } = gameProviders[game];
    const {
      answered = 0,
      failed = 0,
      answeredAt = null,
    } = answers.find((one) => one.service === service) ?? {};
    return {
      ...toGameState(
        game,
        closures.find((closure) => closure.game === game),
      ),
      budget: await readBudgetUse(db, games[game].source.budgets),
      queue: await readQueue(db, game, now),
      health: { answered, failed, answeredAt: answeredAt?.toISOString() ?? null },
    };
  };
  const list: AdminGame[] = [];
  // One after the other, so that a call uses one connection at a time.
  for (const game of ids) list.push(await read(game));
  return list;
}
