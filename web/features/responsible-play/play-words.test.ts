// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { homes } from '../../../contract/regions.ts';
import { forGood } from '../../../contract/responsible-play.ts';
import { formatDateTime } from '../../lib/format.ts';
import {
  formatSpending,
  kindWords,
  pauseWords,
  periodWords,
  readAmount,
  regionName,
  sortRegions,
} from './play-words.ts';

it.each([
  ['payment', '20', 2000],
  ['payment', ' 20.5 ', 2050],
  ['payment', '0,29', 29],
  ['payment', '', null],
  ['payment', '1.234', undefined],
  ['payment', '123456789', 12_345_678_900],
  ['payment', '1234567890', undefined],
  ['payment', '1x50', undefined],
  ['payment', '1.', undefined],
  ['payment', 'x20', undefined],
  ['payment', '20x', undefined],
  ['entry', ' ', null],
  ['entry', '123456789012', 123_456_789_012],
  ['entry', '1234567890123', undefined],
  ['entry', 'x5', undefined],
  ['entry', '5x', undefined],
  ['payment', '-1', undefined],
  ['entry', '500', 500],
  ['entry', '5.5', undefined],
] as const)('reads a limit of %s: %j', (kind, typed, amount) => {
  expect(readAmount(kind, typed)).toBe(amount);
});

it('names every possible home, each once', () => {
  const names = sortRegions(homes).map(([, name]) => name);
  expect(new Set(names).size).toBe(homes.length);
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([]);
  expect(regionName('US-WA')).toBe('United States: Washington');
  expect(regionName('NO')).toBe('Norway');
  expect(sortRegions(['US-WA', 'NO', 'AT', 'US-AL'])).toEqual([
    ['AT', 'Austria'],
    ['NO', 'Norway'],
    ['US-AL', 'United States: Alabama'],
    ['US-WA', 'United States: Washington'],
  ]);
});

it('formats amounts and ends of pauses readably', () => {
  expect([formatSpending('payment', 2050), formatSpending('entry', 1500)]).toEqual(['$20.50', '1,500 GC']);
  expect(pauseWords(forGood)).toBe('for good');
  const until = '2026-12-01T09:30:00.000Z';
  expect(pauseWords(until)).toBe(`until ${formatDateTime(until)}`);
  expect(kindWords).toEqual({
    payment: { title: 'Coins by card', text: 'Your card payments in dollars, minus refunds.' },
    entry: { title: 'Challenges', text: 'Your entry fees in coins, minus refunds.' },
  });
  expect(periodWords).toEqual({ day: '24 hours', week: '7 days', month: '30 days' });
});
