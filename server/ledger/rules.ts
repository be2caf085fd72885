// SPDX-License-Identifier: Apache-2.0

/** A part of a whole, for example `taken` of `whole` cents that were refunded. Whole numbers, `whole` above zero. */
export interface Share {
  taken: number;
  whole: number;
}

/**
 * The part of `given` coins or XP to take back for that share: in proportion, rounded up, never more than given.
 * BigInt, since the product may exceed the precision of a float.
 */
export function clawbackAmount(given: number, { taken, whole }: Share): number {
  const part = BigInt(Math.min(taken, whole));
  return Number((BigInt(given) * part + BigInt(whole) - 1n) / BigInt(whole));
}

/** A move that affects bonus coins: bonus coins received, fees paid, and the return of either. */
export interface BonusMove {
  kind: 'bonus' | 'fee' | 'bonus_back' | 'fee_back';
  /** Signed like the change of the player's balance: above zero if coins came in. */
  amount: number;
  /** Id of the reward or the attempt. */
  reference: string;
}

/**
 * The bonus coins that are left after these moves. A fee uses up at most the bonus coins available when it is paid;
 * returned moves count as if they had never happened.
 * @param start the bonus coins before; below zero if more fees than bonus coins are known
 * @returns `unknown` if a move was returned that is older than these moves
 */
export function bonusLeftAfter(
  start: number,
  moves: readonly BonusMove[],
): { left: number; unknown: boolean } {
  const back = new Map<string, number>();
  for (const { kind, amount, reference } of moves) {
    if (kind === 'bonus_back' || kind === 'fee_back')
      back.set(reference, (back.get(reference) ?? 0) + amount);
  }
  const walked: number[] = [];
  for (const { kind, amount, reference } of moves) {
    if (kind === 'bonus_back' || kind === 'fee_back') continue;
    const gone = back.get(reference) ?? 0;
    // If several moves share a reference, the earliest are undone first.
    const undone = amount > 0 ? Math.max(-amount, Math.min(0, gone)) : Math.min(-amount, Math.max(0, gone));
    back.set(reference, gone - undone);
    walked.push(amount + undone);
  }
  const ofBefore = [...back.values()].reduce((sum, amount) => sum + amount, 0);
  const left = walked.reduce((sum, amount) => Math.max(0, sum + amount), Math.max(0, start + ofBefore));
  return { left, unknown: [...back.values()].some((amount) => amount !== 0) };
}
