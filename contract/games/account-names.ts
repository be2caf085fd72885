// SPDX-License-Identifier: Apache-2.0

import type { Game } from './game.ts';
import { readAccount } from './pubg/account.ts';

/** Whether a typed account has all that says which it is: where its game asks for one, the platform too. */
export function isWholeName({ platforms }: Pick<Game['account'], 'platforms'>, text: string): boolean {
  return platforms ? readAccount(text) !== undefined : text !== '';
}
