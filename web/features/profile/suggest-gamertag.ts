// SPDX-License-Identifier: Apache-2.0

import type { Profile } from '../../../contract/accounts.ts';
import { chosenHandle, handleLength } from '../../../contract/public-players.ts';

/**
 * What a player may want to be called: their name at Discord, or their game account’s. Never the name at Google, which is often a
 * real one: a player has it unless they sign in with Discord alone.
 * @param epicId that was checked; null if none was
 * @returns '' if there is nothing to suggest
 */
export function suggestGamertag(
  { googleId, name, epicAccount }: Pick<Profile, 'googleId' | 'name' | 'epicAccount'>,
  epicId: string | null,
): string {
  const names = [googleId === null ? name : '', epicId ?? '', epicAccount?.epicId ?? ''];
  return names.map(toHandle).find((handle) => chosenHandle.safeParse(handle).success) ?? '';
}

/** An account ID is no name. */
const accountId = /^[0-9a-f]{32}$/i;

function toHandle(name: string): string {
  if (accountId.test(name)) return '';
  return name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]/g, '')
    .replace(/[_-]*([_-])/g, '$1')
    .slice(0, handleLength.max)
    .replace(/^[_-]|[_-]$/g, '');
}
