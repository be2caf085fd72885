// SPDX-License-Identifier: Apache-2.0

import { boardPeriods } from '../../../contract/leaderboards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { forgetMarks, listBoardsAbove, lockWalk, setMarks, storeWalk, walkOn } from './board-mark-store.ts';
import { getBoard } from './rules.ts';

export const markTask = 'mark-boards';

/** How many places lie between two marks, and from the top to the first one. */
const spacing = 1_000;
/**
 * Players passed per minute on each board: takes a second of a core if many have just played, a fifth of that if few
 * have.
 */
const perMinute = 200_000;

/**
 * Sets marks on the current boards, from which to count places far down. Idempotent. A larger board takes several runs:
 * each minute continues where the previous one stopped, and starts over at the end.
 */
export async function markBoards(
  { db, clock }: { db: Database; clock: Clock },
  { apart = spacing, count = perMinute } = {},
): Promise<void> {
  const boards = boardPeriods.map((period) => getBoard(period, clock.now()));
  const large = await listBoardsAbove(db, boards, 2 * apart);
  for (const board of large) await db.reports.transaction((tx) => markPart(tx, board, { apart, count }));
  await db.transaction((tx) => forgetMarks(tx, large));
}

async function markPart(
  tx: Tx,
  board: string,
  { apart, count }: { apart: number; count: number },
): Promise<void> {
  const after = await lockWalk(tx, board);
  const tied = after ? await walkOn(tx, board, { after, side: 'as much', count }, apart) : [];
  const middle = tied.at(-1) ?? after;
  const left = count - (middle?.place ?? 0) + (after?.place ?? 0);
  const less = left > 0 ? await walkOn(tx, board, { after: middle, side: 'less', count: left }, apart) : [];
  const last = less.at(-1) ?? middle;
  const isWhole = (last?.place ?? 0) - (after?.place ?? 0) < count;
  const marks = [...tied, ...less].filter(({ place }) => place > apart && place % apart === 0);
  await setMarks(tx, board, { after, to: isWhole ? undefined : last }, marks);
  await storeWalk(tx, board, isWhole ? undefined : last);
}
