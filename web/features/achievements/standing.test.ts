// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { achievements } from '../../../contract/achievements.ts';
import { toStandings } from './standing.ts';

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

it('lists reached achievements newest first, then the nearest next one per figure, then the rest', () => {
  const { reached, next, later } = toStandings([
    { _id: 'finished-1', progress: 1, reachedAt: '2026-03-02T00:00:00.000Z' },
    { _id: 'wins-1', progress: 1, reachedAt: '2026-03-03T00:00:00.000Z' },
    { _id: 'wins-10', progress: 9, reachedAt: null },
    { _id: 'finished-10', progress: 5, reachedAt: null },
    { _id: 'row-3', progress: 2, reachedAt: null },
  ]);
  expect(ids(reached)).toEqual(['wins-1', 'finished-1']);
  expect(ids(next).slice(0, 3)).toEqual(['wins-10', 'row-3', 'finished-10']);
  expect(new Set(next.map(({ figure }) => figure)).size).toBe(next.length);
  expect(ids(later)).toContain('wins-50');
  expect(reached.length + next.length + later.length).toBe(achievements.length);
  expect(reached.map(({ tier }) => tier)).toEqual([1, 1]);
  expect(next[0]).toMatchObject({ tier: 2, progress: 9, reachedAt: null });
  expect(later.every(({ progress, reachedAt }) => progress === 0 && reachedAt === null)).toBe(true);
  expect(later.find(({ id }) => id === 'wins-200')?.tier).toBe(4);
});

it('shows a new player the first achievement of each figure', () => {
  const { reached, next } = toStandings([]);
  expect([reached, next.every(({ tier }) => tier === 1)]).toEqual([[], true]);
});
