// SPDX-License-Identifier: Apache-2.0

import { type AccountFault, accountRefusals } from '../../../../contract/games/errors.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';

/** A refusal of an account, in the words of its game. */
export function refuseAccount(fault: AccountFault, game: GameId, data?: Record<string, unknown>): Refusal {
  return refuse(accountRefusals[game][fault], data);
}
