// SPDX-License-Identifier: Apache-2.0

import type { Game } from './game.ts';

/** Where a PUBG account lives, as the publisher's API calls it, and as players do. */
export const platforms = { steam: 'Steam', kakao: 'Kakao', psn: 'PlayStation', xbox: 'Xbox' } as const;
export type Platform = keyof typeof platforms;

/** The modes of a challenge, each with the publisher's names for it. */
export const modes = {
  solo: { label: 'Solo', played: ['solo', 'solo-fpp'] },
  duo: { label: 'Duo', played: ['duo', 'duo-fpp'] },
  squad: { label: 'Squad', played: ['squad', 'squad-fpp'] },
} as const;
export type Mode = keyof typeof modes;

/** PUBG: Battlegrounds. The publisher shows every classic match of the last 14 days to everybody. */
export const pubg = {
  id: 'pubg',
  name: 'PUBG',
  proof: 'matches with an id',
  match: { one: 'classic match', many: 'classic matches' },
  account: {
    label: 'PUBG name',
    missing: 'Please enter your PUBG name and platform',
    name: 'PUBG account',
    hint: 'Your in-game name with capital letters exactly as shown, and the platform you play on.',
    shortHint: 'Your PUBG in-game name',
    platforms,
    isId: (text: string) => /^(?:[a-z]+\/)?account\.[0-9a-f]{32}$/.test(text),
  },
  // Any place can be proved; these are offered.
  places: [
    { place: 1, label: 'Wins' },
    { place: 10, label: 'Top 10' },
    { place: 25, label: 'Top 25' },
  ],
  hidesStats: false,
  // They depend on the challenge: pubg/terms.ts, apart because public pages load this file.
  terms: [],
  disclaimer: 'Not affiliated with or endorsed by KRAFTON, the publisher of PUBG.',
} as const satisfies Game;
