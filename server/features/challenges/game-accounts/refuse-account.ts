// SPDX-License-Identifier: Apache-2.0

import { type AccountFault, accountRefusal, accountWords } from '../../../../contract/games/errors.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import { gameSchemas } from '../../../../contract/games/schemas.ts';
import { refuseInput } from '../../../platform/http/errors.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';

/** Refuses a text that can't name an account of this game, as a call with an invalid field is. */
export function checkAccountText(game: GameId, epicId: string): Refusal | undefined {
  const { error } = gameSchemas[game].account.safeParse(epicId);
  return error && refuseInput(error.issues.map(({ message }) => ({ path: 'epicId', message })));
}

/** A refusal of an account, in the words of its game. */
export function refuseAccount(fault: AccountFault, game: GameId, data?: Record<string, unknown>): Refusal {
  const words = accountWords(game);
  return refuse(accountRefusal(fault, game), words ? { ...words, ...data } : data);
}
