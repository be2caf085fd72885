// SPDX-License-Identifier: Apache-2.0

import type { Profile } from '../../../contract/accounts.ts';
import type { Board, Streak } from '../../../contract/leaderboards.ts';
import type { PlayerPromotion } from '../../../contract/promotions.ts';
import type { GiftCard } from '../../../contract/shop.ts';
import { streakWords } from '../../features/leaderboards/streak-words.ts';
import { isByRank, phaseAt } from '../../features/promotions/promotion-rules.ts';
import { formatAmount, plural } from '../../lib/format.ts';

export interface CockpitText {
  id: string;
  kind: 'gamertag' | 'goal' | 'prize' | 'streak' | 'rank';
  title: string;
  text: string;
  /** Progress from 0 to 1. */
  share?: number;
  /** The gift card that the line is about. */
  card?: GiftCard;
  to: string;
}

const maxGoals = 2;

/** For players with a generated handle who may choose their own. */
export function toGamertag(profile: Profile | undefined): CockpitText[] {
  if (!profile || profile.isHandleChosen || profile.handleChangeFrom) return [];
  const text = `Boards show you as ${profile.inPublic.handle}`;
  return [{ id: 'gamertag', kind: 'gamertag', title: 'Pick your gamertag', text, to: '/profile' }];
}

/** Running promotions that can still pay this player, daily ones first. */
export function toGoals(promotions: readonly PlayerPromotion[], now: number): CockpitText[] {
  return (
    promotions
      .filter(
        (promotion) => phaseAt(promotion, now) === 'active' && !isByRank(promotion) && isPlayable(promotion),
      )
      .map((promotion) => ({ promotion, ...getCount(promotion) }))
      // Without a cap, progress can't be measured.
      .filter(({ count, cap }) => count < cap)
      .toSorted((one, other) => Number(other.isDaily) - Number(one.isDaily))
      .slice(0, maxGoals)
      .map(({ promotion, count, cap, isDaily }) => ({
        id: promotion._id,
        kind: 'goal',
        title: promotion.title,
        text: `${formatAmount(count)} of ${formatAmount(cap)}${isDaily ? ' today' : ''}, ${formatAmount(promotion.reward)} ${promotion.eventConfig.rewardType} each`,
        share: count / cap,
        to: '/events',
      }))
  );
}

/** A first sign-in can't be repeated, so it isn't a goal. */
function isPlayable({ triggers }: PlayerPromotion): boolean {
  return triggers.some((trigger) => !trigger.startsWith('FIRST_LOGIN'));
}

function getCount({ eventConfig: { dailyCap, userCap }, mine }: PlayerPromotion) {
  return dailyCap > 0
    ? { count: mine.today, cap: dailyCap, isDaily: true }
    : { count: mine.rewards, cap: userCap, isDaily: false };
}

/**
 * The cheapest gift card that the player can't afford yet, or else the most expensive one that they can. Skips sold-out
 * cards.
 */
export function toPrize(cards: readonly GiftCard[] | undefined, balance: number | undefined): CockpitText[] {
  const onSale = cards?.filter(({ availability }) => availability !== 'sold_out') ?? [];
  const byPrice = onSale.toSorted((one, other) => one.gcCoin - other.gcCoin);
  const best = byPrice.at(-1);
  if (!best || balance === undefined) return [];
  const line = { id: 'prize', kind: 'prize' } as const;
  const next = byPrice.find(({ gcCoin }) => gcCoin > balance);
  if (!next) {
    const text = `You have ${formatAmount(balance)} GC`;
    return [{ ...line, title: 'Your coins buy a gift card', text, share: 1, card: best, to: '/products' }];
  }
  return [
    {
      ...line,
      title: `${formatAmount(next.gcCoin - balance)} GC to ${next.title}`,
      text: `You have ${formatAmount(Math.max(0, balance))} of ${formatAmount(next.gcCoin)} GC`,
      share: Math.max(0, balance) / next.gcCoin,
      card: next,
      to: `/products/${next._id}`,
    },
  ];
}

export function toStreak(streak: Streak | undefined, now: number): CockpitText[] {
  if (!streak) return [];
  return [
    {
      id: 'streak',
      kind: 'streak',
      title: streak.days > 0 ? `${formatAmount(streak.days)}-day streak` : 'No streak yet',
      text: streakWords(streak, now),
      to: '/events?tab=leaderboard',
    },
  ];
}

/** This week's rank, and the change since this browser last showed it on an earlier day. */
export function toRankChange(board: Board | undefined, lastRank: number | null): CockpitText[] {
  if (!board) return [];
  const line = { id: 'rank', kind: 'rank', to: '/events?tab=leaderboard' } as const;
  if (!board.mine) {
    const text = 'A finished challenge puts you on the board.';
    return [{ ...line, title: 'Not on this week’s board yet', text }];
  }
  const { rank, xp } = board.mine;
  const text = lastRank === null ? `${formatAmount(xp)} XP so far` : rankWords(rank, lastRank);
  return [{ ...line, title: `Place ${formatAmount(rank)} this week`, text }];
}

function rankWords(rank: number, lastRank: number): string {
  const moved = lastRank - rank;
  if (moved > 0) return `${plural(moved, 'place')} up since your last visit`;
  if (moved < 0) return `${plural(-moved, 'place')} down since your last visit`;
  return 'Unchanged since your last visit';
}
