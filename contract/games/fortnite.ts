// SPDX-License-Identifier: Apache-2.0

import type { GameShape } from './shape.ts';

/** Fortnite Battle Royale: lifetime Solo totals of every account whose statistics are public. */
export const fortnite = {
  id: 'fortnite',
  name: 'Fortnite',
  proof: 'totals that grow',
  match: { one: 'Solo match', many: 'Solo matches' },
  account: {
    label: 'Epic ID',
    missing: 'Please enter your Epic ID',
    name: 'Epic account',
    shortHint: 'Your Epic Games name',
  },
  // Solo statistics count only these places (docs/rules/attempts.md, 8).
  places: [
    { place: 1, counter: 'wins', label: 'Wins' },
    { place: 10, counter: 'top10', label: 'Top 10' },
    { place: 25, counter: 'top25', label: 'Top 25' },
  ],
  scenes: ['storm', 'peaks', 'harbour'],
  hidesStats: true,
} as const satisfies GameShape;
