// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { refreshDelayMs, secondsUntil, toSteps } from './tracker-steps.ts';

const now = Date.parse('2026-11-20T18:00:00.000Z');
const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();
const attempt = { startedAt: at(-60), status: 'IN_PROGRESS' } as const;
const line = (...input: Parameters<typeof toSteps>) =>
  toSteps(...input).map(({ name, text, state }) => [name, text, state].filter(Boolean).join(' | '));

it('waits for the match, then for the readings, and shows when the next one comes', () => {
  expect(line(attempt, undefined, now)).toEqual([
    'Entered | done',
    'Your match | not reported yet | now',
    'Readings | ahead',
    'Result | automatic | ahead',
  ]);
  const waiting = { readings: 0, nextReadingAt: at(12.2), matchSeenAt: null };
  expect(line(attempt, waiting, now)[2]).toBe('Readings | next in 13 s | ahead');
  expect(toSteps(attempt, undefined, now)).toEqual([
    { name: 'Entered', at: at(-60), state: 'done' },
    { name: 'Your match', text: 'not reported yet', state: 'now' },
    { name: 'Readings', state: 'ahead' },
    { name: 'Result', text: 'automatic', state: 'ahead' },
  ]);
  const seen = { readings: 3, nextReadingAt: at(-1), matchSeenAt: at(-5) };
  expect(toSteps(attempt, seen, now)[1]).toEqual({ name: 'Match seen', at: at(-5), state: 'done' });
  expect(line(attempt, seen, now).at(-1)).toBe('Result | automatic | ahead');
  const without = { ...seen, readings: 1_200, nextReadingAt: null };
  expect(line(attempt, without, now)[2]).toBe('Readings | 1,200 so far, next one now | now');
  expect(secondsUntil(at(-1), now)).toBe(0);
  expect(line({ ...attempt, status: 'WAITING_RECHECK' }, seen, now).slice(1)).toEqual([
    'Match seen | done',
    'Readings | 3 so far, next one now | now',
    'Result | being confirmed | ahead',
  ]);
  expect(line({ ...attempt, status: 'WAITING_RECHECK' }, waiting, now).at(-1)).toBe(
    'Result | automatic | ahead',
  );
});

it('refreshes right after the next reading, at most every two seconds and at least twice a minute', () => {
  expect(refreshDelayMs({ nextReadingAt: at(10) }, now)).toBe(11_000);
  expect(refreshDelayMs({ nextReadingAt: at(0) }, now)).toBe(2_000);
  expect(refreshDelayMs({ nextReadingAt: at(240) }, now)).toBe(30_000);
  expect(refreshDelayMs({ nextReadingAt: null }, now)).toBe(false);
});

it('refreshes less often the later a reading is, and says that it waits for its turn', () => {
  const delays = [-1, -2, -8, -30, -900].map((due) => refreshDelayMs({ nextReadingAt: at(due) }, now));
  expect(delays).toEqual([2_000, 2_000, 8_000, 30_000, 30_000]);
  const late = { readings: 1, nextReadingAt: at(-10), matchSeenAt: at(-60) };
  expect(line(attempt, late, now)[2]).toBe('Readings | 1 so far, next one now | now');
  expect(line(attempt, { ...late, nextReadingAt: at(-11) }, now)[2]).toBe(
    'Readings | 1 so far, next one is queued | now',
  );
});

it('asks again when the first answer is missing', () => {
  expect(refreshDelayMs(undefined, now)).toBe(10_000);
});
