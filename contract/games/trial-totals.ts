// SPDX-License-Identifier: Apache-2.0

import type { StatsReading } from '../challenges.ts';

/** Totals of a player of the first game, before a made-up match. */
export const trialTotals: Omit<StatsReading, 'takenAt' | 'lastModified'> = {
  kind: 'stats',
  matches: 1_772,
  wins: 40,
  top10: 325,
  top25: 610,
  kills: 3_331,
  minutesPlayed: 20_940,
};
