import { expect, it } from 'vitest';
import { activeSeries, attemptSeries, flowSeries, flowsByType, periodsOf, salesSeries } from './series.ts';

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

it('sums sources and sinks by day, with zeros between', () => {
  expect(flowSeries({ flows }, three)).toEqual([
    { period: '2026-03-01', sources: 105, sinks: 0 },
    { period: '2026-03-02', sources: 0, sinks: 0 },
    { period: '2026-03-03', sources: 7, sinks: 60 },
  ]);
  expect(flowsByType({ flows }, 'source')).toEqual([
    { type: 'coin_purchase', amount: 100, transfers: 1 },
    { type: 'event_reward', amount: 12, transfers: 2 },
  ]);
});

it('sums long spans by week from Monday on and loses nothing', () => {
  const { unit, starts } = periodsOf(year);
  expect(unit).toBe('week');
  expect(starts.slice(0, 2)).toEqual(['2026-01-01', '2026-01-05']);
  const rows = flowSeries({ flows }, year);
  expect(rows.find(({ period }) => period === '2026-03-02')).toMatchObject({ sources: 7, sinks: 60 });
  expect(rows.reduce((sum, { sources }) => sum + sources, 0)).toBe(112);
});

it('gives dollars for cents, a win rate where something was decided, and every day of active players', () => {
  const sold = { day: '2026-03-02', giftCards: 2, giftCardCoins: 900, payments: 1, paidCents: 475 };
  expect(salesSeries({ sales: [sold] }, three)[1]).toMatchObject({ giftCards: 2, dollars: 4.75 });
  const attempts = [{ day: '2026-03-01', won: 1, failed: 3, cancelled: 2 }];
  expect(attemptSeries({ attempts }, three).map(({ winRate }) => winRate)).toEqual([0.25, null, null]);
  const activePlayers = { inSpan: 4, days: [{ day: '2026-03-03', players: 4 }] };
  expect(activeSeries({ activePlayers }, three).map(({ players }) => players)).toEqual([0, 0, 4]);
  expect(activeSeries({ activePlayers }, year)).toHaveLength(365);
});
