// SPDX-License-Identifier: Apache-2.0

import { schemas as fortnite } from './fortnite/schemas.ts';
import type { GameId } from './game.ts';

/** The account's name, a reading, and its counters in an attempt and in a player's career, by game. */
export const gameSchemas = { fortnite } satisfies Record<GameId, object>;
