// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { startChallengesTest } from '../../../tests/support/challenges.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../tests/support/running-attempt.ts';
import { readPart } from '../../platform/db/parts.ts';
import { challengeStatsPart, getPlayedRecords } from './attempts/attempt-record-queries.ts';
import { getRecord } from './challenge-admin-store.ts';
import { countEndedAttempts } from './overview-queries.ts';

const challenges = openForTests(startChallengesTest);

const { running, stands, say, publishedOf } = runningAttempts(() => challenges);

it('counts an attempt made private as unfinished: the fee is gone and nothing else follows', async () => {
  const { db } = challenges.test;
  const run = await running();
  say(run.epicId, 'private');
  await challenges.read(run.attemptId, 6);
  await challenges.read(run.attemptId, 10);
  expect(await stands(run)).toBe('FAILED made-private');
  expect(await challenges.gamerCoins(run.player)).toBe(895);
  expect(await challenges.xp(run.player)).toBe(0);
  // Promotions, boards, streaks and referrals listen for "finished".
  expect(await publishedOf(run.attemptId)).toEqual(['challenge.decided']);

  expect(await readPart(db, challengeStatsPart(run.player.id))).toEqual({
    wins: 0,
    loss: 0,
    totalChallenges: 1,
  });
  expect((await getPlayedRecords(db, [run.player.id])).get(run.player.id)).toEqual({ wins: 0, loss: 0 });
  const now = challenges.test.clock.now().getTime();
  const day = 86_400_000;
  const ended = await countEndedAttempts(db, { from: new Date(now - day), until: new Date(now + day) });
  expect(ended).toMatchObject([{ won: 0, failed: 0, cancelled: 0 }]);
  const alike = { requiredPlacement: 10, requiredKills: 5 };
  expect(await getRecord(db, alike, new Date(now - day))).toMatchObject({ entries: 1, decided: 0 });
});
