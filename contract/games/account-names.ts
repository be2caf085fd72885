// SPDX-License-Identifier: Apache-2.0

import type { Game, GameId } from './game.ts';
import { readAccount } from './pubg/account.ts';

/** Whether a typed account has all that says which it is: where its game asks for one, the platform too. */
export function isWholeName({ platforms }: Pick<Game['account'], 'platforms'>, text: string): boolean {
  return platforms ? readAccount(text) !== undefined : text !== '';
}

const ids: Readonly<Record<GameId, RegExp>> = {
  // A display name has at most 16 characters.
  fortnite: /^[0-9a-f]{32}$/i,
  pubg: /^(?:[a-z]+\/)?account\.[0-9a-f]{32}$/,
};

/** Whether this is the account's lasting id, not a display name. */
export function isAccountId(game: GameId, text: string): boolean {
  return ids[game].test(text);
}
