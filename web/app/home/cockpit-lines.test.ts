// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { Profile } from '../../../contract/accounts.ts';
import type { Board, Streak } from '../../../contract/leaderboards.ts';
import type { PlayerPromotion } from '../../../contract/promotions.ts';
import type { GiftCard } from '../../../contract/shop.ts';
import { toGamertag, toGoals, toPrize, toRankChange, toStreak } from './cockpit-lines.ts';
import { nextKept } from './last-rank.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');

function promotion(title: string, parts: Record<string, unknown> = {}, mine: Record<string, number> = {}) {
  return {
    _id: title,
    title,
    triggers: ['COMPLETE_CHALLENGE'],
    startDate: '2026-11-20T00:00:00.000Z',
    endDate: '2026-11-21T00:00:00.000Z',
    phase: 'active',
    reward: 50,
    ...parts,
    eventConfig: {
      rewardType: 'GC',
      rewardAmount: 50,
      multiplier: 1,
      userCap: 5,
      dailyCap: 0,
      ...(parts.eventConfig as object),
    },
    mine: { rewards: 2, today: 1, earned: 0, toBeSent: 0, rank: null, xp: 0, ...mine },
  } as unknown as PlayerPromotion;
}

it('asks for a gamertag while the handle is random and can be changed', () => {
  const profile = (parts: Partial<Profile>) =>
    ({
      inPublic: { handle: 'SwiftOtter-57286' },
      isHandleChosen: false,
      handleChangeFrom: null,
      ...parts,
    }) as Profile;
  expect(toGamertag(profile({}))).toMatchObject([
    { title: 'Pick your gamertag', text: 'Boards show you as SwiftOtter-57286', to: '/profile' },
  ]);
  expect(toGamertag(profile({ isHandleChosen: true }))).toEqual([]);
  expect(toGamertag(profile({ handleChangeFrom: '2026-12-01T00:00:00.000Z' }))).toEqual([]);
  expect(toGamertag(undefined)).toEqual([]);
});

it("lists at most two goals that still pay, today's goals first", () => {
  const goals = toGoals(
    [
      promotion('Reached', {}, { rewards: 5 }),
      promotion('Reached today', { eventConfig: { dailyCap: 1 } }),
      promotion('Over', { endDate: '2026-11-20T11:00:00.000Z' }),
      promotion('First sign-in', { triggers: ['FIRST_LOGIN', 'FIRST_LOGIN_DISCORD'] }),
      promotion('By rank', { triggers: ['ACTIVITY_WEEKLY'] }),
      promotion('Without an end', { eventConfig: { userCap: 0 } }, { rewards: 0 }),
      promotion('In all', { triggers: ['FIRST_LOGIN', 'BUY_COINS'] }),
      promotion('Another'),
      promotion('Daily', { eventConfig: { dailyCap: 1_500 } }),
    ],
    now,
  );
  expect(goals).toEqual([
    {
      id: 'Daily',
      kind: 'goal',
      title: 'Daily',
      text: '1 of 1,500 today, 50 GC each',
      share: 1 / 1_500,
      to: '/events',
    },
    { id: 'In all', kind: 'goal', title: 'In all', text: '2 of 5, 50 GC each', share: 2 / 5, to: '/events' },
  ]);
});

it('names the cheapest card out of reach, or says that the coins suffice', () => {
  const cards = [
    { _id: 'c', title: 'Console', gcCoin: 900, availability: 'in_stock' },
    { _id: 'b', title: 'Wallet $5', gcCoin: 520, availability: 'in_stock' },
    { _id: 'd', title: 'Gone', gcCoin: 500, availability: 'sold_out' },
    { _id: 'a', title: 'Pass', gcCoin: 420, availability: 'in_stock' },
  ] as GiftCard[];
  const [console, wallet, , pass] = cards;
  const prize = { id: 'prize', kind: 'prize' };
  expect(toPrize(cards, 450)).toEqual([
    {
      ...prize,
      title: '70 GC to Wallet $5',
      text: 'You have 450 of 520 GC',
      share: 450 / 520,
      card: wallet,
      to: '/products/b',
    },
  ]);
  expect(toPrize(cards, -20)).toEqual([
    {
      ...prize,
      title: '440 GC to Pass',
      text: 'You have 0 of 420 GC',
      share: 0,
      card: pass,
      to: '/products/a',
    },
  ]);
  expect(toPrize(cards, 520)[0]?.title).toBe('380 GC to Console');
  const title = 'Your coins buy a gift card';
  expect(toPrize(cards, 900)).toEqual([
    { ...prize, title, text: 'You have 900 GC', share: 1, card: console, to: '/products' },
  ]);
  expect([toPrize([], 5), toPrize(undefined, 5), toPrize(cards, undefined)]).toEqual([[], [], []]);
});

it('shows the days of a streak, or that there is none', () => {
  const line = (days: number) => toStreak({ days, isKeptToday: false } as unknown as Streak, now)[0];
  expect(line(1_200)).toEqual({
    id: 'streak',
    kind: 'streak',
    title: '1,200-day streak',
    text: 'Finish a challenge within 12 h 0 min to keep it.',
    to: '/events?tab=leaderboard',
  });
  expect(line(1)?.title).toBe('1-day streak');
  expect(line(0)?.title).toBe('No streak yet');
  expect(toStreak(undefined, now)).toEqual([]);
});

it('shows how the rank changed since the last earlier day of the same week', () => {
  const board = (rank: number) => ({ mine: { rank, xp: 1_865 } }) as Board;
  const words = (rank: number, last: number | null) => toRankChange(board(rank), last)[0]?.text;
  expect(words(4, 7)).toBe('3 places up since your last visit');
  expect(words(8, 7)).toBe('1 place down since your last visit');
  expect(words(7, 7)).toBe('Unchanged since your last visit');
  expect(words(7, null)).toBe('1,865 XP so far');
  expect(toRankChange(board(1_204), 7)).toEqual([
    {
      id: 'rank',
      kind: 'rank',
      to: '/events?tab=leaderboard',
      title: 'Place 1,204 this week',
      text: '1,197 places down since your last visit',
    },
  ]);
  expect(toRankChange({ mine: null } as Board, null)).toEqual([
    {
      id: 'rank',
      kind: 'rank',
      to: '/events?tab=leaderboard',
      title: 'Not on this week’s board yet',
      text: 'A finished challenge puts you on the board.',
    },
  ]);
  expect(toRankChange(undefined, 7)).toEqual([]);

  const thursday = Math.floor(Date.parse('2026-11-19T00:00:00Z') / 86_400_000);
  const playerId = 'ada';
  const first = nextKept(null, { playerId, day: thursday, rank: 9 });
  expect(first.before).toBeNull();
  expect(nextKept(first, { playerId, day: thursday, rank: 8 }).before).toBeNull();
  const friday = nextKept(first, { playerId, day: thursday + 1, rank: 7 });
  expect(friday.before).toBe(9);
  expect(nextKept(friday, { playerId, day: thursday + 1, rank: 6 }).before).toBe(9);
  expect(nextKept(friday, { playerId, day: thursday + 3, rank: 6 }).before).toBe(7);
  expect(nextKept(friday, { playerId, day: thursday + 4, rank: 6 }).before).toBeNull();
  expect(
    nextKept(friday, { playerId: 'bob', day: thursday + 3, rank: 6 }).before,
    'another player',
  ).toBeNull();
});
