// SPDX-License-Identifier: Apache-2.0

import type { Verdict, VerdictInput } from '../verdict-terms.ts';
import { judgeTotals } from '../verdict-totals.ts';
import type { GameId } from './game.ts';
import { games } from './games.ts';

/** How the results of each game are judged. */
export const judges: Record<GameId, (input: VerdictInput) => Verdict> = {
  fortnite: (input) => judgeTotals(input, games.fortnite.places),
};
