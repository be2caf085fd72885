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
    label: 'PUBG name and platform',
    missing: 'Please enter your PUBG name and platform',
    name: 'PUBG account',
    hint: 'Your in-game name with capital letters exactly as shown, and the platform you play on.',
    shortHint: 'Your PUBG in-game name',
    isId: (text: string) => /^(?:[a-z]+\/)?account\.[0-9a-f]{32}$/.test(text),
    finding: {
      address: 'pubg.com',
      steps: [
        'Start PUBG and open the lobby.',
        'Your name is at the top of your career page.',
        'Type it exactly: capital letters count.',
      ],
    },
  },
  // Any place can be proved; these are offered.
  places: [
    { place: 1, label: 'Wins' },
    { place: 10, label: 'Top 10' },
    { place: 25, label: 'Top 25' },
  ],
  terms: [
    'Only official and ranked matches count, and only the first one that starts after entry.',
    'Custom, arcade, event, AI and training matches never count.',
    'If PUBG bans your account meanwhile, the challenge ends without a reward.',
  ],
} as const satisfies Omit<Game, 'id' | 'places'> & {
  id: string;
  places: readonly { place: number; label: string }[];
};

/** The terms of one challenge, in the player's words. */
export function tellTerms({ mode, countsBots }: { mode: Mode; countsBots: boolean }): string[] {
  return [
    ...pubg.terms,
    mode === 'solo'
      ? 'Play Solo, in third or first person.'
      : `Play ${modes[mode].label}, in third or first person: your team’s place counts, and your own kills.`,
    countsBots ? 'Kills of bots count.' : 'Kills of bots don’t count.',
  ];
}
