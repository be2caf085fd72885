// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../../contract/games/game.ts';
import { cacheFor } from '../../../platform/cache-for.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { countRecentAnswers } from './attempt-reading-store.ts';
import { cachedForMs, isSourceWide, type Pace, recentMs } from './reading-rules.ts';

export type WatchPrivateAnswers = () => Promise<boolean>;

/**
 * Whether the source of a game calls so many players private that it must be at fault itself. Checked at most once in ten
 * seconds: when all players are called private, each answer would count all others, which is too much for the database.
 * Ten seconds late is soon enough, since it takes two private answers ten minutes apart to decide anything.
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
