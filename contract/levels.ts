// SPDX-License-Identifier: Apache-2.0

/** Step of the curve: getting from level n to n + 1 takes n times this much XP (docs/rules/levels.md, 2). */
const xpPerStep = 100;

export interface Level {
  /** Counted from 1. */
  level: number;
  /** XP since the beginning of this level. */
  gained: number;
  /** XP from this level to the next. */
  needed: number;
  /** XP missing to the next level. */
  left: number;
  /** `gained / needed`, from 0 to 1. */
  share: number;
}

/** XP at which `level` begins: 0, 100, 300, 600, 1,000, ... */
export function xpOfLevel(level: number): number {
  return (xpPerStep * level * (level - 1)) / 2;
}

/**
 * The level for an amount of XP (docs/rules/levels.md, 3). Negative XP, after a claw-back, is the beginning of level 1.
 * Server and browser both calculate levels here; they are never stored.
 */
export function getLevel(xp: number): Level {
  const gathered = Math.max(0, xp);
  let level = Math.max(1, Math.floor((1 + Math.sqrt(1 + (8 * gathered) / xpPerStep)) / 2));
  // The square root is exact at the beginning of a level, but just below it may round up.
  while (xpOfLevel(level) > gathered) level--;
  const needed = level * xpPerStep;
  const gained = gathered - xpOfLevel(level);
  return { level, gained, needed, left: needed - gained, share: gained / needed };
}
