// SPDX-License-Identifier: Apache-2.0

import type { Growth } from '../../../contract/growth-admin.ts';

export type CardMargin = Growth['cards'][number] & {
  /** What its coins are worth, in cents; undefined where nothing says what a coin is. */
  worthCents: number | undefined;
  /** What is left of that after its codes; undefined where one of the two is not known. */
  marginCents: number | undefined;
};

/**
 * What gift cards brought. A coin is worth what bought coins brought on average: coins that were won pay for cards too, and
 * were bought by somebody or are the house's expense.
 * @param bought card payments of the same days, in cents, and the coins they bought
 */
export function toCardMargins(
  cards: Growth['cards'],
  bought: Growth['bought'],
): {
  rows: CardMargin[];
  /** Over the cards of which it is known, in cents; undefined where that is none. */
  totalCents: number | undefined;
  /** How many of these were sold and not refunded. */
  soldWithMargin: number;
  /** Whether the margin of a card is missing for want of its costs. */
  isPartial: boolean;
  /** What 1,000 bought coins brought. */
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
