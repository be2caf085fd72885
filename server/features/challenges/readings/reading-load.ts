// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../../contract/games/game.ts';
import { cacheFor } from '../../../platform/cache-for.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { StatsSource } from '../../../providers/games/source.ts';
import { countByAge, findDueAt } from './due-reading-queries.ts';
import {
  cachedForMs,
  type Demand,
  type Pace,
  readingLoad,
  strayReadings,
  youngSince,
} from './reading-rules.ts';

/** How much the readings of all active attempts at one game need now, and how much is available. */
export interface ReadingLoad {
  find(): Promise<Demand>;
  /** Adds an attempt that entered through this process and isn't counted yet. */
  add(): void;
}

/**
 * The load as this process knows it: counted once in ten seconds, outside any transaction. Counting it for each entry
 * and each reading would read tens of millions of rows a second with sixty thousand running attempts.
 *
 * The cap on entries still holds. Entries through this process are added immediately. Entries through other processes
 * took slots of the same budget, of which entries have half: 1.43 a second with a key for three requests a second, so
 * 20 in these ten seconds and the four that an entry may wait, no matter how many processes and callers there are.
 * Entries stop when attempts would be read every three and three quarter minutes, which is 545 attempts with such a
 * key, and matches can be told apart at up to four minutes, which is 582: room for 37. All of this scales with the
 * keys.
 */
export function createReadingLoad({
  game,
  db,
  clock,
  source,
  pace,
}: {
  game: GameId;
  db: Queryable;
  clock: Clock;
  source: Pick<StatsSource, 'freeRate'>;
  /** The combined limit of all keys of the game. */
  pace: Pace;
}): ReadingLoad {
  let entered = 0;
  const count = cacheFor(cachedForMs(pace.timeScale), clock, async (): Promise<Demand> => {
    // An entry made during the count may or may not be included. Counting it twice is better than missing it.
    const before = entered;
    const now = clock.now();
    const counted = await countByAge(db, game, youngSince(now, pace.timeScale));
    const dueAt = await findDueAt(db, game, strayReadings(counted.young + counted.late));
    const freeRate = await source.freeRate();
    entered -= before;
    return {
      load: readingLoad(counted),
      // If no key is free, entries and readings are turned away by the source itself, not by the load.
      pace: { ...pace, requestsPerSecond: freeRate || pace.requestsPerSecond },
      overdueMs: dueAt ? Math.max(0, now.getTime() - dueAt.getTime()) : 0,
    };
  });
  return {
    async find() {
      const demand = await count();
      return { ...demand, load: demand.load + entered };
    },
    add() {
      entered++;
    },
  };
}
