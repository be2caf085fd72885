// SPDX-License-Identifier: Apache-2.0

import type { Board, BoardPlace } from '../../../contract/leaderboards.ts';

/** Places shown before the rest is asked for. */
export const firstShown = 10;
const aroundShown = 3;

/** The first places of a board, and those around the player if they are not among them. */
export function getExcerpt(
  { top, near, mine }: Pick<Board, 'top' | 'near' | 'mine'>,
  showsAll: boolean,
): { first: readonly BoardPlace[]; around: readonly BoardPlace[] } {
  const first = showsAll ? top : top.slice(0, firstShown);
  if (near.length > 0 || !mine || mine.rank <= first.length) return { first, around: near };
  const around = top.filter(({ rank }) => rank > first.length && Math.abs(rank - mine.rank) <= aroundShown);
  return { first, around };
}
