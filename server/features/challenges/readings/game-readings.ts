// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../../contract/games/game.ts';
import { gameIds } from '../../../../contract/games/games.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import { gameProviders } from '../../../providers/games/games.ts';
import {
  createStatsSource,
  type StatsAccess,
  type StatsByGame,
  type StatsSource,
  totalRate,
} from '../../../providers/games/source.ts';
import { type WatchPrivateAnswers, watchPrivateAnswers } from './private-answers.ts';
import { createReadingLoad, type ReadingLoad } from './reading-load.ts';
import { backgroundShare, entryShare, type Pace } from './reading-rules.ts';

/**
 * What reads the attempts at one game. Games share none of it: while one is out of order or full, the others are read and
 * entered as ever.
 */
export interface GameReadings {
  /** Whether its statistics are configured: no other game can be entered. */
  isActive: boolean;
  source: StatsSource;
  pace: Pace;
  load: ReadingLoad;
  isSourceWide: WatchPrivateAnswers;
}

export type ReadingsByGame = Readonly<Record<GameId, GameReadings>>;

interface Options {
  db: Database;
  clock: Clock;
  log: Logger;
  timeScale: number;
}

/**
 * Of a game that was configured before. It takes no requests, as a real one that is closed, so attempts that still run are
 * refunded in the end.
 */
const closedSource: StatsSource = {
  read: async () => ({ kind: 'busy', retryInMs: 60_000 }),
  freeRate: async () => 0,
  budgets: [],
};
const closedRate = 1;

function openReadings(game: GameId, access: StatsAccess | undefined, options: Options): GameReadings {
  const { db, clock, timeScale } = options;
  const { createClient } = gameProviders[game];
  const shares = { entryShare, backgroundShare };
  const source = access
    ? createStatsSource({ ...options, ...access, game, createClient, shares })
    : closedSource;
  const pace = { requestsPerSecond: access ? totalRate(access.keys) : closedRate, timeScale };
  return {
    isActive: access !== undefined,
    source,
    pace,
    load: createReadingLoad({ game, db, clock, source, pace }),
    isSourceWide: watchPrivateAnswers({ game, db, clock, pace }),
  };
}

export function openReadingsByGame(gameStats: StatsByGame, options: Options): ReadingsByGame {
  const opened = gameIds.map((game) => [game, openReadings(game, gameStats[game], options)] as const);
  return Object.fromEntries(opened) as Record<GameId, GameReadings>;
}

export const activeGames = (games: ReadingsByGame) => gameIds.filter((game) => games[game].isActive);
