// SPDX-License-Identifier: Apache-2.0

import { seeded } from '../support/random.ts';

export interface Dice {
  /** From 0 to less than 1. */
  roll(): number;
  /** One of them, all equally likely. */
  pick<Item>(items: readonly Item[]): Item;
  /** Milliseconds from `from` to `to`. */
  ms(from: number, to: number): number;
}

/** Pseudo-random numbers, the same for a seed, so that a failed run can be repeated. */
export function createDice(seed: number): Dice {
  const roll = seeded(seed);
  return {
    roll,
    pick: (items) => items[Math.floor(roll() * items.length)] as (typeof items)[number],
    ms: (from, to) => Math.round(from + roll() * (to - from)),
  };
}
