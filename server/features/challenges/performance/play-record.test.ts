// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AttemptParts,
  insertAttempt,
  openAttemptRows,
  secondGame,
} from '../../../../tests/support/attempt-rows.ts';
import { createPlayer, createTwoPlayers } from '../../../../tests/support/factories.ts';
import { shareGameAccount } from '../game-accounts/bound-account-queries.ts';
import { getMatches } from './performance-queries.ts';
import { findSharedGameAccounts, readPlayRecord } from './play-record-queries.ts';
import { readPerformance } from './read-performance.ts';

const now = new Date('2026-06-15T12:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

const db = openAttemptRows();
let player: string;
let other: string;
beforeEach(async () => {
  [player, other] = await createTwoPlayers(db);
});
const add = (parts?: AttemptParts, playerId = player) => insertAttempt(db, playerId, parts);

describe('the signs of cheating', () => {
  const played = (minutesPlayed: number, passed: number, more: AttemptParts = {}): AttemptParts => ({
    placement: 1,
    kills: 0,
    rewardGivenGC: 300,
    completedAt: at(passed),
    first: { matches: 10, wins: 5, minutesPlayed: 100 },
    later: { matches: 11, wins: 6, minutesPlayed: 100 + minutesPlayed, takenAt: at(passed) },
    ...more,
  });

  it('compare wins with the expected number of wins', { tags: ['long'] }, async () => {
    const lost = { status: 'FAILED', reason: 'x', rewardGivenGC: 0 } as const;
    await add(played(20, 20));
    await add(played(20, 20, lost));
    await add({ ...played(20, 20), first: { matches: 0 }, later: {} });
    await add(played(20, 20, { overturnedAt: now }));
    await add(played(20, 20), other);
    expect(await readPlayRecord(db, player, 1)).toEqual({
      finished: 2,
      won: 1,
      expected: 1,
      variance: 0.5,
      winningsGC: 600,
      impossible: [],
    });
  });

  it.each([
    [
      'more match minutes than had passed: impossible',
      played(66, 20),
      'Stats show 66 minutes of matches, but only 20 minutes had passed',
    ],
    ['as many match minutes as one report may add: possible', played(65, 20), undefined],
    ['a win that came too soon: impossible', played(7, 20), 'Won a match of 7 minutes'],
    ['a win of the minimum length: possible', played(8, 20), undefined],
    [
      'a top ten that came too soon: impossible',
      played(4, 20, { placement: 10 }),
      'Finished in the top 10 of a match of 4 minutes',
    ],
    ['a top ten of the minimum length: possible', played(5, 20, { placement: 10 }), undefined],
    [
      'a top 25 that came too soon: impossible',
      played(2, 20, { placement: 25 }),
      'Finished in the top 25 of a match of 2 minutes',
    ],
    ['a top 25 of the minimum length: possible', played(3, 20, { placement: 25 }), undefined],
    ['a win whose minutes are not reported yet: possible', played(0, 20), undefined],
    ['a loss after a minute: possible', played(1, 20, { status: 'FAILED', reason: 'x' }), undefined],
    [
      'two matches of a minute each: impossible',
      played(2, 20, { later: { matches: 12, wins: 6, minutesPlayed: 102, takenAt: at(20) } }),
      undefined,
    ],
  ])('judge %s', async (_what, attempt, why) => {
    const attemptId = await add(attempt);
    const { impossible } = await readPlayRecord(db, player, 1);
    expect(impossible).toEqual(why ? [{ attemptId, why }] : []);
  });

  it('cover the 200 newest attempts', { tags: ['long'] }, async () => {
    await add(played(20, 19));
    const lost = await add(played(20, 20, { status: 'FAILED', reason: 'x', rewardGivenGC: 0 }));
    const record = async () => {
      const { finished, won } = await readPlayRecord(db, player, 1);
      return { finished, won };
    };
    const later = (n: Sql) => sql`'completed_at', ${at(20)}::timestamptz + ${n} * interval '1 minute'`;
    await copy(lost, 198, later);
    expect(await record()).toEqual({ finished: 2, won: 1 });
    await copy(lost, 1, later);
    expect(await record()).toEqual({ finished: 1, won: 0 });
  });

  it('are measured in game minutes', async () => {
    await add(played(66, 1));
    expect((await readPlayRecord(db, player, 1)).impossible).toHaveLength(1);
    expect((await readPlayRecord(db, player, 21)).impossible).toEqual([]);
  });

  it('include an Epic account that two players have used', async () => {
    await add({ accountKey: 'mine' });
    await add({ accountKey: 'theirs' }, other);
    expect(await findSharedGameAccounts(db, player)).toEqual([]);
    expect(await shareGameAccount(db, player, other)).toBe(false);
    await add({ accountKey: 'mine', isPractice: true }, other);
    const { hash } = await db.one<{ hash: string }>(
      sql`select left(encode(sha256('mine'), 'hex'), 8) as hash`,
    );
    for (const playerId of [player, other, other]) await add({ accountKey: 'mine' }, playerId);
    for (const playerId of [player, other]) await add({ accountKey: '' }, playerId);
    expect(await findSharedGameAccounts(db, player)).toEqual([{ hash, playerIds: [other] }]);
    expect(await shareGameAccount(db, player, other)).toBe(true);
  });

  it('distinguish accounts of different games', async () => {
    await add({ accountKey: 'mine' });
    await add({ accountKey: 'mine', game: secondGame }, other);
    expect(await findSharedGameAccounts(db, player)).toEqual([]);
    expect(await shareGameAccount(db, player, other)).toBe(false);
    await add({ accountKey: 'mine', game: secondGame });
    expect(await findSharedGameAccounts(db, player)).toMatchObject([{ playerIds: [other] }]);
    expect(await shareGameAccount(db, player, other)).toBe(true);
  });

  it('cover twenty Epic accounts', { tags: ['long'] }, async () => {
    for (const playerId of [player, other]) {
      await copy(
        await add({ accountKey: 'key-0' }, playerId),
        20,
        (n) => sql`'epic_account_key', 'key-' || ${n}`,
      );
    }
    expect(await findSharedGameAccounts(db, player)).toHaveLength(20);
  });

  it('list twenty other players of an Epic account', async () => {
    await add({ accountKey: 'mine' });
    for (let others = 0; others < 21; others++) {
      await add({ accountKey: 'mine' }, (await createPlayer(db)).id);
    }
    const [shared] = await findSharedGameAccounts(db, player);
    expect(shared?.playerIds).toHaveLength(20);
  });
});

/** So many more of an attempt, with something else of each. */
function copy(attemptId: string, count: number, change: (n: Sql) => Sql): Promise<unknown> {
  return db.run(sql`
    insert into attempts select (jsonb_populate_record(a, jsonb_build_object('id', make_uuidv7(), ${change(sql`n`)}))).*
    from attempts a, generate_series(1, ${count}::int) n where a.id = ${attemptId}`);
}

it("returns all figures of a player's performance", async () => {
  const history = { matches: 10, wins: 1, top10: 2, top25: 3, kills: 5 };
  const won = await add({
    completedAt: at(0),
    entryFeeGC: 10,
    rewardGivenGC: 40,
    first: history,
    later: { ...history, matches: 11, top10: 3, top25: 4, kills: 8 },
  });
  const lost = { status: 'FAILED', reason: 'x', entryFeeGC: 5, first: history } as const;
  const match = { ...history, matches: 11 };
  const midnight = await add({
    ...lost,
    completedAt: at(-12 * 60),
    placement: 1,
    later: { ...match, wins: 2 },
  });
  const before = await add({
    ...lost,
    completedAt: at(-12 * 60 - 1),
    later: { ...match, top25: 4, kills: 9 },
  });
  await add({ status: 'CANCELLED', reason: 'no-match', completedAt: at(-1), entryFeeGC: 100, refundGC: 90 });
  await db.run(sql`
    insert into attempt_kinds (player_id, challenge_type, required_placement, required_kills, entries, finished, won,
      cancelled, matches, kills, first_places, top10, coins_in, coins_out, coins_won)
    values (${player}, 'NEVER', 10, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`);
  const clock = { now: () => now };
  const none = {
    entries: 0,
    finished: 0,
    won: 0,
    cancelled: 0,
    matches: 0,
    kills: 0,
    firstPlaces: 0,
    top10: 0,
  };
  const today = { ...none, entries: 2, finished: 1, won: 1, cancelled: 1, matches: 1, kills: 3, top10: 1 };
  const one = { ...none, entries: 1, finished: 1, matches: 1 };
  const shown = await readPerformance({ playerId: player, days: 1 }, { db, clock });
  const coins = (coinsIn: number, coinsOut: number) => ({ coinsIn, coinsOut });
  const kind = { requiredPlacement: 10, requiredKills: 5, challengeType: 'TOP10_5KILL_SOLO' };
  expect(shown).toEqual({
    totals: {
      ...none,
      entries: 4,
      finished: 3,
      won: 1,
      cancelled: 1,
      matches: 3,
      kills: 7,
      firstPlaces: 1,
      top10: 2,
      ...coins(120, 130),
    },
    days: [
      {
        ...today,
        entries: 3,
        finished: 2,
        matches: 2,
        firstPlaces: 1,
        top10: 2,
        ...coins(115, 130),
        day: '2026-06-15',
      },
    ],
    kinds: [
      { ...kind, ...today, entries: 3, finished: 2, matches: 2, kills: 7, ...coins(115, 130) },
      {
        ...one,
        ...kind,
        requiredPlacement: 1,
        challengeType: 'TOP1_5KILL_SOLO',
        firstPlaces: 1,
        top10: 1,
        ...coins(5, 0),
      },
    ],
    matches: [
      { attemptId: won, endedAt: at(0).toISOString(), place: 10, kills: 3 },
      { attemptId: midnight, endedAt: at(-12 * 60).toISOString(), place: 1, kills: 0 },
      { attemptId: before, endedAt: at(-12 * 60 - 1).toISOString(), place: 25, kills: 4 },
    ],
    bests: {
      kills: { value: 4, attemptId: before, at: at(-12 * 60 - 1).toISOString() },
      winsInRow: { value: 1, attemptId: won, at: at(0).toISOString() },
      reward: { value: 40, attemptId: won, at: at(0).toISOString() },
    },
    career: { matches: 0, wins: 0, top10: 0, top25: 0, kills: 0, readAt: now.toISOString() },
  });
  const longer = await readPerformance({ playerId: player, days: 2 }, { db, clock });
  expect(longer.days.map(({ day, entries }) => [day, entries])).toEqual([
    ['2026-06-14', 1],
    ['2026-06-15', 3],
  ]);
  await db.run(sql`
    insert into attempt_days (player_id, day, entries, finished, won, cancelled, matches, kills, first_places, top10,
      coins_in, coins_out, coins_won)
    values (${other}, ${now}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`);
  const stranger = await readPerformance({ playerId: other, days: 2 }, { db, clock });
  expect(stranger).toMatchObject({ days: [], kinds: [], matches: [], career: null });
  expect(stranger.bests).toEqual({ kills: null, winsInRow: null, reward: null });
});

it('lists the twenty newest matches among the forty newest attempts that show any', async () => {
  const oldest = await add({ later: { matches: 1 } });
  await copy(oldest, 40, (n) => sql`'completed_at', ${now}::timestamptz + ${n} * interval '1 minute'`);
  expect(await getMatches(db, player)).toMatchObject([{ attemptId: oldest }]);
  await db.run(sql`update finished_attempts set matches = 2 where attempt_id <> ${oldest}`);
  expect(await getMatches(db, player)).toEqual([]);
  await db.run(sql`update finished_attempts set matches = 1`);
  const newest = await db.rows<{ id: string }>(
    sql`select id from attempts where player_id = ${player} order by completed_at desc limit 20`,
  );
  expect((await getMatches(db, player)).map(({ attemptId: id }) => ({ id }))).toEqual(newest);
});
