// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../contract/challenges.ts';
import { makeAttempt } from './attempt-fixture.ts';
import { attemptReason } from './attempt-reason.ts';
import { earnedReward, failedDetails, summarise } from './attempt-summary.ts';
import { mayPractise } from './practice.ts';
import { resultMessage, resultTitle } from './result-message.ts';

const finalStats = { kills: 3331, wins: 40, matches: 1773, top10: 300, top25: 610 };
const practice = (changes = {}) => makeAttempt({ isPractice: true, entryFeeGC: 0, ...changes });

describe('mayPractise', () => {
  it.each<[string, Attempt | null, boolean, number?]>([
    ['no challenge was entered', null, true, 0],
    ['a challenge was entered', makeAttempt(), false],
    ['a challenge was cancelled', makeAttempt({ status: 'CANCELLED', reason: 'no-match' }), false],
    ['practice is running', practice(), false],
    ['practice was decided', practice({ status: 'FAILED' }), false],
    ['practice was cancelled', practice({ status: 'CANCELLED', reason: 'no-match' }), true],
    ['practice was cancelled too often', practice({ status: 'CANCELLED' }), false, 5],
    ['practice was voided', practice({ status: 'CANCELLED', reason: 'voided' }), false],
  ])('is correct when %s', (_, latest, may, attempts = 1) => expect(mayPractise(latest, attempts)).toBe(may));
});

it('practice earns nothing and is excluded from the sums of past challenges', () => {
  const won = practice({ status: 'SUCCESS', finalStats });
  expect(earnedReward(won)).toBe(0);
  const lost = practice({ status: 'FAILED', finalStats });
  expect(summarise([won, lost])).toEqual({ attempts: 0, successful: 0, failed: 0, earnedGC: 0 });
  expect(failedDetails([lost])).toEqual([]);
});

it('practice shows the potential reward, and mentions no moved coins', () => {
  const won = practice({ status: 'SUCCESS', reason: 'conditions-met' });
  expect(resultTitle(won)).toBe('Practice won');
  expect(resultMessage(won)).toContain('would have paid 120 GC and XP');
  expect(attemptReason(won, 'conditions-met')).toContain('would have paid 120 GC');
  const lost = practice({ status: 'FAILED', reason: 'conditions-not-met' });
  expect(`${resultMessage(lost)} ${attemptReason(lost, 'conditions-not-met')}`).not.toContain('GC');
  for (const reason of ['no-match', 'started-late', 'undecidable', 'source-down', 'voided', 'private-once']) {
    expect(attemptReason(practice(), reason)).not.toMatch(/GC|fee/);
  }
});
