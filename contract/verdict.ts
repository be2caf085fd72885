// SPDX-License-Identifier: Apache-2.0

import type { GameId } from './games/game.ts';
import { judge, type Verdicts } from './games/rules.ts';
import type { VerdictInput } from './verdict-terms.ts';

/**
 * Decides a challenge attempt by its game's rules. A pure function of the readings: the server settles with it, and the
 * browser shows why (docs/rules/attempts.md).
 */
export function verdict<Id extends GameId>(input: VerdictInput & { game: Id }): Verdicts[Id] {
  return judge(input) as Verdicts[Id];
}
