// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { countMet } from '../../../../contract/performance.ts';
import { formatShortDay } from '../../../lib/format-short-day.ts';
import { formatMean, killsPerMatch, meanKillsText, spans, toPeriodRows } from './periods.ts';

const sums = {
  entries: 1,
  finished: 1,
  won: 1,
  cancelled: 0,
  matches: 1,
  kills: 3,
  firstPlaces: 0,
  top10: 1,
};
const day = (name: string) => ({ ...sums, coinsIn: 0, coinsOut: 0, day: name });
const now = Date.parse('2026-03-10T23:59:00Z');

it('has a row per period up to today, and omits older days', () => {
  const days = ['2026-01-01', '2026-02-10', '2026-02-11', '2026-03-04', '2026-03-10'].map(day);
  const [weeks4, weeks12] = [toPeriodRows(days, spans[0], now), toPeriodRows(days, spans[1], now)];
  expect([weeks4.length, weeks4[0]?.period, weeks4.at(-1)?.period]).toEqual([28, '2026-02-11', '2026-03-10']);
  expect(weeks4.filter(({ won }) => won > 0).map(({ period }) => period)).toEqual([
    '2026-02-11',
    '2026-03-04',
    '2026-03-10',
  ]);
  expect([weeks12.length, weeks12.at(-1)?.period, weeks12.at(-1)?.kills]).toEqual([12, '2026-03-04', 6]);
  expect(toPeriodRows(days, spans[2], now).reduce((sum, { kills }) => sum + kills, 0)).toBe(15);
  const zeros = { finished: 0, won: 0, cancelled: 0, matches: 0, kills: 0, top10: 0, firstPlaces: 0 };
  const each = { finished: 2, won: 3, cancelled: 4, matches: 5, kills: 6, top10: 7, firstPlaces: 8 };
  const busy = { ...day('2026-03-10'), ...each };
  expect(toPeriodRows([busy], spans[1], now).slice(-2)).toEqual([
    { period: '2026-02-25', ...zeros },
    { period: '2026-03-04', ...each },
  ]);
});

it('offers spans of whole periods, labeled in weeks', () => {
  for (const { value, label, days, periodDays } of spans) {
    expect([value, label]).toEqual([String(days), `${days / 7} weeks`]);
    expect(days % periodDays).toBe(0);
  }
  expect(formatShortDay('2026-11-01')).toBe('Nov 1');
});

it('shows a mean only when there was a match', () => {
  expect(formatMean(killsPerMatch({ kills: 7, matches: 2 }))).toBe('3.5');
  expect(formatMean(killsPerMatch({ kills: 7, matches: 3 }))).toBe('2.3');
  expect(formatMean(killsPerMatch({ kills: 0, matches: 0 }))).toBe('–');
});

it('says "1 kill" also for a mean that rounds to one', () => {
  expect(meanKillsText(1)).toBe('1 kill in a match');
  expect(meanKillsText(1.02)).toBe('1 kill in a match');
  expect(meanKillsText(1.1)).toBe('1.1 kills in a match');
  expect(meanKillsText(0)).toBe('0 kills in a match');
});

it('counts matches whose own place and kills met the conditions', () => {
  const matches = [
    { place: 1, kills: 2 },
    { place: 10, kills: 5 },
    { place: 25, kills: 9 },
    { place: null, kills: 20 },
  ] as const;
  expect(countMet(matches, { requiredPlacement: 10, requiredKills: 3 })).toBe(1);
  expect(countMet(matches, { requiredPlacement: 25, requiredKills: 0 })).toBe(3);
  expect(countMet(matches, { requiredPlacement: 1, requiredKills: 3 })).toBe(0);
});
