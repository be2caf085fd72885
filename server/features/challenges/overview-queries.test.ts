// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import type { GameId } from '../../../contract/games/game.ts';
import {
  type AttemptParts,
  insertAttempt,
  insertChallenge,
  openAttemptRows,
  secondGame,
} from '../../../tests/support/attempt-rows.ts';
import { createTwoPlayers } from '../../../tests/support/factories.ts';
import { getRecord } from './challenge-admin-store.ts';
import { estimateVariant, toEstimate } from './estimate-variant.ts';
import { countCohorts, countEndedAttempts, countPlayed, getChallengeMargins } from './overview-queries.ts';

const now = new Date('2026-06-15T12:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const dayMinutes = 24 * 60;

const db = openAttemptRows();
let player: string;
let other: string;
beforeEach(async () => {
  [player, other] = await createTwoPlayers(db);
});
const add = (parts?: AttemptParts, playerId = player) => insertAttempt(db, playerId, parts);

describe('the estimate of a variant', () => {
  const terms = { requiredPlacement: 10, requiredKills: 5 } as const;
  const variant = { ...terms, entryFeeGC: 10, rewardGC: 40 };

  it('uses entries of its kind, or of all kinds if there are none', async () => {
    const since = at(-30 * dayMinutes);
    const history = { matches: 10, top10: 5, kills: 10 };
    // Half of the matches, times the probability of 5 kills at a mean of 1.
    const chance = 0.5 * 0.5 ** 5;
    await add({ kills: 4, first: history });
    await add({ kills: 4, first: { matches: 0 }, later: history, startedAt: at(-1) });
    await add({ kills: 4, first: history, startedAt: at(-30 * dayMinutes - 1) });
    const none = { sampleSize: 1, winRate: chance, decided: 0, won: 0 };
    expect(await getRecord(db, terms, since)).toEqual({ ...none, entries: 2, busiestDay: 2 });
    for (const status of ['SUCCESS', 'FAILED', 'CANCELLED'] as const) {
      await add({ status, reason: 'any', startedAt: since });
    }
    await add({ status: 'FAILED', reason: 'made-private' });
    await add({ kills: 5, placement: 25 });
    await add({ isPractice: true });
    const record = { sampleSize: 1, winRate: chance, decided: 2, won: 1, entries: 4, busiestDay: 3 };
    expect(await getRecord(db, terms, since)).toEqual(record);
    expect(await estimateVariant(variant, { db, clock: { now: () => now } })).toEqual(
      toEstimate(record, variant),
    );
  });

  it('counts only entries at the same game', async () => {
    await add({ first: { matches: 10, top10: 5, kills: 10 } });
    await add({ game: secondGame, startedAt: at(-1) });
    const getEntries = async (game?: GameId) => (await getRecord(db, { ...terms, game }, at(-2))).entries;
    expect([await getEntries(), await getEntries(secondGame)]).toEqual([1, 1]);
    expect(await getRecord(db, { ...terms, game: secondGame }, at(-2))).toMatchObject({ busiestDay: 1 });
  });

  it('starts without data, and works with a history of one match', async () => {
    const nothing = { sampleSize: 0, winRate: null, decided: 0, won: 0, entries: 0, busiestDay: 0 };
    expect(await getRecord(db, terms, at(-1))).toEqual(nothing);
    await add({ kills: 4, first: { matches: 1, top10: 1, kills: 1 } });
    expect(await getRecord(db, terms, at(-1))).toMatchObject({ sampleSize: 1, winRate: 0.5 ** 5 });
  });

  it('computes payouts from the number of entries per day', () => {
    const record = { sampleSize: 5, winRate: 0.5, decided: 4, won: 3, entries: 60, busiestDay: 7 };
    const { entries: _, busiestDay: __, ...shown } = record;
    const estimate = { ...shown, entriesPerDay: 2, payoutPerDay: 20, worstCasePerDay: 210 };
    expect(toEstimate(record, variant)).toEqual(estimate);
    expect(toEstimate({ ...record, winRate: null }, variant)).toEqual({
      ...estimate,
      winRate: null,
      payoutPerDay: null,
    });
  });

  it.each([
    [1, 0, 0.2],
    [10, 0, 0.4],
    [25, 0, 0.8],
    [10, 1, 0.3],
    [10, 2, 0.225],
  ])('estimates the chance for top %i with %i kills as %d', async (placement, kills, chance) => {
    const reading = JSON.stringify({ matches: 10, wins: 2, top10: 4, top25: 8, kills: 30 });
    const found = await db.one<{ chance: number }>(sql`
      select win_chance(${placement}, ${kills}, jsonb_populate_record(null::attempt_readings, ${reading}::jsonb)) as chance`);
    expect(found.chance).toBeCloseTo(chance, 12);
  });
});

describe('the overview', () => {
  const span = { from: at(0), until: at(dayMinutes) };

  it('counts attempts by the UTC day they ended', async () => {
    for (const completedAt of [at(-1), at(dayMinutes)]) await add({ completedAt });
    await add({ completedAt: at(0) });
    await add({ completedAt: at(dayMinutes - 1) });
    await add({ status: 'FAILED', reason: 'conditions-not-met', completedAt: at(1) });
    await add({ status: 'FAILED', reason: 'made-private', completedAt: at(1) });
    await add({ status: 'CANCELLED', reason: 'no-match', completedAt: at(1) });
    await add({ isPractice: true, completedAt: at(1) });
    await add({ completedAt: at(2) });
    expect(await countEndedAttempts(db, span)).toEqual([
      { day: '2026-06-15', won: 2, failed: 1, cancelled: 1 },
      { day: '2026-06-16', won: 1, failed: 0, cancelled: 0 },
    ]);
  });

  it('sums what challenges took and gave, most entered first', async () => {
    const [few, many] = [await insertChallenge(db, 'Few'), await insertChallenge(db, 'Many')];
    for (const completedAt of [at(-1), at(dayMinutes)]) await add({ challengeId: few, completedAt });
    await add({ challengeId: few, entryFeeGC: 10, rewardGivenGC: 40, completedAt: at(0) });
    const lost = { status: 'FAILED', reason: 'x', completedAt: at(1) } as const;
    await add({ challengeId: many, entryFeeGC: 10, ...lost });
    await add({ challengeId: many, entryFeeGC: 10, refundGC: 9, ...lost });
    const margin = { won: 0, coinsIn: 20, coinsOut: 9 };
    const both = [
      { _id: many, description: 'Many', entries: 2, ...margin },
      { _id: few, description: 'Few', entries: 1, won: 1, coinsIn: 10, coinsOut: 40 },
    ];
    expect(await getChallengeMargins(db, span, 9)).toEqual(both);
    expect(await getChallengeMargins(db, span, 1)).toEqual(both.slice(0, 1));
  });

  it('counts players with a first entry, a first finish and a first win', async () => {
    const [running, third] = await createTwoPlayers(db);
    await add({});
    await add({ status: 'FAILED', reason: 'x' }, other);
    await add({ status: 'PENDING' }, running);
    await add({ isPractice: true }, third);
    const [cancelled] = await createTwoPlayers(db);
    await add({ status: 'CANCELLED', reason: 'no-match' }, cancelled);
    const of = (...ids: string[]) => countPlayed(db, ids);
    expect(await of(player, other, running, third)).toEqual({ entered: 3, finished: 2, won: 1 });
    expect(await of(other)).toEqual({ entered: 1, finished: 1, won: 0 });
    expect(await of(cancelled)).toEqual({ entered: 1, finished: 0, won: 0 });
    expect(await of()).toEqual({ entered: 0, finished: 0, won: 0 });
  });

  it('groups players by sign-up week, with the weeks in which they ended attempts', async () => {
    const { monday } = await db.one<{ monday: Date }>(sql`
      select date_trunc('week', uuidv7_time(${player}::uuid), 'UTC') as monday`);
    const weekLater = (weeks: number) => new Date(monday.getTime() + weeks * 7 * dayMinutes * 60_000);
    const { players } = await db.one<{ players: number }>(sql`
      select count(*) as players from players where uuidv7_time(id) >= ${monday}`);
    await add({ completedAt: monday });
    await add({ completedAt: monday }, other);
    await add({ completedAt: new Date(weekLater(1).getTime() - 1) });
    await add({ completedAt: weekLater(2) });
    await add({ completedAt: weekLater(2) }, other);
    await add({ completedAt: weekLater(-1) }, other);
    await db.run(sql`
      insert into attempt_days (player_id, day, entries, finished, won, cancelled, matches, kills, first_places, top10,
        coins_in, coins_out, coins_won)
      values (${other}, ${weekLater(3)}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`);
    expect(await countCohorts(db, { from: monday, until: weekLater(1) })).toEqual([
      {
        week: monday.toISOString().slice(0, 10),
        players,
        active: [
          { nth: 0, players: 2 },
          { nth: 2, players: 2 },
        ],
      },
    ]);
    expect(await countCohorts(db, { from: weekLater(1), until: weekLater(2) })).toEqual([]);
    expect(await countCohorts(db, { from: weekLater(-1), until: monday })).toEqual([]);
  });
});
