// SPDX-License-Identifier: Apache-2.0

/** Steps of the curve: from level n to n + 1 it takes n times as many XP (docs/rules.md, Levels). */
const xpPerStep = 100;

export interface Level {
  /** From 1 on. */
  level: number;
  /** XP gathered since this level began. */
  gained: number;
  /** XP from this level to the next. */
  needed: number;
  /** XP that the next level is still away. */
  left: number;
  /** `gained / needed`, from 0 to 1. */
  share: number;
}

/** XP at which `level` begins: 0, 100, 300, 600, 1,000, ... */
export function xpOfLevel(level: number): number {
  return (xpPerStep * level * (level - 1)) / 2;
}

/**
 * The level that `xp` makes (docs/rules.md, Levels). XP below zero, after a claw-back, is the beginning of level 1.
 * Server and browser both ask here, so a level is never stored.
 */
export function getLevel(xp: number): Level {
  const gathered = Math.max(0, xp);
  let level = Math.max(1, Math.floor((1 + Math.sqrt(1 + (8 * gathered) / xpPerStep)) / 2));
  // The root is exact where a level begins, and may come out as the next level just below it.
  while (xpOfLevel(level) > gathered) level--;
  const needed = level * xpPerStep;
  const gained = gathered - xpOfLevel(level);
  return { level, gained, needed, left: needed - gained, share: gained / needed };
}
