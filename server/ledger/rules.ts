// SPDX-License-Identifier: Apache-2.0

/** A part of something whole: `taken` of `whole` cents went back, say. Both whole numbers, `whole` above zero. */
export interface Share {
  taken: number;
  whole: number;
}

/**
 * What must be given back of `given` coins or XP for that share: in proportion, rounded up, never more than was given.
 * In whole numbers throughout: the product may exceed what a float can hold.
 */
export function owedBack(given: number, { taken, whole }: Share): number {
  const part = BigInt(Math.min(taken, whole));
  return Number((BigInt(given) * part + BigInt(whole) - 1n) / BigInt(whole));
}
