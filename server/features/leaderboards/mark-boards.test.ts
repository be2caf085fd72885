// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { boardPageSize } from '../../../contract/leaderboards.ts';
import { fakeClock } from '../../../tests/support/clock.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { findMark, findMarkAbove } from './board-mark-store.ts';
import { findNearest, getPlaces, getTop, type Score } from './board-store.ts';
import { markBoards } from './mark-boards.ts';
import { readBoard } from './read-board.ts';

const db = openTestDatabase();

const clock = fakeClock(new Date('2026-11-18T12:00:00Z'));
const spacing = 5;

/** 130 players, many with the same XP, and some who reached it at the same moment. */
async function fillBoard(): Promise<Score[]> {
  await db.run(sql`
    with someone as (
      insert into players (name, email, referral_code)
      select 'Marked ' || n, '', 'MARK' || lpad(n::text, 8, '0') from generate_series(1, 130) n returning id, name)
    insert into board_scores (board, player_id, xp, reached_at)
    select 'all', id, 20 * (n % 7), timestamptz '2026-11-01' + (n % 20) * interval '1 minute'
    from (select id, substr(name, 8)::int as n from someone) s`);
  await db.run(sql`insert into boards (board, players) values ('all', 130), ('season:2026-Q3', 900)`);
  await db.run(
    sql`insert into board_marks (board, xp, reached_at, ahead) values ('season:2026-Q3', 5, now(), 400)`,
  );
  return getTop(db, 'all', 1_000);
}

const placeOf = async ({ playerId }: Score) => {
  const deps = { db, clock, publicPlayers: async () => new Map(), friendIds: async () => [] };
  return (await readBoard({ playerId, period: 'all', among: 'everybody' }, deps)).mine?.rank;
};

it('counts places from the nearest mark, with the same result as a full count', async () => {
  const ranked = await fillBoard();
  await markBoards({ db, clock }, { apart: spacing });
  for (const [place, score] of ranked.entries()) expect(await placeOf(score)).toBe(place + 1);

  const marks = await db.rows<{ board: string; ahead: number }>(sql`select board, ahead from board_marks`);
  expect(marks.length).toBeGreaterThan(15);
  expect(new Set(marks.map(({ board }) => board))).toEqual(new Set(['all']));
  // From the mark on, a query reads at most two spacings, plus players who got there at the same moment.
  for (const [place, score] of ranked.entries())
    expect(place - ((await findMark(db, 'all', score))?.ahead ?? 0)).toBeLessThan(3 * spacing);
});

it('pages through the whole board in order, from the nearest mark', async () => {
  const ranked = await getTop(db, 'all', 1_000);
  const deps = { db, clock, publicPlayers: async () => new Map(), friendIds: async () => [] };
  const mine = ranked[60] as Score;
  const seen: number[] = [];
  for (let page = 1; page <= 6; page++) {
    const skip = (page - 1) * boardPageSize;
    const mark = await findMarkAbove(db, 'all', skip);
    expect(skip - (mark?.ahead ?? 0)).toBeLessThan(4 * spacing);
    const places = await getPlaces(db, 'all', { skip, limit: boardPageSize }, mark);
    expect(places).toEqual(ranked.slice(skip, skip + boardPageSize));
    const asked = { playerId: mine.playerId, period: 'all', among: 'everybody', page } as const;
    const { top, near } = await readBoard(asked, deps);
    seen.push(...top.map(({ rank }) => rank));
    // Place 61 is on the third page.
    expect(near.map(({ rank }) => rank)).toEqual(page === 3 ? [] : [58, 59, 60, 61, 62, 63, 64]);
  }
  expect(seen).toEqual(ranked.map((_, place) => place + 1));
});

it('a place is off by the players who passed a mark, until the marks are set again', async () => {
  const ranked = await getTop(db, 'all', 1_000);
  const [last, passing] = [ranked.at(-1) as Score, ranked.at(-2) as Score];
  await db.run(sql`update board_scores set xp = 1000 where player_id = ${passing.playerId}`);
  expect(await placeOf(passing)).toBe(1);
  expect(await placeOf(last)).toBe(ranked.length - 1);
  const middle = ranked[60] as Score;
  expect(await placeOf(middle)).toBe(61);
  await markBoards({ db, clock }, { apart: spacing });
  expect(await placeOf(middle)).toBe(62);
  expect(await placeOf(last)).toBe(ranked.length);
});

it('finds the nearest players on either side, including ties', async () => {
  const ranked = await getTop(db, 'all', 1_000);
  for (const place of [3, 40, 41, 77, 100]) {
    const mine = ranked[place] as Score;
    const ids = async (side: 'ahead' | 'behind') =>
      (await findNearest(db, 'all', mine, side, 3)).map(({ playerId }) => playerId);
    const around = ranked.map(({ playerId }) => playerId);
    expect(await ids('ahead')).toEqual(around.slice(Math.max(0, place - 3), place).reverse());
    expect(await ids('behind')).toEqual(around.slice(place + 1, place + 4));
  }
});

it('marks a large board in parts, with the same marks as in one pass', async () => {
  const marks = () =>
    db.rows<{ xp: number; reachedAt: Date; ahead: number }>(sql`
      select xp, reached_at, ahead from board_marks where board = 'all' order by xp desc, reached_at`);
  await markBoards({ db, clock }, { apart: spacing });
  const atOnce = await marks();
  await db.run(sql`delete from board_marks`);
  const sizes = [];
  // 112 players have XP: three parts of 40, or a few more who got there at the same moment.
  for (let part = 0; part < 3; part++) {
    await markBoards({ db, clock }, { apart: spacing, count: 40 });
    sizes.push((await marks()).length);
  }
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
  expect(sizes[0]).toBeLessThan(10);
  expect(await marks()).toEqual(atOnce);

  const ranked = await getTop(db, 'all', 1_000);
  await db.run(sql`update board_scores set xp = 1000 where player_id = ${ranked.at(-1)?.playerId}`);
  await markBoards({ db, clock }, { apart: spacing, count: 40 });
  // The walked part counts the players who overtook everyone; the other parts do so in their turn.
  const isBelow = ({ ahead }: { ahead: number }) => ahead >= 50;
  expect((await marks()).filter(isBelow)).toEqual(atOnce.filter(isBelow));
  const moved = await getTop(db, 'all', 1_000);
  expect(await placeOf(moved[30] as Score)).toBe(31);
  await markBoards({ db, clock }, { apart: spacing, count: 40 });
  await markBoards({ db, clock }, { apart: spacing, count: 40 });
  for (const [place, score] of moved.entries()) expect(await placeOf(score)).toBe(place + 1);
});
