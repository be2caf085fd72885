// SPDX-License-Identifier: Apache-2.0

import { fileURLToPath } from 'node:url';
import type { CardKind } from '../../contract/shop.ts';

/** The folder with the drawn faces of the demo's cards (art/gift-cards.ts). */
export const facesFolder = fileURLToPath(new URL('./gift-cards', import.meta.url));

/** A card in the demo's shop. */
export interface DemoCard {
  title: string;
  description: string;
  type: string;
  kind: CardKind;
  region: string;
  gcCoin: number;
  /** The amount shown on its face. */
  amount: string;
  /** Codes in stock; default 25. */
  codes?: number;
  isActive?: boolean;
  isFulfilledByHand?: boolean;
}

const inStock: readonly DemoCard[] = [
  {
    title: 'PlayStation Store $10',
    description: 'Wallet top-up, US accounts',
    type: 'psn',
    kind: 'wallet',
    region: 'United States',
    gcCoin: 1000,
    amount: '$10',
  },
  {
    title: 'PlayStation Store $25',
    description: 'Wallet top-up, US accounts',
    type: 'psn',
    kind: 'wallet',
    region: 'United States',
    gcCoin: 2450,
    amount: '$25',
  },
  {
    title: 'PlayStation Plus 1 Month',
    description: 'Essential membership',
    type: 'psn',
    kind: 'subscription',
    region: 'United States',
    gcCoin: 950,
    amount: '1 MONTH',
  },
  {
    title: 'Dota 2 Arcana',
    description: 'One arcana of your choice',
    type: 'dota',
    kind: 'item',
    region: 'Worldwide',
    gcCoin: 3500,
    amount: 'ARCANA',
  },
  {
    title: 'Dota 2 Treasure',
    description: 'Five treasures of the season',
    type: 'dota',
    kind: 'item',
    region: 'Worldwide',
    gcCoin: 1200,
    amount: '5 CHESTS',
  },
  {
    title: 'Dota Plus 1 Month',
    description: 'Guides, quests and statistics',
    type: 'dota',
    kind: 'subscription',
    region: 'Worldwide',
    gcCoin: 420,
    amount: '1 MONTH',
  },
  {
    title: 'PUBG G-Coin 500',
    description: 'In-game currency, all platforms',
    type: 'pubg',
    kind: 'currency',
    region: 'Worldwide',
    gcCoin: 480,
    amount: '500',
  },
  {
    title: 'PUBG G-Coin 1,050',
    description: 'In-game currency, all platforms',
    type: 'pubg',
    kind: 'currency',
    region: 'Worldwide',
    gcCoin: 960,
    amount: '1,050',
  },
  {
    title: 'PUBG Survivor Pass',
    description: 'The whole season',
    type: 'pubg',
    kind: 'pass',
    region: 'Worldwide',
    gcCoin: 990,
    amount: 'PASS',
  },
  {
    title: 'Steam Wallet $5',
    description: 'Games, items and gifts',
    type: 'steam',
    kind: 'wallet',
    region: 'United States',
    gcCoin: 520,
    amount: '$5',
  },
  {
    title: 'Steam Wallet $20',
    description: 'Games, items and gifts',
    type: 'steam',
    kind: 'wallet',
    region: 'United States',
    gcCoin: 2000,
    amount: '$20',
  },
  {
    title: 'Xbox Gift Card $15',
    description: 'Games and add-ons',
    type: 'xbox',
    kind: 'wallet',
    region: 'United States',
    gcCoin: 1500,
    amount: '$15',
  },
  {
    title: 'Nintendo eShop $20',
    description: 'Download games',
    type: 'nintendo',
    kind: 'wallet',
    region: 'United States and Canada',
    gcCoin: 2000,
    amount: '$20',
  },
  {
    title: 'Roblox 800',
    description: 'Robux for your account',
    type: 'roblox',
    kind: 'currency',
    region: 'Worldwide',
    gcCoin: 990,
    amount: '800',
  },
  {
    title: 'Fortnite 1,000 V-Bucks',
    description: 'Item shop currency',
    type: 'fortnite',
    kind: 'currency',
    region: 'Worldwide',
    gcCoin: 850,
    amount: '1,000',
  },
];

const others: readonly DemoCard[] = [
  {
    title: 'Steam Wallet $50',
    description: 'Games, items and gifts',
    type: 'steam',
    kind: 'wallet',
    region: 'United States',
    gcCoin: 4900,
    amount: '$50',
    codes: 0,
  },
  {
    title: 'PlayStation Store $100',
    description: 'Ordered for you, delivered within a day',
    type: 'psn',
    kind: 'wallet',
    region: 'United States',
    gcCoin: 9800,
    amount: '$100',
    codes: 0,
    isFulfilledByHand: true,
  },
  {
    title: 'Valorant Points 475',
    description: 'Back soon',
    type: 'valorant',
    kind: 'currency',
    region: 'North America',
    gcCoin: 500,
    amount: '475',
    isActive: false,
  },
];

/** How to redeem the codes of a type, one step per line. */
const redeeming: Record<string, string> = {
  psn: 'Sign in at https://store.playstation.com.\nOpen the menu and choose "Redeem Code".\nEnter the code and confirm.',
  dota: 'Open Steam and choose "Games", then "Activate a Product on Steam".\nEnter the code.\nStart Dota 2: what you bought waits in your armoury.',
  pubg: 'Sign in at the redeem page of PUBG with your game account.\nEnter the code and your nickname.\nStart the game: it is there.',
  steam: 'Sign in at https://store.steampowered.com/account/redeemwalletcode.\nEnter the code and confirm.',
  xbox: 'Sign in at https://redeem.microsoft.com.\nEnter the code and confirm.',
  nintendo: 'Sign in at https://ec.nintendo.com/redeem.\nEnter the code and confirm.',
  roblox: 'Sign in at https://www.roblox.com/redeem.\nEnter the code and choose "Redeem".',
  fortnite:
    'Sign in at https://www.fortnite.com/redeem.\nEnter the code.\nChoose the device that you play on.',
};

export function redeemSteps({ type }: DemoCard): string {
  return redeeming[type] ?? '';
}

/** Newest first: fifteen in stock, one sold out, one fulfilled by hand, one not on sale. */
export const demoCards: readonly DemoCard[] = [...inStock, ...others];

/** The beginning of a card's picture names in `facesFolder`. */
export function faceName({ title }: DemoCard): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
