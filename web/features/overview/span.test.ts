// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { comparisonFrom, listDays, presets, spanFrom } from './span.ts';

const now = Date.parse('2026-11-21T23:30:00Z');
const chosen = (address: string) => spanFrom(new URLSearchParams(address), now);

it('counts presets back from today in UTC, and defaults to the last 30 days', () => {
  const thirty = { preset: '30d', from: '2026-10-23', to: '2026-11-21', fault: '' };
  expect(chosen('')).toEqual(thirty);
  expect(chosen('span=soon')).toEqual(thirty);
  expect(presets.map(({ value, label }) => [label, chosen(`span=${value}`)])).toEqual([
    ['Last 7 days', { ...thirty, preset: '7d', from: '2026-11-15' }],
    ['Last 30 days', thirty],
    ['Last 90 days', { ...thirty, preset: '90d', from: '2026-08-24' }],
    ['Last 12 months', { ...thirty, preset: '12m', from: '2025-11-22' }],
  ]);
});

it('accepts custom dates, and explains invalid ones', () => {
  expect(chosen('from=2026-02-01&to=2026-02-28&span=7d')).toEqual({
    preset: null,
    from: '2026-02-01',
    to: '2026-02-28',
    fault: '',
  });
  expect(chosen('from=2026-02-01&to=2026-01-28').fault).toBe('The first day must be before the last');
  expect(chosen('from=2024-02-01&to=2026-01-28').fault).toBe('Choose at most a year');
  const missing = { preset: null, fault: 'Choose the first and last day' };
  expect(chosen('from=2026-02-01')).toEqual({ ...missing, from: '2026-02-01', to: '' });
  expect(chosen('to=2026-02-01')).toEqual({ ...missing, from: '', to: '2026-02-01' });
  expect(chosen('from=2026-02-30&to=2026-03-01').fault).toBe('Choose the first and last day');
});

it('lists days across the end of a month', () => {
  expect(listDays({ from: '2026-02-27', to: '2026-03-01' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
});

it('compares with the days before unless another allowed comparison is chosen', () => {
  const compare = (address: string) =>
    comparisonFrom(new URLSearchParams(address), spanFrom(new URLSearchParams(address), now));
  expect(['', 'compare=none', 'compare=month', 'compare=year'].map(compare)).toEqual([
    'previous',
    'none',
    'month',
    'previous',
  ]);
  expect(compare('compare=month&span=90d')).toBe('previous');
});
