// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { OwnPlay } from '../../../contract/responsible-play.ts';
import { maySuggestEntry } from './suggest-entry.ts';

const limit = (parts: Partial<OwnPlay['limits'][number]>) =>
  ({ kind: 'entry', period: 'day', amount: null, next: null, spent: 0, ...parts }) as const;

it('suggests an entry when no limit is set', () => {
  expect(maySuggestEntry({ refusal: null, limits: [limit({ spent: 9_000 })] }, 100)).toBe(true);
});

it('suggests no entry during a break, or while entries are refused', () => {
  const refusal = { code: 'play_paused', message: 'You paused playing.' };
  expect(maySuggestEntry({ refusal, limits: [] }, 0)).toBe(false);
});

it('suggests no entry that comes near the limit of any period', () => {
  const limits = [limit({}), limit({ period: 'week', amount: 1_000, spent: 700 })];
  expect(maySuggestEntry({ refusal: null, limits }, 100)).toBe(true);
  expect(maySuggestEntry({ refusal: null, limits }, 101)).toBe(false);
  expect(maySuggestEntry({ refusal: null, limits: [limit({ amount: 0, spent: 1 })] }, 0)).toBe(false);
});

it('suggests no entry, not even a free one, with a limit of 0', () => {
  expect(maySuggestEntry({ refusal: null, limits: [limit({ amount: 0 })] }, 0)).toBe(false);
});

it('ignores limits of card payments: an entry costs coins', () => {
  const limits = [limit({ kind: 'payment', amount: 500, spent: 500 })];
  expect(maySuggestEntry({ refusal: null, limits }, 100)).toBe(true);
});
