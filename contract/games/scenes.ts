// SPDX-License-Identifier: Apache-2.0

import type { GameId } from './game.ts';

/** The places on the cards of each game's challenges (art/challenge-scenes.ts draws them). */
export const scenes = {
  fortnite: ['storm', 'peaks', 'harbour'],
  pubg: ['steppe', 'frost'],
} as const satisfies Record<GameId, readonly string[]>;
