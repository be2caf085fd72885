// SPDX-License-Identifier: Apache-2.0

import { toAccountId } from './fortnite/account-id.ts';

/** Game accounts that everyone has linked at Discord, as it lists them. In the Arena it is the player with that name. */
export function listLinkedAccounts(name: string): { id: string; name: string; type: string }[] {
  return [{ id: toAccountId(name), name, type: 'epicgames' }];
}
