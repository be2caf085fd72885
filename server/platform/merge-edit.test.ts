// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { mergeEdit } from './merge-edit.ts';

const shown = {
  title: 'Draw',
  prizeAmount: 50,
  endDate: '2026-06-15T12:00:00.000Z',
  isActive: true,
  config: { budget: null as number | null, cap: 3 },
  variants: [{ fee: 100 }],
};

it('accepts every field from a client that does not send what it loaded', () => {
  const current = { ...shown, prizeAmount: 70 };
  expect(mergeEdit({ sent: shown, loaded: undefined, current })).toEqual(shown);
});

it('keeps current values of fields the form did not change', () => {
  const current = { ...shown, prizeAmount: 70, isActive: false, config: { budget: 9, cap: 3 } };
  const sent = {
    ...shown,
    title: 'Renamed',
    endDate: '2026-06-15T12:00:00Z',
    config: { budget: null, cap: 4 },
  };
  expect(mergeEdit({ sent, loaded: shown, current })).toEqual({
    ...current,
    title: 'Renamed',
    config: { budget: 9, cap: 4 },
  });
});

it.each([
  ['prizeAmount', { prizeAmount: 60 }, { prizeAmount: 70 }, 70],
  [
    'variants',
    { variants: [{ fee: 90 }] },
    { variants: [{ fee: 110, reward: 1 }] },
    [{ fee: 110, reward: 1 }],
  ],
  ['budget', { config: { budget: 5, cap: 3 } }, { config: { budget: 9, cap: 3 } }, 9],
])('reports a conflict in %s with its current value', (field, mine, theirs, now) => {
  const outcome = mergeEdit({ sent: { ...shown, ...mine }, loaded: shown, current: { ...shown, ...theirs } });
  expect(outcome).toEqual({
    refused: 'changed_meanwhile',
    data: { fields: field, current: { [field]: now } },
  });
});

it('accepts the same change by two people', () => {
  const both = { ...shown, prizeAmount: 70 };
  expect(mergeEdit({ sent: both, loaded: shown, current: both })).toEqual(both);
});
