// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { BoardPlace } from '../../../contract/leaderboards.ts';
import { getExcerpt } from './excerpt.ts';

const place = (rank: number): BoardPlace => ({
  rank,
  player: { handle: `Player-${rank}`, avatar: 'fox' },
  xp: 100,
  isMe: false,
});
const places = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => place(from + at));
const ranks = (list: readonly BoardPlace[]) => list.map(({ rank }) => rank);

describe('the shown part of a board', () => {
  const top = places(1, 50);

  it.each([
    ['nobody', null, []],
    ['a player on place 10', place(10), []],
    ['a player on place 12', place(12), [11, 12, 13, 14, 15]],
    ['a player on place 50', place(50), [47, 48, 49, 50]],
  ])('for %s is the first ten and the places around', (_who, mine, around) => {
    const shown = getExcerpt({ top, near: [], mine }, false);
    expect(ranks(shown.first)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(ranks(shown.around)).toEqual(around);
  });

  it('is the whole board on request', () => {
    const shown = getExcerpt({ top, near: [], mine: place(12) }, true);
    expect(shown).toEqual({ first: top, around: [] });
  });

  it('includes the neighbors sent by the server for places below the first fifty', () => {
    const near = places(67, 73);
    expect(getExcerpt({ top, near, mine: place(70) }, true)).toEqual({ first: top, around: near });
    expect(getExcerpt({ top, near, mine: place(70) }, false).around).toEqual(near);
  });
});
