// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { getWinners, phaseAt, prizesWords, shortEntry, timeWords, winnersWords } from './giveaway-words.ts';

const dates = { startDate: '2026-11-20T00:00:00.000Z', endDate: '2026-11-22T00:00:00.000Z' };

it.each([
  ['2026-11-19T22:00:00Z', 'upcoming', 'Opens in 2 h 0 min'],
  ['2026-11-20T00:00:00Z', 'active', 'Ends in 2 days 0 h'],
  ['2026-11-21T23:59:30Z', 'active', 'Ends in 30 s'],
  ['2026-11-22T00:00:00Z', 'drawing', 'Being drawn'],
] as const)('at %s the giveaway is %s', (at, phase, words) => {
  const now = Date.parse(at);
  expect(phaseAt({ ...dates, phase: 'upcoming' }, now)).toBe(phase);
  expect(timeWords(dates, phase, now)).toBe(words);
});

it('a giveaway stays finished once it was drawn', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  expect(phaseAt({ ...dates, phase: 'finished' }, now)).toBe('finished');
  expect(timeWords(dates, 'finished', now)).toBe('Drawn');
});

it('shortens the id of an entry', () => {
  expect(shortEntry('3f2a9c1b-7d4e-4f00-8abc-000000000000')).toBe('3F2A9C1B');
});

it.each([
  [{ due: 1_000, paid: 500, leftOut: 0, isFinished: false }, '500 of 1,000, more on the way'],
  [{ due: 1_000, paid: 1_000, leftOut: 0, isFinished: true }, '1,000'],
  [{ due: 1_000, paid: 998, leftOut: 2, isFinished: true }, '998, 2 skipped: account deleted'],
])('shows the prizes %o as %s', (prizes, words) => {
  expect(prizesWords(prizes)).toBe(words);
});

it('a giveaway never has more winners than entries', () => {
  expect([winnersWords(1), winnersWords(1_500)]).toEqual(['1 winner', '1,500 winners']);
  expect(getWinners({ winnerCount: 3, participants: 2 })).toBe(2);
  expect(getWinners({ winnerCount: 3, participants: 20 })).toBe(3);
});
