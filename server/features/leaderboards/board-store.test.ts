// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { countAhead, findNearest, getScore, listPlayedDays } from './board-store.ts';

const db = openTestDatabase();

it.each([5, -5])(
  'never ranks a player against themselves when %i XP arrive after the score was read',
  async (xp) => {
    const board = `week:${xp}`;
    const ids: string[] = [];
    for (const points of [30, 20, 10]) {
      const { id } = await createPlayer(db);
      ids.push(id);
      await db.run(sql`
      insert into board_scores (board, player_id, xp, reached_at) values (${board}, ${id}, ${points}, now())`);
    }
    const [first = '', mine = '', last = ''] = ids;
    const score = await getScore(db, board, mine);
    await db.run(sql`update board_scores set xp = xp + ${xp}::int where player_id = ${mine}`);
    if (!score) throw new Error('no score');
    expect(await countAhead(db, board, score)).toBe(1);
    const near = async (side: 'ahead' | 'behind') =>
      (await findNearest(db, board, score, side, 3)).map(({ playerId }) => playerId);
    expect([await near('ahead'), await near('behind')]).toEqual([[first], [last]]);
  },
);

it('counts streak days in UTC, whatever the time zone of the database', async () => {
  const { id } = await createPlayer(db);
  const minutes = [
    '2026-03-10T00:00:30Z',
    '2026-03-10T00:00:00Z',
    '2026-03-10T23:59:30Z',
    '2026-03-12T00:00:30Z',
    '2026-02-28T23:59:59.999Z',
  ];
  await db.run(sql`
    insert into played_xp (attempt_id, player_id, xp, played_at)
    select make_uuidv7(), ${id}, 1, at from unnest(${minutes}::timestamptz[]) at`);
  await db.run(sql`
    insert into played_xp (attempt_id, player_id, xp, played_at, taken_back_at) values (make_uuidv7(), ${id}, 1, '2026-03-11', now())`);
  expect(await listPlayedDays(db, id, 10)).toEqual(['2026-03-12', '2026-03-10', '2026-02-28']);
  expect(await listPlayedDays(db, id, 2)).toEqual(['2026-03-12', '2026-03-10']);
  expect(await listPlayedDays(db, (await createPlayer(db)).id, 10)).toEqual([]);
});
