// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import { gameOf } from '../../../contract/games/games.ts';

/**
 * The scene of a challenge, one of its game's: the same on every list, whatever its place there. It follows from the
 * title, so that the first challenges of an installation always have different ones.
 */
export function sceneOf({ description, game }: { description: string; game?: GameId | undefined }) {
  const own = gameOf({ game }).scenes;
  const hash = [...description].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 0);
  return own[hash % own.length] ?? own[0];
}
