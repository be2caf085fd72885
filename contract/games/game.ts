// SPDX-License-Identifier: Apache-2.0

import type { games } from './games.ts';
import type { GameShape } from './shape.ts';

/** The games that challenges can be played in. */
export type GameId = keyof typeof games;

export type Game = GameShape & { id: GameId };
