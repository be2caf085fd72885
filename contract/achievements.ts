// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, timestamp } from './endpoint.ts';

/**
 * The figures behind achievements (docs/rules/achievements.md), by the feature that counts them. No figure can be
 * bought directly with money. Gift cards count even if the player bought the coins that paid for them.
 */
export const figuresBySource = {
  /** From finished attempts, except voided ones. */
  played: [
    'finished',
    'wins',
    'winsInRow',
    'kills',
    'killsInMatch',
    'firstPlaces',
    'top10',
    'kindsWon',
    'coinsWon',
    'daysInRow',
  ],
  /** From past weeks. */
  places: ['weeksInTop10', 'weeksInTop3', 'weeksWon'],
  cards: ['cards'],
  giveaways: ['giveaways'],
  referrals: ['referrals'],
} as const;
export type FigureSourceName = keyof typeof figuresBySource;
export type FigureOf<Source extends FigureSourceName> = (typeof figuresBySource)[Source][number];
export type Figure = FigureOf<FigureSourceName>;

export interface Achievement {
  /** Stored with the players who reached it, so ids never change. */
  id: string;
  title: string;
  /** What the player must do to reach it. */
  text: string;
  figure: Figure;
  /** Reached once the figure is at least this high. */
  goal: number;
}

/** Every achievement. Those for the same figure are grouped, easiest first. */
export const achievements = [
  { id: 'finished-1', title: 'Into the ring', text: 'Finish a challenge', figure: 'finished', goal: 1 },
  { id: 'finished-10', title: 'Regular', text: 'Finish 10 challenges', figure: 'finished', goal: 10 },
  { id: 'finished-50', title: 'Mainstay', text: 'Finish 50 challenges', figure: 'finished', goal: 50 },
  {
    id: 'finished-250',
    title: 'Part of the storm',
    text: 'Finish 250 challenges',
    figure: 'finished',
    goal: 250,
  },
  { id: 'wins-1', title: 'First win', text: 'Win a challenge', figure: 'wins', goal: 1 },
  { id: 'wins-10', title: 'Double figures', text: 'Win 10 challenges', figure: 'wins', goal: 10 },
  { id: 'wins-50', title: 'Half a hundred', text: 'Win 50 challenges', figure: 'wins', goal: 50 },
  { id: 'wins-200', title: 'Ring master', text: 'Win 200 challenges', figure: 'wins', goal: 200 },
  { id: 'row-3', title: 'Hat-trick', text: 'Win 3 challenges in a row', figure: 'winsInRow', goal: 3 },
  { id: 'row-5', title: 'On a roll', text: 'Win 5 challenges in a row', figure: 'winsInRow', goal: 5 },
  { id: 'row-10', title: 'Untouchable', text: 'Win 10 challenges in a row', figure: 'winsInRow', goal: 10 },
  { id: 'match-kills-5', title: 'Sharp', text: '5 kills in one match', figure: 'killsInMatch', goal: 5 },
  {
    id: 'match-kills-10',
    title: 'Ten down',
    text: '10 kills in one match',
    figure: 'killsInMatch',
    goal: 10,
  },
  {
    id: 'match-kills-20',
    title: 'Eye of the storm',
    text: '20 kills in one match',
    figure: 'killsInMatch',
    goal: 20,
  },
  { id: 'kills-100', title: 'Century', text: '100 kills in challenges', figure: 'kills', goal: 100 },
  {
    id: 'kills-1000',
    title: 'A thousand down',
    text: '1,000 kills in challenges',
    figure: 'kills',
    goal: 1_000,
  },
  {
    id: 'first-1',
    title: 'Last one standing',
    text: 'End a match of a challenge as number one',
    figure: 'firstPlaces',
    goal: 1,
  },
  {
    id: 'first-10',
    title: 'Ten rings closed',
    text: 'Be number one 10 times',
    figure: 'firstPlaces',
    goal: 10,
  },
  {
    id: 'first-50',
    title: 'Nobody else left',
    text: 'Be number one 50 times',
    figure: 'firstPlaces',
    goal: 50,
  },
  { id: 'top10-25', title: 'Late in the ring', text: '25 matches in the top 10', figure: 'top10', goal: 25 },
  { id: 'top10-100', title: 'Always there', text: '100 matches in the top 10', figure: 'top10', goal: 100 },
  { id: 'kinds-3', title: 'All-rounder', text: 'Win 3 kinds of challenge', figure: 'kindsWon', goal: 3 },
  { id: 'kinds-8', title: 'Every trick', text: 'Win 8 kinds of challenge', figure: 'kindsWon', goal: 8 },
  { id: 'won-1000', title: 'Payday', text: 'Win 1,000 GC in challenges', figure: 'coinsWon', goal: 1_000 },
  {
    id: 'won-10000',
    title: 'Rainmaker',
    text: 'Win 10,000 GC in challenges',
    figure: 'coinsWon',
    goal: 10_000,
  },
  { id: 'days-3', title: 'Warming up', text: 'Play on 3 days in a row', figure: 'daysInRow', goal: 3 },
  { id: 'days-7', title: 'A full week', text: 'Play on 7 days in a row', figure: 'daysInRow', goal: 7 },
  { id: 'days-30', title: 'A full month', text: 'Play on 30 days in a row', figure: 'daysInRow', goal: 30 },
  {
    id: 'week-top10',
    title: 'On the board',
    text: 'End a week among the first 10',
    figure: 'weeksInTop10',
    goal: 1,
  },
  {
    id: 'week-top3',
    title: 'On the podium',
    text: 'End a week among the first 3',
    figure: 'weeksInTop3',
    goal: 1,
  },
  { id: 'week-first', title: 'Week winner', text: 'End a week in first place', figure: 'weeksWon', goal: 1 },
  { id: 'cards-1', title: 'Worth playing for', text: 'Get a gift card', figure: 'cards', goal: 1 },
  { id: 'cards-5', title: 'Collector', text: 'Get 5 gift cards', figure: 'cards', goal: 5 },
  { id: 'giveaways-1', title: 'In the draw', text: 'Enter a giveaway', figure: 'giveaways', goal: 1 },
  { id: 'referrals-1', title: 'Not alone', text: 'Bring a friend who plays', figure: 'referrals', goal: 1 },
  { id: 'referrals-5', title: 'Recruiter', text: 'Bring 5 friends who play', figure: 'referrals', goal: 5 },
] as const satisfies readonly Achievement[];

export const achievementsApi = {
  list: endpoint({
    method: 'GET',
    path: '/achievements',
    access: 'signed-in',
    summary: 'List achievements with progress',
    data: z.array(
      z.object({
        _id: z.string(),
        /** The count so far, never above the goal. */
        progress: amount,
        reachedAt: timestamp.nullable(),
      }),
    ),
  }),
};
