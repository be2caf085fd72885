// SPDX-License-Identifier: Apache-2.0

import { type AvatarName, avatars } from '../../../../contract/public-players.ts';

const dayMs = 24 * 3_600_000;
/** Times of docs/rules/handles.md, 8, 9. */
export const daysBetweenChanges = 30;
/** How long a handle stays reserved after its player gave it up or deleted the account. */
export const handleReservedMs = 365 * dayMs;

/** When a player who changed their handle at `lastChange` may do so again. */
export function getNextChangeAt(lastChange: Date | null): Date | null {
  return lastChange && new Date(lastChange.getTime() + daysBetweenChanges * dayMs);
}

/** The chosen avatar, or one derived from the id. */
export function getAvatar(playerId: string, chosen: string | null): AvatarName {
  const known = avatars.find((name) => name === chosen);
  return known ?? (avatars[Number.parseInt(playerId.slice(-4), 16) % avatars.length] as AvatarName);
}
