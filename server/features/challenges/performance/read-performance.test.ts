// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GameId } from '../../../../contract/games/game.ts';
import { playedUnder } from '../../../../contract/performance.ts';
import { type AttemptParts, insertAttempt, secondGame } from '../../../../tests/support/attempt-rows.ts';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { readPerformance } from './read-performance.ts';

const db = openTestDatabase();
const now = new Date('2026-06-15T12:00:00Z');

it('shows the requested days including today, and the fifty most entered kinds', async () => {
  const { id } = await createPlayer(db);
  const sums = sql`1, 0, 0, 0, 0, 0, 0, 0, 2, 3, 0`;
  await db.run(sql`
    insert into attempt_days select ${id}, day, ${sums}
    from unnest(array['2026-06-08', '2026-06-09', '2026-06-15']::date[]) day`);
  await db.run(sql`
    insert into attempt_kinds
    select ${id}, 'KIND_' || n, 10, n, 100 - n, 0, 0, 0, 0, 0, 0, 0, 2, 3, 0 from generate_series(1, 51) n`);
  // One whose only attempt was voided.
  await db.run(sql`
    insert into attempt_kinds values (${id}, 'VOIDED', 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`);
  const { days, kinds, totals } = await readPerformance(
    { playerId: id, days: 7 },
    { db, clock: { now: () => now } },
  );
  expect(days.map(({ day }) => day)).toEqual(['2026-06-09', '2026-06-15']);
  expect(kinds.map(({ challengeType }) => challengeType)).toEqual(
    Array.from({ length: 50 }, (_, place) => `KIND_${place + 1}`),
  );
  // Of all of them.
  expect(totals).toMatchObject({ coinsIn: 102, coinsOut: 153 });
});

it('still shows matches and career of the first game after attempts at another', async () => {
  const { id } = await createPlayer(db);
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
  const attemptId = await insertAttempt(db, id, {
    startedAt: minutes(-90),
    first: { matches: 100 },
    later: { matches: 101, kills: 3, top25: 1 },
  });
  for (let count = 0; count < 41; count++)
    await insertAttempt(db, id, { game: secondGame, startedAt: minutes(count - 60) });
  const shown = await readPerformance({ playerId: id, days: 7 }, { db, clock: { now: () => now } });
  expect(shown.matches).toMatchObject([{ attemptId, place: 25, kills: 3 }]);
  expect(shown.career).toMatchObject({ matches: 101, kills: 3 });
});

const squad = { mode: 'squad', countsBots: false } as const;

