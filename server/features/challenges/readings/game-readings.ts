// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../../contract/games/game.ts';
import { gameIds, games } from '../../../../contract/games/games.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import { gameProviders } from '../../../providers/games/games.ts';
import {
  type StatsAccess,
  type StatsByGame,
  type StatsSource,
  totalRate,
} from '../../../providers/games/source.ts';
import type { SlotUse } from '../../../providers/games/source-budget-store.ts';
import { type WatchPrivateAnswers, watchPrivateAnswers } from './private-answers.ts';
import { createReadingLoad, type ReadingLoad } from './reading-load.ts';
import { backgroundShare, entryShare, type Pace } from './reading-rules.ts';

/** Reads the attempts at one game. Games share nothing, so a faulty or overloaded game doesn't affect the others. */
export interface GameReadings {
  /** Whether its statistics are configured. Other games can't be entered. */
  isActive: boolean;
  source: StatsSource;
  /** How long an entry and a reading wait for their turn, in real time. */
  maxWaitMs: Readonly<Record<SlotUse, number>>;
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
 * For a game that was configured before. It takes no requests, like a real source that is closed, so running attempts
 * are refunded in the end.
 */
const closedSource: StatsSource = {
  read: async () => ({ kind: 'busy', retryInMs: 60_000 }),
  freeRate: async () => 0,
  budgets: [],
};
const closedRate = 1;

function openReadings(game: GameId, access: StatsAccess | undefined, options: Options): GameReadings {
  const { db, clock, timeScale } = options;
  const { createSource, accountsPerRequest, maxWaitMs } = gameProviders[game];
  const shares = { entryShare, backgroundShare };
  const source = access
    ? createSource({ ...access, game, db, clock, log: options.log, shares })
    : closedSource;
  const rate = access ? totalRate(access.keys) : closedRate;
  const { proof } = games[game];
  const pace = { requestsPerSecond: accountsPerRequest * rate, timeScale, proof };
  return {
    isActive: access !== undefined,
    source,
    maxWaitMs,
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
