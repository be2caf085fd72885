// SPDX-License-Identifier: Apache-2.0

import type { NotificationKind } from '../../../contract/notifications.ts';
import { factorChanges, ifNotYou } from '../../../contract/second-factor.ts';
import type { DomainEvents } from '../../platform/jobs/outbox.ts';

/** What a player reads, and where it leads. `cause` names the fact: it is told once. */
export interface Words {
  kind: NotificationKind;
  cause: string;
  title: string;
  body: string;
  link: string;
  /** Later than that nobody wants to hear of it; a day after it happened where nothing is said. */
  until?: Date;
}

const number = new Intl.NumberFormat('en-US');
export const formatAmount = (amount: number, currency: string) => `${number.format(amount)} ${currency}`;

export function coinsWords({ paymentId, coins, packageTitle }: DomainEvents['payment.credited']): Words {
  return {
    kind: 'coins',
    cause: `payment:${paymentId}`,
    title: 'Your coins are here',
    body: `${formatAmount(coins, 'GC')} from ${packageTitle}.`,
    link: '/transactions?tab=history',
  };
}

export function giftCardWords({ purchaseId }: DomainEvents['purchase.delivered']): Words {
  return {
    kind: 'gift_card',
    cause: `delivery:${purchaseId}`,
    title: 'Your gift card is ready',
    body: 'Its code waits on your profile.',
    link: '/profile',
  };
}

export function replacedCodeWords({ codeId, title }: DomainEvents['purchase.code-replaced']): Words {
  return {
    kind: 'gift_card',
    cause: `replacement:${codeId}`,
    title: 'Your gift card has a new code',
    body: `${title}: the code you had is replaced. The new one waits on your profile.`,
    link: '/profile',
  };
}

export function chargedAgainWords({ orderId, gcCoin }: DomainEvents['purchase.charged-again']): Words {
  return {
    kind: 'gift_card',
    cause: `lost-order:${orderId}`,
    title: 'A purchase was charged again',
    body: `The site was restored to an earlier moment, which gave you back the coins of gift cards whose codes you have seen: ${formatAmount(gcCoin, 'GC')}.`,
    link: '/wallet',
  };
}

export function rewardWords({ rewardId, title, amount, currency }: DomainEvents['event.rewarded']): Words {
  return {
    kind: 'event',
    cause: `event-reward:${rewardId}`,
    title: 'Event reward',
    body: `${title}: ${formatAmount(amount, currency)}.`,
    link: '/events',
  };
}

/** Without the friend's name: it would stay in this list after the friend's account is gone. */
export function referralWords({ inviteeId }: DomainEvents['referral.qualified']): Words {
  return {
    kind: 'referral',
    cause: `referral:${inviteeId}`,
    title: 'Your friend has joined the ring',
    body: 'A friend of yours finished a first challenge: it counts as a referral.',
    link: '/profile',
  };
}

const requestPeriodMs = 30 * 24 * 3_600_000;

/**
 * Without the handle, for the same reason. Told once in a period, counted from 1970, for each player who asks: taking a
 * request back and asking again would otherwise ring every time, from somebody who cannot be blocked for want of a request.
 * As long as a declined request cannot be repeated, so that one that may be repeated is told again.
 */
export function friendRequestWords({ fromId, at }: DomainEvents['friend.asked']): Words {
  return {
    kind: 'friend',
    cause: `friend-request:${fromId}:${Math.floor(Date.parse(at) / requestPeriodMs)}`,
    title: 'A friend request',
    body: 'Somebody would like to be your friend. Your profile says who.',
    link: '/profile?tab=friends',
  };
}

export function friendWonWords({ attemptId, description }: DomainEvents['friend.won']): Words {
  return {
    kind: 'friend',
    cause: `friend-won:${attemptId}`,
    title: 'Your friend won',
    body: `${description}: a friend of yours met it. Can you?`,
    link: '/events?tab=leaderboard&among=friends',
  };
}

/** Not which it was: it offended. */
export function handleResetWords({ changeId }: DomainEvents['player.handle-reset']): Words {
  return {
    kind: 'handle',
    cause: `handle-reset:${changeId}`,
    title: 'Your handle was reset',
    body: 'An administrator took your handle away, as it may offend others. You have a made-up one until you choose another.',
    link: '/profile',
  };
}

/** Of an administrator's second factor; told by mail as well. */
export function factorChangeWords({ changeId, what }: DomainEvents['player.second-factor-changed']): Words {
  const { title, body } = factorChanges[what];
  return {
    kind: 'security',
    cause: `second-factor:${changeId}`,
    title,
    body: `${body} ${ifNotYou}`,
    link: '/profile',
  };
}

/** Of an export of the player's data; that it is ready is told by mail as well. */
export function exportWords({ exportId, expiresAt }: DomainEvents['data-export.ended']): Words {
  return {
    kind: 'export',
    cause: `data-export:${exportId}`,
    title: expiresAt ? 'Your data is ready' : 'Your data could not be exported',
    body: expiresAt
      ? 'The archive waits on your profile for some days.'
      : 'Something went wrong on our side. You can try again on your profile.',
    link: '/profile#your-data',
    ...(expiresAt && { until: new Date(expiresAt) }),
  };
}

/** What one fact reached is told together, under the first of it: no achievement is told twice. */
export function achievementWords({ achievements }: DomainEvents['achievement.reached']): Words {
  const [first] = achievements;
  const isOne = achievements.length === 1;
  return {
    kind: 'achievement',
    cause: `achievement:${first?.id}`,
    title: isOne ? `Achievement: ${first?.title}` : `${achievements.length} achievements reached`,
    body: isOne ? `${first?.text}. Done.` : `${achievements.map(({ title }) => title).join(', ')}.`,
    link: '/profile?tab=achievements',
  };
}

export function restockWords({
  alertId,
  giftCardId,
  title,
}: {
  alertId: string;
  giftCardId: string;
  title: string;
}): Words {
  return {
    kind: 'restock',
    cause: `restock:${alertId}`,
    title: 'Back in stock',
    body: `${title} can be bought again.`,
    link: `/products/${giftCardId}`,
  };
}

export function drawWords({ giveawayId, title }: DomainEvents['giveaway.drawn'], hasWon: boolean): Words {
  return {
    kind: 'giveaway',
    cause: `giveaway:${giveawayId}`,
    title: hasWon ? 'You won a giveaway' : 'A giveaway was drawn',
    body: hasWon
      ? `${title}: your prize is in your wallet.`
      : `${title}: see the draw and check it yourself.`,
    link: `/giveaways/${giveawayId}`,
  };
}

/** Told in the evening; the day is over at midnight UTC. */
export function streakWords({ day, days }: { day: string; days: number }): Words {
  return {
    kind: 'streak',
    cause: `streak:${day}`,
    title: 'Your streak ends tonight',
    body: `Your streak of ${days} days ends at midnight UTC. Finish a challenge today and it goes on.`,
    link: '/home#challenges',
    until: new Date(Date.parse(`${day}T24:00:00Z`)),
  };
}
