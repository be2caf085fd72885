// SPDX-License-Identifier: Apache-2.0

import { compareChallenges } from '../../../contract/challenge-order.ts';
import type { Challenge } from '../../../contract/challenges.ts';
import { gameOf } from '../../../contract/games/games.ts';
import type { GiftCard } from '../../../contract/shop.ts';

export const maxGiftCards = 6;

/**
 * The cards on the landing page. One of each type comes before a second one of any, and store credit before other
 * cards; the chosen cards are ordered by price.
 */
export function chooseCards(onSale: readonly GiftCard[]): GiftCard[] {
  const cards = onSale
    .filter(({ availability }) => availability !== 'sold_out')
    .toSorted((one, other) => rank(one) - rank(other) || one.gcCoin - other.gcCoin);
  const isFirst = (card: GiftCard) => cards.find(({ type }) => type === card.type) === card;
  return [...cards.filter(isFirst), ...cards.filter((card) => !isFirst(card))]
    .slice(0, maxGiftCards)
    .toSorted((one, other) => one.gcCoin - other.gcCoin);
}

/** The title of store credit states its worth in dollars. */
const rank = ({ kind }: GiftCard) => (kind === 'wallet' ? 0 : 1);

const maxChallengesPerGame = 60;

/** The open challenges with the lowest fees of each game. */
export function chooseChallenges(challenges: readonly Challenge[]): Challenge[] {
  const open = challenges
    .filter(({ isActive, challengeVariants }) => isActive && challengeVariants.length > 0)
    .toSorted(compareChallenges);
  return [...Map.groupBy(open, (one) => gameOf(one).id).values()]
    .flatMap((ofGame) => ofGame.slice(0, maxChallengesPerGame))
    .toSorted(compareChallenges);
}
