// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../../contract/games/game.ts';
import { cacheFor } from '../../../platform/cache-for.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { countRecentAnswers } from './attempt-reading-store.ts';
import { cachedForMs, isSourceWide, type Pace, recentMs } from './reading-rules.ts';

export type WatchPrivateAnswers = () => Promise<boolean>;

/**
 * Decides whether the source of a game reports so many players as private that the source must be faulty. Checks at
 * most every ten seconds: if all players are reported as private, each answer would count all others, too much for the
 * database. A delay of ten seconds is harmless, since a decision takes two private answers ten minutes apart.
 */
export function watchPrivateAnswers({
  game,
  db,
  clock,
  pace: { timeScale },
}: {
  game: GameId;
  db: Queryable;
  clock: Clock;
  pace: Pace;
}): WatchPrivateAnswers {
  return cacheFor(cachedForMs(timeScale), clock, async () => {
    const since = new Date(clock.now().getTime() - recentMs(timeScale));
    return isSourceWide(await countRecentAnswers(db, game, since));
  });
}
