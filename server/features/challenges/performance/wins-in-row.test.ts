// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { insertAttempt, insertChallenge, openAttemptRows } from '../../../../tests/support/attempt-rows.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';

const db = openAttemptRows();
const at = (minute: number) => new Date(Date.UTC(2026, 5, 15, 12, minute));

interface Counted {
  attemptId: string;
  isWon: boolean;
  winsInRow: number;
}
const readCounted = (playerId: string): Promise<Counted[]> =>
  db.rows<Counted>(sql`
    select attempt_id, is_won, wins_in_row from finished_attempts
    where player_id = ${playerId} order by ended_at, attempt_id`);

/** What the rows must say: a won one is one more than the one before it, a lost one none. */
function countAgain(rows: readonly Counted[]): number[] {
  let inRow = 0;
  return rows.map(({ isWon }) => {
    inRow = isWon ? inRow + 1 : 0;
    return inRow;
  });
}

const won = 'SUCCESS';
const lost = 'FAILED';

it.each<[string, [number, typeof won | typeof lost][], number[]]>([
  [
    'attempts that end in order',
    [
      [1, won],
      [2, won],
      [3, lost],
      [4, won],
    ],
    [1, 2, 0, 1],
  ],
  [
    'an earlier win decided later',
    [
      [5, won],
      [6, won],
      [1, won],
    ],
    [1, 2, 3],
  ],
  [
    'an earlier loss decided later',
    [
      [1, won],
      [5, won],
      [6, won],
      [3, lost],
    ],
    [1, 0, 1, 2],
  ],
  [
    'several wins at the same time',
    [
      [1, won],
      [1, won],
      [1, won],
      [1, won],
    ],
    [1, 2, 3, 4],
  ],
  [
    'a loss at the same time as wins',
    [
      [1, won],
      [1, lost],
      [1, won],
      [1, won],
    ],
    [1, 0, 1, 2],
  ],
  [
    'a win before several at the same time',
    [
      [2, won],
      [2, won],
      [2, lost],
      [2, won],
      [1, won],
    ],
    [1, 2, 3, 0, 1],
  ],
  [
    'several at the same time before a later win',
    [
      [5, won],
      [1, won],
      [1, won],
      [1, won],
    ],
    [1, 2, 3, 4],
  ],
])('counts consecutive wins with %s', async (_, ends, expected) => {
  const challengeId = await insertChallenge(db);
  const [player, other] = [await createPlayer(db), await createPlayer(db)];
  const add = (playerId: string, minute: number, status: typeof won | typeof lost) =>
    insertAttempt(db, playerId, { challengeId, completedAt: at(minute), status, startedAt: at(0) });
  for (const minute of [1, 2, 4]) await add(other.id, minute, won);
  for (const [minute, status] of ends) await add(player.id, minute, status);
  const rows = await readCounted(player.id);
  expect(rows.map(({ winsInRow }) => winsInRow)).toEqual(expected);
  expect(countAgain(rows)).toEqual(expected);

  // What is taken out of the row in turn, the first as the last.
  for (const { attemptId } of [...rows].sort((one, another) =>
    one.attemptId < another.attemptId ? -1 : 1,
  )) {
    await db.run(sql`update attempts set status = 'CANCELLED' where id = ${attemptId}`);
    const left = await readCounted(player.id);
    expect(left.map(({ winsInRow }) => winsInRow)).toEqual(countAgain(left));
  }
  expect(await readCounted(player.id)).toEqual([]);
  expect((await readCounted(other.id)).map(({ winsInRow }) => winsInRow)).toEqual([1, 2, 3]);
});
