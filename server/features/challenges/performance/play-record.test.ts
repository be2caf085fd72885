import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AttemptParts,
  insertAttempt,
  startAttemptRows,
} from '../../../../tests/support/attempt-rows.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import type { Database } from '../../../platform/db/database.ts';
import { shareEpicAccount } from '../epic-account-store.ts';
import { readPlayRecord, sharedEpicAccounts } from './play-record-store.ts';

const now = new Date('2026-06-15T12:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

let rows: Awaited<ReturnType<typeof startAttemptRows>>;
let db: Database;
let player: string;
let other: string;
beforeAll(async () => {
  rows = await startAttemptRows();
  ({ db } = rows);
});
afterAll(() => rows?.close());
beforeEach(async () => {
  await rows.clear();
  [player, other] = [(await createPlayer(db)).id, (await createPlayer(db)).id];
});
const add = (parts?: AttemptParts, playerId = player) => insertAttempt(db, playerId, parts);

describe('what is unusual about how somebody plays', () => {
  const played = (minutesPlayed: number, passed: number, more: AttemptParts = {}): AttemptParts => ({
    placement: 1,
    kills: 0,
    rewardGivenGC: 300,
    completedAt: at(passed),
    first: { matches: 10, wins: 5, minutesPlayed: 100 },
    later: { matches: 11, wins: 6, minutesPlayed: 100 + minutesPlayed, takenAt: at(passed) },
    ...more,
  });

  it('is read from the wins beside what was likely', async () => {
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
      'more minutes than had passed',
      played(66, 20),
      '66 minutes of matches were reported where 20 had passed',
    ],
    ['as many as a report may bring along', played(65, 20), undefined],
    ['a win that came too soon', played(7, 20), 'Among the first 1 in a match of 7 minutes'],
    ['a win that took as long as it must', played(8, 20), undefined],
    [
      'the first ten too soon',
      played(4, 20, { placement: 10 }),
      'Among the first 10 in a match of 4 minutes',
    ],
    ['the first ten in time', played(5, 20, { placement: 10 }), undefined],
    ['the first 25 too soon', played(2, 20, { placement: 25 }), 'Among the first 25 in a match of 2 minutes'],
    ['the first 25 in time', played(3, 20, { placement: 25 }), undefined],
    ['minutes that are not in yet', played(0, 20), undefined],
    ['a loss after a minute', played(1, 20, { status: 'FAILED', reason: 'x' }), undefined],
    [
      'two matches in a minute each',
      played(2, 20, { later: { matches: 12, wins: 6, minutesPlayed: 102, takenAt: at(20) } }),
      undefined,
    ],
  ])('is %s', async (_what, attempt, why) => {
    const attemptId = await add(attempt);
    const { impossible } = await readPlayRecord(db, player, 1);
    expect(impossible).toEqual(why ? [{ attemptId, why }] : []);
  });

  it('is measured in minutes of the game', async () => {
    await add(played(66, 1));
    expect((await readPlayRecord(db, player, 1)).impossible).toHaveLength(1);
    expect((await readPlayRecord(db, player, 21)).impossible).toEqual([]);
  });

  it('is an Epic account that two have played with', async () => {
    await add({ epicAccountKey: 'mine' });
    await add({ epicAccountKey: 'theirs' }, other);
    expect(await sharedEpicAccounts(db, player)).toEqual([]);
    expect(await shareEpicAccount(db, player, other)).toBe(false);
    await add({ epicAccountKey: 'mine', isPractice: true }, other);
    const { hash } = await db.one<{ hash: string }>(
      sql`select left(encode(sha256('mine'), 'hex'), 8) as hash`,
    );
    expect(await sharedEpicAccounts(db, player)).toEqual([{ hash, playerIds: [other] }]);
    expect(await shareEpicAccount(db, player, other)).toBe(true);
  });
});
