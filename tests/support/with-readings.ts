// SPDX-License-Identifier: Apache-2.0

import type {
  GameReadings,
  ReadingsByGame,
} from '../../server/features/challenges/readings/game-readings.ts';

/** The same dependencies, with these parts of what reads the game that tests play. */
export function withReadings<Deps extends { games: ReadingsByGame }>(
  deps: Deps,
  parts: Partial<GameReadings>,
): Deps {
  return { ...deps, games: { ...deps.games, fortnite: { ...deps.games.fortnite, ...parts } } };
}
