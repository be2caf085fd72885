// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import { gameOf } from '../../../contract/games/games.ts';

/** The scene of a challenge, one of its game's: the same on every list, whatever its place there. */
export function sceneOf({ _id, game }: { _id: string; game?: GameId | undefined }) {
  const own = gameOf({ game }).scenes;
  // The end of an id is random.
  return own[Number.parseInt(_id.slice(-6), 16) % own.length] ?? own[0];
}
