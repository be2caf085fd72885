// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { Movements, Overview } from '../../../contract/overview-admin.ts';
import {
  activeSeries,
  attemptSeries,
  compared,
  flowSeries,
  flowsByType,
  getEarlier,
  salesSeries,
  toDaily,
  toPeriods,
} from './series.ts';

const three = { from: '2026-03-01', to: '2026-03-03' };
const year = { from: '2026-01-01', to: '2026-12-31' };
const flow = (day: string, direction: 'source' | 'sink', type: string, amount: number) => ({
  day,
  direction,
  type,
  amount,
  transfers: 1,
});
const flows = [
  flow('2026-03-01', 'source', 'event_reward', 5),
  flow('2026-03-01', 'source', 'coin_purchase', 100),
  flow('2026-03-03', 'source', 'event_reward', 7),
  flow('2026-03-03', 'sink', 'purchase', 60),
];

it('sums sources and sinks by day, with zeros for days without any', () => {
  expect(flowSeries({ flows }, toPeriods(three))).toEqual([
    { period: '2026-03-01', sources: 105, sinks: 0 },
    { period: '2026-03-02', sources: 0, sinks: 0 },
    { period: '2026-03-03', sources: 7, sinks: 60 },
  ]);
  expect(flowsByType({ flows }, 'source')).toEqual([
    { type: 'coin_purchase', amount: 100, transfers: 1 },
    { type: 'event_reward', amount: 12, transfers: 2 },
  ]);
  expect(flowsByType({ flows }, 'sink')).toEqual([{ type: 'purchase', amount: 60, transfers: 1 }]);
});

it('sums long spans by week from Monday on without losing days', () => {
  const { unit, starts } = toPeriods(year);
  expect(unit).toBe('week');
  expect(starts.slice(0, 2)).toEqual(['2026-01-01', '2026-01-05']);
  expect(starts).toHaveLength(53);
  expect(toPeriods({ from: '2026-01-01', to: '2026-04-02' }).unit).toBe('day');
  expect(toPeriods({ from: '2026-01-01', to: '2026-04-03' }).unit).toBe('week');
  expect(toDaily(year).unit).toBe('day');
  const rows = flowSeries({ flows }, toPeriods(year));
  expect(rows.find(({ period }) => period === '2026-03-02')).toMatchObject({ sources: 7, sinks: 60 });
  expect(rows.reduce((sum, { sources }) => sum + sources, 0)).toBe(112);
});

it('shows cents as dollars, a win rate only for decided attempts, and active players every day', () => {
  const sold = { day: '2026-03-02', giftCards: 2, giftCardCoins: 900, payments: 1, paidCents: 475 };
  expect(salesSeries({ sales: [sold] }, toPeriods(three))[1]).toEqual({
    period: '2026-03-02',
    giftCards: 2,
    giftCardCoins: 900,
    payments: 1,
    dollars: 4.75,
  });
  const attempts = [{ day: '2026-03-01', won: 1, failed: 3, cancelled: 2 }];
  const none = { won: 0, failed: 0, cancelled: 0, winRate: null };
  expect(attemptSeries({ attempts }, toPeriods(three))).toEqual([
    { period: '2026-03-01', won: 1, failed: 3, cancelled: 2, winRate: 0.25 },
    { period: '2026-03-02', ...none },
    { period: '2026-03-03', ...none },
  ]);
  const activePlayers = { inSpan: 4, days: [{ day: '2026-03-03', players: 4 }] };
  expect(activeSeries({ activePlayers }, toDaily(three)).map(({ players }) => players)).toEqual([0, 0, 4]);
  expect(activeSeries({ activePlayers }, toDaily(year))).toHaveLength(365);
});

const nothing: Movements = {
  flows: [],
  sales: [],
  replacedCodes: { replaced: 0, shownBefore: 0 },
  attempts: [],
  winRate: null,
  activePlayers: { inSpan: 0, days: [] },
};
const withEarlier = (earlier: NonNullable<Overview['earlier']>) => ({
  overview: {
    ...nothing,
    flows,
    earlier,
    coins: { outstanding: 0, stockValue: 0, stockCodes: 0 },
    pending: {
      deliveries: 0,
      overdueDeliveries: 0,
      runningAttempts: 0,
      openPayments: 0,
      referralsInReview: 0,
      lowStockCards: 0,
      mailRefused: 0,
      rewardsWaiting: 0,
    },
  },
});

it('pairs each day with the compared day, if that can be on record', () => {
  const earlier = {
    ...nothing,
    flows: [flow('2026-02-28', 'source', 'event_reward', 40)],
    from: '2026-02-26',
    to: '2026-02-28',
    recordedSince: '2026-02-27',
  };
  const rows = compared({ ...withEarlier(earlier), span: three }, flowSeries);
  expect(rows).toEqual([
    { period: '2026-03-01', sources: 105, sinks: 0 },
    { period: '2026-03-02', sources: 0, sinks: 0, before: { period: '2026-02-27', sources: 0, sinks: 0 } },
    { period: '2026-03-03', sources: 7, sinks: 60, before: { period: '2026-02-28', sources: 40, sinks: 0 } },
  ]);
});

it('splits compared weeks like the shown ones, and skips days that a month lacks', () => {
  const earlier = {
    ...nothing,
    flows: [flow('2025-01-04', 'source', 'event_reward', 3), flow('2025-01-05', 'source', 'event_reward', 4)],
    from: '2025-01-01',
    to: '2025-12-31',
    recordedSince: '2024-01-01',
  };
  // 2026 begins on a Thursday: its first week has four days.
  const rows = compared({ ...withEarlier(earlier), span: year }, flowSeries);
  expect(rows.slice(0, 2).map(({ before }) => before)).toEqual([
    { period: '2025-01-01', sources: 3, sinks: 0 },
    { period: '2025-01-05', sources: 4, sinks: 0 },
  ]);
  // Only the last day of the week may have data.
  const recorded = (recordedSince: string) =>
    compared({ ...withEarlier({ ...earlier, recordedSince }), span: year }, flowSeries)
      .slice(0, 3)
      .map((row) => row.before !== undefined);
  expect(recorded('2025-01-04')).toEqual([true, true, true]);
  expect(recorded('2025-01-05')).toEqual([false, true, true]);
  expect(recorded('2025-01-11')).toEqual([false, true, true]);
  const march = { from: '2026-03-01', to: '2026-03-31' };
  const days = compared(
    { ...withEarlier({ ...earlier, from: '2026-02-01', to: '2026-02-28' }), span: march },
    activeSeries,
    toDaily,
  );
  expect(days.map(({ before }) => before?.period).slice(27)).toEqual([
    '2026-02-28',
    undefined,
    undefined,
    undefined,
  ]);
});

it('shows no comparison when no earlier data can be on record', () => {
  const earlier = { ...nothing, from: '2026-02-26', to: '2026-02-28', recordedSince: '2026-02-28' };
  expect(getEarlier(withEarlier(earlier).overview)).toBe(earlier);
  for (const recordedSince of ['2026-03-01', null]) {
    const { overview } = withEarlier({ ...earlier, recordedSince });
    expect(getEarlier(overview)).toBeUndefined();
    expect(compared({ overview, span: three }, flowSeries).some((row) => row.before)).toBe(false);
  }
});
