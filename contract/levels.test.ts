// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getLevel, xpOfLevel } from './levels.ts';

it.each([
  [0, 1, 0, 100],
  [99, 1, 99, 100],
  [100, 2, 0, 200],
  [120, 2, 20, 200],
  [299, 2, 199, 200],
  [300, 3, 0, 300],
  [1_000, 5, 0, 500],
  [-40, 1, 0, 100],
])('%i XP are level %i, with %i of %i to the next', (xp, level, gained, needed) => {
  expect(getLevel(xp)).toMatchObject({ level, gained, needed, left: needed - gained });
});

it('any amount of XP is between the beginnings of two levels', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (xp) => {
      const { level, gained, left, share } = getLevel(xp);
      expect(xpOfLevel(level)).toBeLessThanOrEqual(xp);
      expect(xpOfLevel(level + 1)).toBeGreaterThan(xp);
      expect(xpOfLevel(level) + gained).toBe(xp);
      expect(xp + left).toBe(xpOfLevel(level + 1));
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThan(1);
    }),
  );
});

// From level 8,388,609 on, the square root just below a level may round up to the level itself.
it.each([1, 2, 3, 50, 1_000, 1_000_000, 8_388_609, 13_000_000])(
  'level %i begins exactly at its XP',
  (level) => {
    expect(getLevel(xpOfLevel(level))).toMatchObject({ level, gained: 0 });
    if (level > 1) expect(getLevel(xpOfLevel(level) - 1).level).toBe(level - 1);
  },
);
