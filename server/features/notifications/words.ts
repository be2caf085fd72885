// SPDX-License-Identifier: Apache-2.0

import { formatAmount as formatNumber, plural } from '../../../contract/amounts.ts';
import type { NotificationKind } from '../../../contract/notifications.ts';
import { factorChanges, ifNotYou } from '../../../contract/second-factor.ts';
import { describeSignInChange } from '../../../contract/sign-ins.ts';
import type { DomainEvents } from '../../platform/jobs/outbox.ts';

/** The text of a notification, and its link. `cause` identifies the fact, so that it is notified only once. */
export interface Words {
  kind: NotificationKind;
  cause: string;
  title: string;
  body: string;
  link: string;
  /** After this time, sending is pointless; if omitted, a day after the event. */
  until?: Date;
}

export const formatAmount = (amount: number, currency: string) => `${formatNumber(amount)} ${currency}`;

export function coinsWords({ paymentId, coins, packageTitle }: DomainEvents['payment.credited']): Words {
  return {
    kind: 'coins',
    cause: `payment:${paymentId}`,
    title: 'You got your coins',
    body: `${formatAmount(coins, 'GC')} from ${packageTitle}.`,
    link: '/transactions?tab=history',
  };
}

export function sentElsewhereWords({ purchaseId }: DomainEvents['purchase.sent-elsewhere']): Words {
  return {
    kind: 'gift_card',
    cause: `delivery-elsewhere:${purchaseId}`,
    title: 'Your gift card was sent',
    body: 'We sent it another way, for example by email. Contact support if it’s missing.',
    link: '/profile',
  };
}

export function giftCardWords({ purchaseId }: DomainEvents['purchase.delivered']): Words {
  return {
    kind: 'gift_card',
    cause: `delivery:${purchaseId}`,
    title: 'Your gift card is ready',
    body: 'Find its code on your profile.',
    link: '/profile',
  };
}

export function replacedCodeWords({ codeId, title }: DomainEvents['purchase.code-replaced']): Words {
  return {
    kind: 'gift_card',
    cause: `replacement:${codeId}`,
    title: 'Your gift card has a new code',
    body: `${title}: we replaced your code. Find the new one on your profile.`,
    link: '/profile',
  };
}

export function chargedAgainWords({ orderId, gcCoin }: DomainEvents['purchase.charged-again']): Words {
  return {
    kind: 'gift_card',
    cause: `lost-order:${orderId}`,
    title: 'We charged a purchase again',
    body: `Restoring the site gave you back coins of gift cards whose codes you had seen. We charged them again: ${formatAmount(gcCoin, 'GC')}.`,
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

/** Without the friend's name, which would otherwise stay in this list after the friend's account is gone. */
export function referralWords({ inviteeId }: DomainEvents['referral.qualified']): Words {
  return {
    kind: 'referral',
    cause: `referral:${inviteeId}`,
    title: 'Your friend has joined the ring',
    body: 'Your friend finished a first challenge, so it counts as a referral.',
    link: '/profile',
  };
}

const requestPeriodMs = 30 * 24 * 3_600_000;

/**
 * Without the handle, for the same reason. Notified once per period (counted from 1970) and sender. Otherwise,
 * withdrawing and repeating a request would notify every time, and without a pending request the player could not block
 * the sender. The period equals the wait before repeating a declined request, so that a permitted repeat is notified
 * again.
 */
export function friendRequestWords({ fromId, at }: DomainEvents['friend.asked']): Words {
  return {
    kind: 'friend',
    cause: `friend-request:${fromId}:${Math.floor(Date.parse(at) / requestPeriodMs)}`,
    title: 'New friend request',
    body: 'Someone wants to be your friend. See who on your profile.',
    link: '/profile?tab=friends',
  };
}

export function friendWonWords({ attemptId, description }: DomainEvents['friend.won']): Words {
  return {
    kind: 'friend',
    cause: `friend-won:${attemptId}`,
    title: 'Your friend won',
    body: `${description}: your friend did it. Can you?`,
    link: '/events?tab=leaderboard&among=friends',
  };
}

/** Does not quote the old handle, which was offensive. */
export function handleResetWords({ changeId }: DomainEvents['player.handle-reset']): Words {
  return {
    kind: 'handle',
    cause: `handle-reset:${changeId}`,
    title: 'Your gamertag was reset',
    body: 'An administrator removed your gamertag because it may offend others. You have a random one until you choose another.',
    link: '/profile',
  };
}

/** About an administrator's second factor; also sent by mail. */
export function factorChangeWords({ changeId, what }: DomainEvents['player.second-factor-changed']): Words {
  const { title, body } = factorChanges[what];
  return {
    kind: 'security',
    cause: `second-factor:${changeId}`,
    title,
    body: `${body} ${ifNotYou}`,
    link: '/profile#sessions',
  };
}

/** About a change of sign-in methods; also sent by mail. */
export function signInChangeWords({
  playerId,
  what,
  provider,
  changeId,
  at,
}: DomainEvents['player.sign-in-changed']): Words {
  return {
    kind: 'security',
    cause: `sign-in:${changeId ?? `${provider}:${playerId}`}`,
    ...describeSignInChange(what, { provider, at }),
    link: '/profile#ways-to-sign-in',
  };
}

/** About an export of the player's data; when it is ready, a mail is sent as well. */
export function exportWords({ exportId, expiresAt }: DomainEvents['data-export.ended']): Words {
  return {
    kind: 'export',
    cause: `data-export:${exportId}`,
    title: expiresAt ? 'Your data is ready' : 'Your data could not be exported',
    body: expiresAt
      ? 'Download it on your profile in the next few days.'
      : 'Something went wrong on our side. Try again on your profile.',
    link: '/profile#your-data',
    ...(expiresAt && { until: new Date(expiresAt) }),
  };
}

/** Achievements reached by one fact share a notification, with the first one as the cause; none is notified twice. */
export function achievementWords({ achievements }: DomainEvents['achievement.reached']): Words {
  const [first] = achievements;
  const isOne = achievements.length === 1;
  return {
    kind: 'achievement',
    cause: `achievement:${first?.id}`,
    title: isOne
      ? `Achievement: ${first?.title}`
      : `You reached ${plural(achievements.length, 'achievement')}`,
    body: isOne ? `${first?.text}. Done.` : `${achievements.map(({ title }) => title).join(', ')}.`,
    link: '/profile?tab=stats#achievements',
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
    body: `You can buy ${title} again.`,
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

/** Sent in the evening; the day ends at midnight UTC. */
export function streakWords({ day, days }: { day: string; days: number }): Words {
  return {
    kind: 'streak',
    cause: `streak:${day}`,
    title: 'Your streak ends tonight',
    body: `Your streak of ${plural(days, 'day')} ends at midnight UTC. Finish a challenge today to keep it.`,
    link: '/home#challenges',
    until: new Date(Date.parse(`${day}T24:00:00Z`)),
  };
}
