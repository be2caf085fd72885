// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { shareOfWeek, streakWords } from './streak-words.ts';

const now = Date.parse('2026-11-21T21:30:00Z');

it.each([
  [{ days: 0, best: 4, isKeptToday: false }, 'Finish a challenge today to start one.'],
  [{ days: 3, best: 4, isKeptToday: false }, 'Finish a challenge within 2 h 30 min to keep it.'],
  [{ days: 4, best: 4, isKeptToday: true }, 'Kept today. Come back tomorrow.'],
])('explains %o: what to do next', (streak, words) => expect(streakWords(streak, now)).toBe(words));

it.each([
  [0, 0],
  [1, 1 / 7],
  [7, 1],
  [8, 1 / 7],
  [14, 1],
])('a streak of %i days fills %d of the ring', (days, share) => expect(shareOfWeek(days)).toBe(share));
