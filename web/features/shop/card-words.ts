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
  if (availability === 'in_stock') return 'Code at once';
  return availability === 'by_hand' ? `By hand, within ${plural(promiseHours, 'hour')}` : 'Sold out';
}

/** Where the code appears, and when. */
export function deliveryStory({ availability, promiseHours }: GiftCard): string {
  if (availability === 'by_hand') {
    return `We order it for you. Its code appears on your profile within ${plural(promiseHours, 'hour')}, and we tell you. If it does not come by then, your coins can be returned.`;
  }
  const when =
    availability === 'in_stock' ? 'the moment you buy it' : 'the moment it is bought, once it is back';
  return `By code, ${when}: it appears on the screen and stays on your profile. Nothing is sent by post.`;
}

const lastStep: Record<CardKind, string> = {
  wallet: 'Enter the code: its value is added to your balance there.',
  pass: 'Enter the code: the pass is on your account.',
  item: 'Enter the code: the item is in your inventory.',
  currency: 'Enter the code: the amount is on your game account.',
  subscription: 'Enter the code: the time begins, or is added to what you have.',
};

/** The steps written for this card; otherwise those shared by all cards of its kind. */
export function redeemSteps({ howToRedeem, kind }: { howToRedeem: string; kind: CardKind }): string[] {
  const written = howToRedeem
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (written.length > 0) return written;
  return [
    'Copy the code from your profile.',
    'Sign in where the card is for, and look for "Redeem code" in your account there.',
    lastStep[kind],
  ];
}

/** Where the written steps send the player: the first web address in them; undefined if they name none. */
export function redeemPlace(howToRedeem: string): { name: string; address: string } | undefined {
  const [found] = /https:\/\/[^\s"'<>()]+/.exec(howToRedeem) ?? [];
  if (!found) return undefined;
  try {
    const { username, password, hostname, href } = new URL(found.replace(/[.,;:!?]+$/, ''));
    // A name before the host would pass for it: https://roblox.com:x@elsewhere.example
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

/** A code as it is copied: together with its PIN, without which it cannot be redeemed. */
export const toCopiedCode = ({ hashCode, pin }: { hashCode: string; pin: string }): string =>
  pin ? `${hashCode} PIN: ${pin}` : hashCode;
