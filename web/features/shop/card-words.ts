// SPDX-License-Identifier: Apache-2.0

import type { CardKind, GiftCard } from '../../../contract/shop.ts';
import { plural } from '../../lib/format.ts';

export const kindNames: Record<CardKind, string> = {
  wallet: 'Wallet credit',
  pass: 'Pass',
  item: 'In-game item',
  currency: 'In-game currency',
  subscription: 'Subscription',
};

/** When the code is delivered, in words. */
export function describeDelivery({ availability, promiseHours }: GiftCard): string {
  if (availability === 'in_stock') return 'Instant code';
  return availability === 'by_hand' ? `By hand, within ${plural(promiseHours, 'hour')}` : 'Sold out';
}

/** Where and when the code appears. */
export function deliveryStory({ availability, promiseHours }: GiftCard): string {
  if (availability === 'by_hand') {
    return `We order it for you and notify you when its code is on your profile, within ${plural(promiseHours, 'hour')}. If it’s late, you can get your coins back.`;
  }
  const when =
    availability === 'in_stock' ? 'the moment you buy it' : 'the moment you buy it, once it’s back';
  return `As a code, ${when}. You see it on screen and keep it on your profile.`;
}

const lastStep: Record<CardKind, string> = {
  wallet: 'Enter the code to add its value to your balance there.',
  pass: 'Enter the code to add the pass to your account.',
  item: 'Enter the code to get the item in your inventory.',
  currency: 'Enter the code to add the amount to your game account.',
  subscription: 'Enter the code to start or extend your subscription.',
};

/** The card's own steps, or the default steps for its kind. */
export function redeemSteps({ howToRedeem, kind }: { howToRedeem: string; kind: CardKind }): string[] {
  const written = howToRedeem
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (written.length > 0) return written;
  return [
    'Copy the code from your profile.',
    'Sign in at the store, and find "Redeem code" in your account there.',
    lastStep[kind],
  ];
}

/** The address where the player redeems the card: the first web address in its steps; undefined if there is none. */
export function redeemPlace(howToRedeem: string): { name: string; address: string } | undefined {
  const [found] = /https:\/\/[^\s"'<>()]+/.exec(howToRedeem) ?? [];
  if (!found) return undefined;
  try {
    const { username, password, hostname, href } = new URL(found.replace(/[.,;:!?]+$/, ''));
    // Excludes addresses with a user name, which can look like another host: https://roblox.com:x@elsewhere.example
    if (username || password) return undefined;
    return { name: hostname.replace(/^www\./, ''), address: href };
  } catch {
    return undefined;
  }
}

/** The address of a card's page. */
export function productPath(giftCardId: string): string {
  return `/products/${giftCardId}`;
}

/** The text copied for a code. Includes the PIN, which redeeming requires. */
export const toCopiedCode = ({ hashCode, pin }: { hashCode: string; pin: string }): string =>
  pin ? `${hashCode} PIN: ${pin}` : hashCode;
