// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../../../contract/challenges.ts';
import type { GameId } from '../../../contract/games/game.ts';
import { gameIds, gameOf } from '../../../contract/games/games.ts';

/** The games that can be played, and those of attempts at games that no longer can. */
export function gamesOfAttempts(
  attempts: readonly Pick<Attempt, 'game'>[],
  offered: readonly GameId[],
): readonly GameId[] {
  const played = new Set(attempts.map((attempt) => gameOf(attempt).id));
  return gameIds.filter((id) => offered.includes(id) || played.has(id));
}
