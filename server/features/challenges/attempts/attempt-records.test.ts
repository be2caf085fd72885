// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { gameIds } from '../../../../contract/games/games.ts';
import {
  type AttemptParts,
  insertAttempt,
  openAttemptRows,
  secondGame,
} from '../../../../tests/support/attempt-rows.ts';
import { createTwoPlayers } from '../../../../tests/support/factories.ts';
import { readPart } from '../../../platform/db/parts.ts';
import { countRecentAnswers } from '../readings/attempt-reading-store.ts';
import { countByAge, getSecondsOverdue, listOverdueAttempts } from '../readings/due-reading-queries.ts';
import {
  challengeStatsPart,
  countAttempts,
  findFirstFinished,
  getPlayedRecords,
  isVoided,
  sumEnteredSince,
} from './attempt-record-queries.ts';
import {
  countActive,
  findListedAttempt,
  findListedAttempts,
  hasActiveAttempt,
  hasEntered,
  hasPractised,
} from './attempt-store.ts';

const now = new Date('2026-06-15T12:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

const db = openAttemptRows();
let player: string;
let other: string;
beforeEach(async () => {
  [player, other] = await createTwoPlayers(db);
});
const add = (parts?: AttemptParts, playerId = player) => insertAttempt(db, playerId, parts);

describe('running attempts', () => {
  it('are counted as late from the given time on', async () => {
    await add({ startedAt: at(-1) });
    await add({ status: 'PENDING', startedAt: at(-40) });
    await add({ status: 'PENDING', startedAt: at(-39) }, other);
    expect(await countByAge(db, 'fortnite', at(-40))).toEqual({ young: 1, late: 1 });
    expect(await countByAge(db, 'fortnite', at(-39))).toEqual({ young: 0, late: 2 });
    expect(await countActive(db)).toBe(2);
  });

  it('are as late as their oldest due reading', async () => {
    expect(await getSecondsOverdue(db, gameIds, now)).toBe(0);
    await add({});
    expect(await getSecondsOverdue(db, gameIds, now)).toBe(0);
    const late = await add({ status: 'PENDING', nextReadingAt: at(-2) });
    expect(await getSecondsOverdue(db, gameIds, new Date(now.getTime() + 1_999))).toBe(121);
    expect(await getSecondsOverdue(db, gameIds, at(-3))).toBe(0);
    const later = await add({ status: 'PENDING', nextReadingAt: at(-5) }, other);
    const both = [
      { id: later, nextReadingAt: at(-5) },
      { id: late, nextReadingAt: at(-2) },
    ];
    expect(await listOverdueAttempts(db, now, 2)).toEqual(both);
    expect(await listOverdueAttempts(db, now, 1)).toEqual(both.slice(0, 1));
    expect(await listOverdueAttempts(db, at(-2), 2)).toEqual(both.slice(0, 1));
    expect(await getSecondsOverdue(db, gameIds, now)).toBe(300);
  });

  it('are never late in a game without a key', async () => {
    await add({ status: 'PENDING', nextReadingAt: at(-90), game: secondGame });
    await add({ status: 'PENDING', nextReadingAt: at(-1) }, other);
    expect(await getSecondsOverdue(db, ['fortnite'], now)).toBe(60);
    expect(await getSecondsOverdue(db, gameIds, now)).toBe(5_400);
  });

  it('belong to their player', async () => {
    await add({ status: 'PENDING' });
    await add({}, other);
    expect([await hasActiveAttempt(db, player), await hasActiveAttempt(db, other)]).toEqual([true, false]);
  });
});

it("counts the source's latest answer for each attempt since a given time", { tags: ['long'] }, async () => {
  const read = async (attemptId: string, number: number, kind: 'private' | 'fault', minutes: number) =>
    db.run(sql`
      insert into attempt_readings (attempt_id, number, kind, taken_at, source_wide, detail)
      values (${attemptId}, ${number}, ${kind}, ${at(minutes)}, false, 'x')`);
  const [hidden, shown, old] = [
    await add({ startedAt: at(-9) }),
    await add({ startedAt: at(-9) }),
    await add({ startedAt: at(-9) }),
  ];
  await read(hidden, 1, 'fault', 0);
  await read(hidden, 2, 'private', 1);
  await read(shown, 1, 'private', 0);
  await read(shown, 2, 'fault', 1);
  await read(old, 1, 'private', -1);
  expect(await countRecentAnswers(db, 'fortnite', at(0))).toEqual({ read: 2, private: 1 });
  expect(await countRecentAnswers(db, 'fortnite', at(-1))).toEqual({ read: 3, private: 2 });
  expect(await countRecentAnswers(db, 'fortnite', at(1))).toEqual({ read: 2, private: 1 });
  // Above the limit, only the newest readings are counted.
  expect(await countRecentAnswers(db, 'fortnite', at(-1), 4)).toEqual({ read: 2, private: 1 });
  expect(await countRecentAnswers(db, 'fortnite', at(-1), 5)).toEqual({ read: 3, private: 2 });
});

describe('practice', () => {
  const practised = () => hasPractised(db, player, 3);

  it('is used up by one decided or voided attempt, or by several cancelled ones', async () => {
    expect(await practised()).toBe(false);
    await add({ isPractice: true, status: 'SUCCESS' }, other);
    await add({ status: 'SUCCESS' });
    for (const _ of [1, 2]) await add({ isPractice: true, status: 'CANCELLED' });
    expect(await practised()).toBe(false);
    await add({ isPractice: true, status: 'CANCELLED' });
    expect(await practised()).toBe(true);
  });

  it.each([{ status: 'FAILED' }, { status: 'CANCELLED', voidedAt: now }, { status: 'PENDING' }] as const)(
    'is used up by %o',
    async (parts) => {
      await add({ isPractice: true, ...parts });
      expect(await practised()).toBe(true);
    },
  );

  it('is not an entry and counts in no record', async () => {
    await add({ isPractice: true });
    expect([await hasEntered(db, player), await countAttempts(db, player)]).toEqual([false, 1]);
    expect(await findFirstFinished(db, player)).toBeUndefined();
    await add({ isPractice: true, status: 'PENDING' }, other);
    for (const playerId of [player, other]) {
      expect(await readPart(db, challengeStatsPart(playerId))).toEqual({
        wins: 0,
        loss: 0,
        totalChallenges: 0,
      });
    }
    await add({});
    expect(await hasEntered(db, player)).toBe(true);
  });
});

it('returns an attempt with its counters at entry and at the decision', async () => {
  const read = async (id: string) => {
    const { initialTotals, finalTotals } = (await findListedAttempt(db, id)) ?? {};
    return [initialTotals?.kills, finalTotals?.kills];
  };
  expect(await read(await add({ first: { kills: 7 } }))).toEqual([7, undefined]);
  const running = await add({ first: { kills: 7 }, later: { kills: 9 }, status: 'PENDING' }, other);
  expect(await read(running)).toEqual([7, undefined]);
  const decided = await add({ first: { kills: 7 }, later: { kills: 9 } });
  await db.run(sql`
    insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
    select ${decided}, n, 'stats', ${now}, 0, 0, 0, 0, 10 + n, 0 from generate_series(2, 3) n`);
  expect(await read(decided)).toEqual([7, 9]);
  await db.run(sql`update attempts set decided_by_reading = 2 where id = ${decided}`);
  expect(await read(decided)).toEqual([7, 12]);
  expect(await findListedAttempts(db, [decided])).toHaveLength(1);
});

describe('the record of a player', () => {
  it('counts wins, losses and all entries, including running ones', async () => {
    for (const _ of [1, 2, 3]) await add({});
    await add({ status: 'FAILED', reason: 'conditions-not-met', kills: 6 });
    await add({ status: 'CANCELLED', reason: 'no-match' });
    await add({ status: 'PENDING' });
    await add({}, other);
    expect(await readPart(db, challengeStatsPart(player))).toEqual({ wins: 3, loss: 1, totalChallenges: 6 });
    expect(await getPlayedRecords(db, [player])).toEqual(new Map([[player, { wins: 3, loss: 1 }]]));
    expect(await countAttempts(db, player)).toBe(6);
  });

  it('starts with the first attempt that finished without being cancelled, voided or made private', async () => {
    await add({ status: 'CANCELLED', completedAt: at(-9) });
    await add({ status: 'CANCELLED', voidedAt: now, completedAt: at(-8) });
    await add({ status: 'FAILED', reason: 'made-private', completedAt: at(-7) });
    expect(await findFirstFinished(db, player)).toBeUndefined();
    await add({ completedAt: at(-5) });
    const first = await add({ status: 'FAILED', reason: 'conditions-not-met', completedAt: at(-6) });
    await add({ completedAt: at(-9) }, other);
    expect(await findFirstFinished(db, player)).toEqual({ attemptId: first, at: at(-6) });
  });

  it('sums entry fees minus refunds, and forfeited fees of voided attempts', async () => {
    expect(await sumEnteredSince(db, player, at(-1))).toBe(0);
    await add({ entryFeeGC: 1_000, startedAt: at(-1) });
    await add({ entryFeeGC: 100, refundGC: 90 });
    const voided = await add({ status: 'CANCELLED', entryFeeGC: 400, voidedAt: now });
    await add({ status: 'CANCELLED', entryFeeGC: 20, voidedAt: now, isFeeForfeited: true });
    const theirs = await add({ entryFeeGC: 5_000 }, other);
    await add({ status: 'PENDING', entryFeeGC: 7 });
    expect(await sumEnteredSince(db, player, at(-1))).toBe(10 + 7 + 20);
    expect([await isVoided(db, voided), await isVoided(db, theirs)]).toEqual([true, false]);
  });
});
