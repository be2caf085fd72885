// SPDX-License-Identifier: Apache-2.0

import type { Growth } from '../../../contract/growth-admin.ts';

export type CardMargin = Growth['cards'][number] & {
  /** The value of its coins in cents; undefined if a coin's value is unknown. */
  worthCents: number | undefined;
  /** That value minus the cost of its codes; undefined if either is unknown. */
  marginCents: number | undefined;
};

/**
 * The earnings of gift cards. A coin is worth the average price of bought coins. Cards are also paid for with won
 * coins, which either somebody bought or the house paid for.
 * @param bought card payments on the same days, in cents, and the coins bought
 */
export function toCardMargins(
  cards: Growth['cards'],
  bought: Growth['bought'],
): {
  rows: CardMargin[];
  /** The total of all known margins, in cents; undefined if there are none. */
  totalCents: number | undefined;
  /** How many of those cards were sold and not refunded. */
  soldWithMargin: number;
  /** Whether any margin is missing because costs are unknown. */
  isPartial: boolean;
  /** The average price of 1,000 bought coins, in cents. */
  centsPerThousand: number | undefined;
} {
  const perCoin = bought.coins > 0 ? bought.paidCents / bought.coins : undefined;
  const rows = cards.map((card) => {
    const worthCents = perCoin === undefined ? undefined : Math.round(card.coins * perCoin);
    const isCostKnown = card.costed === card.codes && card.codes > 0;
    const marginCents = worthCents !== undefined && isCostKnown ? worthCents - card.costCents : undefined;
    return { ...card, worthCents, marginCents };
  });
  const known = rows.filter(({ marginCents }) => marginCents !== undefined);
  return {
    rows,
    totalCents:
      known.length > 0 ? known.reduce((sum, { marginCents = 0 }) => sum + marginCents, 0) : undefined,
    soldWithMargin: known.reduce((sum, { sold, refunded }) => sum + sold - refunded, 0),
    isPartial: perCoin !== undefined && known.length < rows.length,
    centsPerThousand: perCoin === undefined ? undefined : Math.round(perCoin * 1_000),
  };
}
