// SPDX-License-Identifier: Apache-2.0

import type { BoardPeriod } from '../../../contract/leaderboards.ts';

const names: Record<BoardPeriod, string> = { week: 'This Week', season: 'This Season', all: 'All Time' };

export const periodChoices = (Object.keys(names) as BoardPeriod[]).map((period) => ({
  value: period,
  label: names[period],
}));
