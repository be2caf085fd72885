import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { addToBoards, countAhead, getScore, nearestTo, playedDays } from './board-store.ts';
import { boardProofs } from './proofs.ts';

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url);
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

it.each([5, -5])(
  'never ranks a player against themselves, when %i XP come after the score was read',
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
      (await nearestTo(db, board, score, side, 3)).map(({ playerId }) => playerId);
    expect([await near('ahead'), await near('behind')]).toEqual([[first], [last]]);
  },
);

it('takes a day of a streak for one of UTC, wherever the database is', async () => {
  const { id } = await createPlayer(db);
  const minutes = ['2026-03-10T00:00:30Z', '2026-03-10T23:59:30Z', '2026-03-12T00:00:30Z'];
  await db.run(sql`
    insert into played_xp (attempt_id, player_id, xp, played_at)
    select uuidv7(), ${id}, 1, at from unnest(${minutes}::timestamptz[]) at`);
  expect(await playedDays(db, id, 10)).toEqual(['2026-03-12', '2026-03-10']);
});

it('adds a place up as counting everybody ahead would, while scores come, go and move at once', async () => {
  const board = 'all:steps';
  const ids = await Promise.all(Array.from({ length: 40 }, async () => (await createPlayer(db)).id));
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, n % 5, (n * 7) % 60));
  await Promise.all(
    ids.map(async (playerId, n) => {
      // Ties, hours and blocks; some lose what they had.
      for (const [turn, xp] of [1_960, 20 * (n % 4), 20 - 20 * (n % 2)].entries()) {
        await db.transaction((tx) => addToBoards(tx, [board], { playerId, xp, at: at(n + turn) }));
      }
      if (n % 7 === 0) {
        await db.run(
          sql`update board_scores set xp = xp - 20 where board = ${board} and player_id = ${playerId}`,
        );
      }
    }),
  );
  const order = await db.rows<{ playerId: string; xp: number; reachedAt: Date; place: number }>(sql`
    select player_id, xp, reached_at, row_number() over (order by xp desc, reached_at, player_id) as place
    from board_scores where board = ${board} and xp > 0`);
  for (const { place, ...score } of order) {
    expect(await countAhead(db, board, score), `${score.xp} XP`).toBe(place - 1);
  }
  expect(order.length).toBe(40);
  const breaches = await Promise.all(boardProofs.map(({ contradictions }) => db.rows(contradictions)));
  expect(breaches.flat()).toEqual([]);
  await db.run(sql`delete from board_scores where board = ${board}`);
  expect(await db.rows(sql`select from board_steps where board = ${board}`)).toEqual([]);
});
