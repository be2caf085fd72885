// SPDX-License-Identifier: Apache-2.0

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
  let state = seed >>> 0;
  const roll = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    roll,
    pick: (items) => items[Math.floor(roll() * items.length)] as (typeof items)[number],
    ms: (from, to) => Math.round(from + roll() * (to - from)),
  };
}
