// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { keepFor } from '../../../platform/keep-for.ts';
import type { StatsSource } from '../../../providers/game-stats/source.ts';
import { countByAge, findDueAt } from '../attempts/attempt-store.ts';
import { type Demand, keptMs, type Pace, readingLoad, strayReadings, youngSince } from './reading-rules.ts';

/** What the readings of all active attempts take now, and what there is for them. */
export interface ReadingLoad {
  find(): Promise<Demand>;
  /** One more has entered by this process, which was not counted yet. */
  add(): void;
}

/**
 * The load as this process knows it: counted once in ten seconds, outside any transaction. Counted for each entry and each
 * reading it would be tens of millions of rows a second where sixty thousand attempts run.
 *
 * The cap on entries holds all the same. What this process lets in is added at once. What others let in meanwhile took slots
 * of the one budget, of which entries have half: 1.43 a second by a key of three requests, 20 in these ten seconds and the
 * four that an entry may wait, however many processes and askers there are. Entries end where attempts would be read every
 * three and three quarters minutes, 545 by such a key, and matches can be told apart up to four minutes, 582: room for 37.
 * All of this grows alike with the keys.
 */
export function keepReadingLoad({
  db,
  clock,
  source,
  pace,
}: {
  db: Queryable;
  clock: Clock;
  source: Pick<StatsSource, 'freeRate'>;
  /** What all keys were granted. */
  pace: Pace;
}): ReadingLoad {
  let entered = 0;
  const count = keepFor(keptMs(pace.timeScale), clock, async (): Promise<Demand> => {
    // Who enters while it is counted may be in it or not, and is added rather twice than never.
    const before = entered;
    const now = clock.now();
    const counted = await countByAge(db, youngSince(now, pace.timeScale));
    const dueAt = await findDueAt(db, strayReadings(counted.young + counted.late));
    const freeRate = await source.freeRate();
    entered -= before;
    return {
      load: readingLoad(counted),
      // With none free nobody enters or is read: that is the source's to say.
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
