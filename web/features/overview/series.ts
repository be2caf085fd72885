import type { Overview } from '../../../contract/overview.ts';
import { daysOf, type Span } from './span.ts';

/** Longer spans are summed up by week: a plot of more bars than this cannot be read. */
const daysAtMost = 92;

export type Unit = 'day' | 'week';

/** What a span is cut into: each period is called by its first day; a week begins on Monday, or with the span. */
interface Periods {
  unit: Unit;
  starts: readonly string[];
  startOf: (day: string) => string;
}

/** By day, or by week where the span is long. */
export function periodsOf(span: Span): Periods {
  const days = daysOf(span);
  if (days.length <= daysAtMost) return { unit: 'day', starts: days, startOf: (day) => day };
  const starts = days.filter((day, index) => index === 0 || new Date(day).getUTCDay() === 1);
  // Days as YYYY-MM-DD sort as text does.
  return { unit: 'week', starts, startOf: (day) => starts.findLast((start) => start <= day) ?? day };
}

/** Sums figures of rows by period, with a row of zeros where nothing happened. */
function sumUp<Row extends { day: string }, Name extends string>(
  { starts, startOf }: Periods,
  rows: readonly Row[],
  figures: Record<Name, (row: Row) => number>,
): ({ period: string } & Record<Name, number>)[] {
  const names = Object.keys(figures) as Name[];
  const sums = new Map(
    starts.map((period) => {
      const zeros = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
      return [period, { period, ...zeros }];
    }),
  );
  for (const row of rows) {
    const sum: Record<Name, number> | undefined = sums.get(startOf(row.day));
    if (sum) for (const name of names) sum[name] += figures[name](row);
  }
  return [...sums.values()];
}

export type FlowRow = { period: string; sources: number; sinks: number };

/** Coins that came to players and went from them. */
export function flowSeries({ flows }: Pick<Overview, 'flows'>, span: Span): FlowRow[] {
  return sumUp(periodsOf(span), flows, {
    sources: ({ direction, amount }) => (direction === 'source' ? amount : 0),
    sinks: ({ direction, amount }) => (direction === 'sink' ? amount : 0),
  });
}

export interface FlowOfType {
  type: string;
  amount: number;
  transfers: number;
}

/** The same by reason over the whole span, the largest first. */
export function flowsByType({ flows }: Pick<Overview, 'flows'>, direction: 'source' | 'sink'): FlowOfType[] {
  const types = new Map<string, FlowOfType>();
  for (const flow of flows) {
    if (flow.direction !== direction) continue;
    const { amount, transfers } = types.get(flow.type) ?? { amount: 0, transfers: 0 };
    types.set(flow.type, {
      type: flow.type,
      amount: amount + flow.amount,
      transfers: transfers + flow.transfers,
    });
  }
  return [...types.values()].sort((one, other) => other.amount - one.amount);
}

export type SalesRow = {
  period: string;
  giftCards: number;
  giftCardCoins: number;
  payments: number;
  dollars: number;
};

/** What was sold by period: cards for coins, and coins for dollars. */
export function salesSeries({ sales }: Pick<Overview, 'sales'>, span: Span): SalesRow[] {
  const rows = sumUp(periodsOf(span), sales, {
    giftCards: (day) => day.giftCards,
    giftCardCoins: (day) => day.giftCardCoins,
    payments: (day) => day.payments,
    cents: (day) => day.paidCents,
  });
  return rows.map(({ cents, ...row }) => ({ ...row, dollars: cents / 100 }));
}

export type AttemptRow = {
  period: string;
  won: number;
  failed: number;
  cancelled: number;
  /** Of those won or failed; null without any. */
  winRate: number | null;
};

/** How attempts ended by period. */
export function attemptSeries({ attempts }: Pick<Overview, 'attempts'>, span: Span): AttemptRow[] {
  const rows = sumUp(periodsOf(span), attempts, {
    won: (day) => day.won,
    failed: (day) => day.failed,
    cancelled: (day) => day.cancelled,
  });
  return rows.map((row) => {
    const decided = row.won + row.failed;
    return { ...row, winRate: decided === 0 ? null : row.won / decided };
  });
}

export type ActiveRow = { period: string; players: number };

/** By day always: players of several days cannot be added up. */
export function activeSeries({ activePlayers }: Pick<Overview, 'activePlayers'>, span: Span): ActiveRow[] {
  const players = new Map(activePlayers.days.map((day) => [day.day, day.players]));
  return daysOf(span).map((period) => ({ period, players: players.get(period) ?? 0 }));
}