describe('a player of two games', () => {
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const clock = { now: () => now };
  let playerId: string;
  let won: string;
  let record: string;
  beforeAll(async () => {
    playerId = (await createPlayer(db)).id;
    const first = { matches: 100 };
    const add = (parts: AttemptParts) => insertAttempt(db, playerId, parts);
    won = await add({
      completedAt: at(-50),
      first,
      later: { matches: 101, kills: 3, top10: 1, top25: 1 },
      entryFeeGC: 10,
      rewardGivenGC: 90,
    });
    const other = { game: secondGame, terms: squad, placement: 10, kills: 5, entryFeeGC: 100 } as const;
    record = await add({
      ...other,
      completedAt: at(-40),
      finalStats: { place: 4, kills: 8 },
      rewardGivenGC: 180,
    });
    await add({
      ...other,
      ...{ completedAt: at(-30), status: 'FAILED', reason: 'x', finalStats: { place: 30, kills: 2 } },
    });
    await add({ ...other, completedAt: at(-1500), status: 'CANCELLED', reason: 'no-match', refundGC: 90 });
    const terms = { mode: 'solo', countsBots: false } as const;
    await add({
      ...{ ...other, terms, completedAt: at(-20), finalStats: { place: 1, kills: 8 }, rewardGivenGC: 20 },
    });
    await add({ game: secondGame, terms, isPractice: true, finalStats: { place: 1, kills: 99 } });
    await add({ completedAt: at(-10), first, later: { matches: 101, kills: 1 }, rewardGivenGC: 20 });
  });
  const read = (game?: GameId) => readPerformance({ playerId, days: 1, game }, { db, clock });

  it('has separate places, kills and odds for each game', async () => {
    const [one, other] = [await read('fortnite'), await read(secondGame)];
    expect(one.totals).toMatchObject({ entries: 2, finished: 2, won: 2, matches: 2, kills: 4, top10: 1 });
    expect(one.matches.map(({ place, kills, terms }) => [place, kills, terms])).toEqual([
      [null, 1, undefined],
      [10, 3, undefined],
    ]);
    expect(one.career).toMatchObject({ matches: 101 });
    expect(other.totals).toEqual({
      ...{ entries: 4, finished: 3, won: 2, cancelled: 1, matches: 3, kills: 18, firstPlaces: 1, top10: 2 },
      ...{ coinsIn: 400, coinsOut: 290 },
    });
    expect(other.matches.map(({ place, kills, terms }) => [place, kills, terms?.mode])).toEqual([
      [1, 8, 'solo'],
      [null, 2, 'squad'],
      [10, 8, 'squad'],
    ]);
    expect(playedUnder(other.matches, squad)).toHaveLength(2);
    expect(other.career).toBeNull();
  });

  it('has separate days, kinds by terms and bests for each game', async () => {
    const [one, other] = [await read('fortnite'), await read(secondGame)];
    expect(one.days).toEqual([{ ...one.totals, day: '2026-06-15' }]);
    const { days, kinds } = other;
    expect(days).toEqual([
      { ...other.totals, entries: 3, cancelled: 0, coinsIn: 300, coinsOut: 200, day: '2026-06-15' },
    ]);
    expect(kinds).toMatchObject([
      { challengeType: 'TOP10_5KILL_SOLO', terms: squad, entries: 3, won: 1, kills: 10 },
      { challengeType: 'TOP10_5KILL_SOLO', terms: { mode: 'solo' }, entries: 1, won: 1, kills: 8 },
    ]);
    expect(one.bests).toMatchObject({
      kills: { value: 3, attemptId: won },
      winsInRow: { value: 2, at: at(-10).toISOString() },
      reward: { value: 90, attemptId: won },
    });
    expect(other.bests).toMatchObject({
      kills: { value: 8, attemptId: record },
      winsInRow: { value: 1, attemptId: record },
      reward: { value: 180, attemptId: record },
    });
  });

  it('sees both games and the sums of all attempts when no game is requested', async () => {
    const { games, totals, bests, matches } = await read();
    expect(games?.toSorted()).toEqual(['fortnite', secondGame]);
    expect(totals).toMatchObject({ entries: 6, finished: 5, won: 4, coinsIn: 410, matches: 2, kills: 4 });
    expect(bests.reward).toMatchObject({ value: 180, attemptId: record });
    expect(matches).toHaveLength(2);
  });

  it('has sums that match the stored ones for each game', async () => {
    const [all, one, other] = [await read(), await read('fortnite'), await read(secondGame)];
    for (const name of ['entries', 'finished', 'won', 'cancelled', 'coinsIn', 'coinsOut'] as const) {
      expect(one.totals[name] + other.totals[name], name).toBe(all.totals[name]);
    }
  });
});

it('lists no games when only the first was played', async () => {
  const { id } = await createPlayer(db);
  const read = () => readPerformance({ playerId: id, days: 7 }, { db, clock: { now: () => now } });
  expect(await read()).not.toHaveProperty('games');
  await insertAttempt(db, id, { startedAt: now });
  await insertAttempt(db, id, { game: secondGame, isPractice: true, startedAt: now });
  expect(await read()).not.toHaveProperty('games');
  await insertAttempt(db, (await createPlayer(db)).id, { game: secondGame, startedAt: now });
  expect(await read()).not.toHaveProperty('games');
});

it('tells apart kinds whose terms differ only in whether bots count', async () => {
  const { id } = await createPlayer(db);
  for (const countsBots of [false, true, true])
    await insertAttempt(db, id, { game: secondGame, terms: { ...squad, countsBots }, startedAt: now });
  const { kinds } = await readPerformance(
    { playerId: id, days: 7, game: secondGame },
    { db, clock: { now: () => now } },
  );
  expect(kinds.map(({ entries, terms }) => [entries, terms])).toEqual([
    [2, { mode: 'squad', countsBots: true }],
    [1, { mode: 'squad', countsBots: false }],
  ]);
});
