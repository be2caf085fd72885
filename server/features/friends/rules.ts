// SPDX-License-Identifier: Apache-2.0

import type { FriendChoices } from '../../../contract/friends.ts';

const dayMs = 24 * 3_600_000;
/** How long a player must wait to repeat a declined request (docs/rules/friends.md, 4). */
export const declinedForMs = 30 * dayMs;

export const defaultChoices: FriendChoices = { tellsWins: false, hearsWins: true };

export interface RequestState {
  askedAt: Date;
  declinedAt: Date | null;
  isBlocked: boolean;
  /** Whether the sender sees it as ended. */
  isHidden: boolean;
}

/** Whether a request waits for an answer. A declined one waits again once the sender repeats it, after a while. */
export const isOpen = ({ declinedAt }: RequestState): boolean => declinedAt === null;

/** Whether a player whose request was declined may ask again. */
export function mayRepeat({ declinedAt, isBlocked }: RequestState, now: Date): boolean {
  return declinedAt !== null && !isBlocked && declinedAt.getTime() + declinedForMs <= now.getTime();
}
