// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../contract/games/game.ts';

/** The games that can be played, known before the settings are: the server names them in its pages if there are several. */
export const offeredGames = () =>
  import.meta.env.SSR ? [] : ((document.documentElement.dataset.games?.split(' ') ?? []) as GameId[]);
