// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { formatUtc } from '../../contract/times.ts';
import {
  formatAmount,
  formatAsOf,
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatDollars,
  formatPrice,
  formatRelative,
  formatShare,
  formatShortTime,
  formatSigned,
  formatTime,
  formatTimeLeft,
  initials,
  plural,
  pluralForm,
  toLocalTimes,
} from './format.ts';

describe('format', () => {
  it('writes bytes in a suitable unit', () => {
    const said = [0, 999, 1_000, 2_400, 1_000_000, 412_000_000, 20_000_000_000, 1_500_000_000_000, 3e15];
    expect(said.map(formatBytes)).toEqual([
      ...['0 B', '999 B', '1 kB', '2.4 kB', '1 MB', '412 MB', '20 GB', '1.5 TB', '3000 TB'],
    ]);
  });

  it('groups amounts as in US English', () => {
    expect(formatAmount(0)).toBe('0');
    expect(formatAmount(1_234_567)).toBe('1,234,567');
    expect(formatSigned(120)).toBe('+120');
    expect(formatSigned(-1_500)).toBe('-1,500');
    expect(formatSigned(0)).toBe('0');
    expect([formatAmount(1_234.4), formatSigned(1.6)]).toEqual(['1,234', '+2']);
  });

  it('omits the cents of whole dollars in coin prices', () => {
    expect([0.4, 2.08, 2.5, 16, 1_600].map(formatDollars)).toEqual([
      '$0.40',
      '$2.08',
      '$2.50',
      '$16',
      '$1,600',
    ]);
  });

  it('writes dates in full', () => {
    expect(formatDate(new Date(2026, 10, 20))).toBe('November 20, 2026');
    expect(formatDay('2026-11-01')).toBe('November 1, 2026');
  });

  it('writes times in columns without the current year', () => {
    const now = new Date(2026, 10, 29).getTime();
    expect(formatShortTime(new Date(2026, 0, 1, 0, 4), now)).toBe('Jan 1, 12:04 AM');
    expect(formatShortTime(new Date(2025, 11, 31, 18, 4), now)).toBe('Dec 31, 2025, 6:04 PM');
  });

  it.each([
    [90, 'in 2 hours'],
    [24 * 60, 'in 24 hours'],
    [3 * 24 * 60, 'in 3 days'],
    [5, 'in 5 minutes'],
    [59.4, 'in 59 minutes'],
    [59.5, 'in 1 hour'],
    [47.4 * 60, 'in 47 hours'],
    [47.5 * 60, 'in 2 days'],
    [-59.4, '59 minutes ago'],
    [-50 * 60, '2 days ago'],
    [-61, '1 hour ago'],
  ])('describes what is %d minutes away as "%s"', (minutes, words) => {
    const now = Date.UTC(2026, 10, 21);
    expect(formatRelative(new Date(now + minutes * 60_000), now)).toBe(words);
  });

  it.each([
    [6.2 * 86_400, '6 days 4 h'],
    [48 * 3_600, '2 days 0 h'],
    [48 * 3_600 - 60, '47 h 59 min'],
    [3_600, '1 h 0 min'],
    [3_599, '1 h 0 min'],
    [61, '2 min'],
    [60, '1 min'],
    [59.2, '1 min'],
    [0.1, '1 s'],
    [0, null],
    [-5, null],
  ])('shows the time left of %d seconds', (seconds, words) => {
    const now = Date.UTC(2026, 10, 21);
    expect(formatTimeLeft(new Date(now + seconds * 1_000), now)).toBe(words);
  });

  it('writes times for the reader: with the day, to the second, or to the minute for today', () => {
    const evening = new Date(2026, 10, 20, 18, 4, 9);
    // The space before PM is a narrow one.
    expect(formatDateTime(evening).replaceAll(/\s/g, ' ')).toBe('Nov 20, 2026, 6:04 PM');
    expect([formatTime(evening), formatTime(new Date(2026, 10, 20, 0, 0, 0))]).toEqual([
      '18:04:09',
      '00:00:00',
    ]);
    const today = new Date();
    today.setHours(9, 5, 0, 0);
    expect(formatAsOf(today)).toBe('09:05');
    today.setHours(0, 5, 0, 0);
    expect(formatAsOf(today)).toBe('00:05');
    expect(formatAsOf(evening.toISOString())).toBe(formatDateTime(evening));
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
    'shows a moment of month %d in a server’s message in the reader’s time zone',
    (month) => {
      const at = new Date(2026, month, 9, 18, 4);
      expect(toLocalTimes(`Closed until ${formatUtc(at)}. Try again after ${formatUtc(at)}.`)).toBe(
        `Closed until ${formatDateTime(at)}. Try again after ${formatDateTime(at)}.`,
      );
    },
  );

  it('leaves other words of a server’s message unchanged', () => {
    const message = 'We’re working on the site: 99 Foo 2026, 99:00 UTC. 2 matches are left.';
    expect(toLocalTimes(message)).toBe(message);
  });

  it('writes a share in percent', () => {
    expect([0.1234, 0.5, 1].map(formatShare)).toEqual(['12.3%', '50%', '100%']);
  });

  it('writes prices in dollars and cents', () => {
    expect(formatPrice(4.5)).toBe('$4.50');
    expect(formatPrice(1_200)).toBe('$1,200.00');
  });

  it('writes a count with the right plural', () => {
    expect(plural(1, 'match', 'matches')).toBe('1 match');
    expect(plural(1_000, 'kill')).toBe('1,000 kills');
    expect(plural(0, 'try', 'tries')).toBe('0 tries');
    expect([1, 2].map((count) => pluralForm(count, 'it is', 'they are'))).toEqual(['it is', 'they are']);
  });

  it.each([
    ['Ada Lovelace', 'AL'],
    ['  ada  ', 'A'],
    ['Ada  Lovelace', 'AL'],
    ['Jean de la Tour', 'JT'],
    ['🎮 gamer', '🎮G'],
    ['', '?'],
  ])('finds the initials of "%s"', (name, letters) => expect(initials(name)).toBe(letters));
});
