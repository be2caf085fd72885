// SPDX-License-Identifier: Apache-2.0

import type { Growth } from '../../../contract/growth-admin.ts';

export type CardMargin = Growth['cards'][number] & {
  /** The value of its coins, in cents; undefined if the value of a coin is not known. */
  worthCents: number | undefined;
  /** What is left of it after the cost of its codes; undefined if either is not known. */
  marginCents: number | undefined;
};

/**
 * What gift cards earned. A coin is worth the average price of bought coins: cards are also paid for with coins that were
 * won, which somebody bought or which are the house's expense.
 * @param bought card payments of the same days, in cents, and the coins they bought
 */
export function toCardMargins(
  cards: Growth['cards'],
  bought: Growth['bought'],
): {
  rows: CardMargin[];
  /** Over the cards with a known margin, in cents; undefined if there are none. */
  totalCents: number | undefined;
  /** How many of those cards were sold and not refunded. */
  soldWithMargin: number;
  /** Whether the margin of a card is missing because its costs are not known. */
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
