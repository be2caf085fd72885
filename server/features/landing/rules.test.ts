// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { Challenge } from '../../../contract/challenges.ts';
import type { CardKind, GiftCard } from '../../../contract/shop.ts';
import { chooseCards, chooseChallenges, maxGiftCards } from './rules.ts';

const card = (title: string, type: string, kind: CardKind, gcCoin: number, availability = 'in_stock') =>
  ({ title, type, kind, gcCoin, availability }) as GiftCard;
const titles = (cards: readonly GiftCard[]) => chooseCards(cards).map(({ title }) => title);

it('shows available cards, cheapest first', () => {
  const cards = [
    card('PlayStation $25', 'psn', 'wallet', 2450),
    card('PlayStation $10', 'psn', 'wallet', 1000),
    card('Dota Plus', 'dota', 'subscription', 420),
    card('Steam $5', 'steam', 'wallet', 520, 'sold_out'),
  ];
  expect(titles(cards)).toEqual(['Dota Plus', 'PlayStation $10', 'PlayStation $25']);
  expect(titles([])).toEqual([]);
});

it('prefers one card per type, and store credit, when there are more cards than places', () => {
  const passes = Array.from({ length: maxGiftCards }, (_, place) =>
    card(`Pass ${place}`, 'game', 'pass', 100 + place),
  );
  const shown = titles([
    ...passes,
    card('Steam $50', 'steam', 'wallet', 5000),
    card('Steam month', 'steam', 'subscription', 50),
    card('Skin', 'dota', 'item', 9000),
  ]);
  expect(shown).toEqual(['Steam month', 'Pass 0', 'Pass 1', 'Pass 2', 'Steam $50', 'Skin']);
});

const open = (game: 'fortnite' | 'pubg', entryFeeGC: number) =>
  ({ game, isActive: true, challengeVariants: [{ entryFeeGC }] }) as Challenge;
const fees = (challenges: readonly Challenge[]) =>
  chooseChallenges(challenges).map(({ game, challengeVariants }) => [game, challengeVariants[0]?.entryFeeGC]);

it('shows the open challenges with the lowest fees of each game', () => {
  const closed = { ...open('pubg', 1), isActive: false };
  const few = [open('fortnite', 30), closed, open('pubg', 20), { ...open('pubg', 1), challengeVariants: [] }];
  expect(fees(few)).toEqual([
    ['pubg', 20],
    ['fortnite', 30],
  ]);
  const cheap = Array.from({ length: 61 }, (_, fee) => open('fortnite', fee));
  expect(fees([open('pubg', 500), ...cheap])).toEqual([
    ...cheap.slice(0, 60).map((_, fee) => ['fortnite', fee]),
    ['pubg', 500],
  ]);
});
