// SPDX-License-Identifier: Apache-2.0

import type { GameShape } from './shape.ts';

/** The platforms of a PUBG account: the publisher's name and the players' name. */
export const platforms = { steam: 'Steam', kakao: 'Kakao', psn: 'PlayStation', xbox: 'Xbox' } as const;
export type Platform = keyof typeof platforms;

/** The modes of a challenge. */
export const modes = {
  solo: { label: 'Solo' },
  duo: { label: 'Duo' },
  squad: { label: 'Squad' },
} as const;
export type Mode = keyof typeof modes;

/** PUBG: Battlegrounds. The publisher shows every classic match of the last 14 days to everyone. */
export const pubg = {
  id: 'pubg',
  name: 'PUBG',
  proof: 'matches with an id',
  match: { one: 'classic match', many: 'classic matches' },
  modes,
  account: {
    label: 'PUBG name',
    missing: 'Enter platform and name',
    name: 'PUBG account',
    shortHint: 'Your PUBG name',
    platforms,
  },
  scenes: ['steppe', 'frost'],
  hidesStats: false,
} as const satisfies GameShape;
