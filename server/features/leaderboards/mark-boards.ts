// SPDX-License-Identifier: Apache-2.0

import { boardPeriods } from '../../../contract/leaderboards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { forgetMarks, listBoardsAbove, setMarks } from './board-mark-store.ts';
import { getBoard } from './rules.ts';

export const markTask = 'mark-boards';

/** As many places are counted exactly from the top, and between two marks. */
const spacing = 1_000;

/** Sets the marks of the present boards from which places far down are counted; harmless the second time. */
export async function markBoards(
  { db, clock }: { db: Database; clock: Clock },
  apart = spacing,
): Promise<void> {
  const boards = boardPeriods.map((period) => getBoard(period, clock.now()));
  const large = await listBoardsAbove(db, boards, 2 * apart);
  for (const board of large) await db.reports.transaction((tx) => setMarks(tx, board, apart));
  await db.transaction((tx) => forgetMarks(tx, large));
}
