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

/** What bears on bonus coins: those that came, fees, and what went back of either. */
export interface BonusMove {
  kind: 'bonus' | 'fee' | 'bonus_back' | 'fee_back';
  /** As the player's balance moved: above zero where coins came in. */
  amount: number;
  /** The reward or the attempt. */
  reference: string;
}

/**
 * Bonus coins that are left after moves in order. A fee uses up those that are there when it is paid, and no more; what goes back
 * counts as though so much of it had never been.
 * @param start what there was before; below zero where more fees than bonus coins are known of
 * @returns `unknown`: something went back of what came before these moves
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
    // Of several under one reference the first ones go back first.
    const undone = amount > 0 ? Math.max(-amount, Math.min(0, gone)) : Math.min(-amount, Math.max(0, gone));
    back.set(reference, gone - undone);
    walked.push(amount + undone);
  }
  const ofBefore = [...back.values()].reduce((sum, amount) => sum + amount, 0);
  const left = walked.reduce((sum, amount) => Math.max(0, sum + amount), Math.max(0, start + ofBefore));
  return { left, unknown: [...back.values()].some((amount) => amount !== 0) };
}
