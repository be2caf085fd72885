// SPDX-License-Identifier: Apache-2.0

import { countDays, type Movements, type Overview } from '../../../contract/overview-admin.ts';
import { addDays, listDays, type Span } from './span.ts';

/** Longer spans are shown by week, since more bars would be unreadable. */
const maxDays = 92;

export type Unit = 'day' | 'week';

/** The periods of a span, each named after its first day. Weeks begin on Monday, or with the span. */
export interface Periods {
  unit: Unit;
  starts: readonly string[];
  getStart: (day: string) => string;
}

/** The key of a plot's row. */
export const getPeriod = ({ period }: { period: string }): string => period;

/** By day, or by week if the span is long. */
export function toPeriods(span: Span): Periods {
  if (countDays(span) <= maxDays) return toDaily(span);
  const starts = listDays(span).filter((day, index) => index === 0 || new Date(day).getUTCDay() === 1);
  return { unit: 'week', starts, getStart: startAmong(starts) };
}

/** By day, regardless of the span's length. */
export function toDaily(span: Span): Periods {
  return { unit: 'day', starts: listDays(span), getStart: (day) => day };
}

/** Divides earlier days like `span`, so that each period has a counterpart. Weeks may then begin on other weekdays. */
function cutAlike(earlier: Span, span: Span, { unit, starts }: Periods): Periods {
  if (unit === 'day') return toDaily(earlier);
  const shifted = starts.map((start) => addDays(earlier.from, countDays({ from: span.from, to: start }) - 1));
  return { unit, starts: shifted, getStart: startAmong(shifted) };
}

/** Days as YYYY-MM-DD sort like text. */
function startAmong(starts: readonly string[]): Periods['getStart'] {
  return (day) => starts.findLast((start) => start <= day) ?? day;
}

/** The earlier days of a comparison; undefined without a comparison or without data for them. */
export function getEarlier({ earlier }: Overview): NonNullable<Overview['earlier']> | undefined {
  return earlier?.recordedSince && earlier.recordedSince <= earlier.to ? earlier : undefined;
}

/** A row, and its counterpart in the earlier days if there is one. */
export type Compared<Row> = Row & { before?: Row };

/**
 * The rows of a span, each with its counterpart in the earlier days. Without it if there can be no data, or if that
 * month has no such day.
 */
export function compared<Row extends { period: string }>(
  { overview, span }: { overview: Overview; span: Span },
  seriesOf: (movements: Movements, periods: Periods) => Row[],
  cut: (span: Span) => Periods = toPeriods,
): Compared<Row>[] {
  const periods = cut(span);
  const rows = seriesOf(overview, periods);
  const earlier = getEarlier(overview);
  if (!earlier?.recordedSince) return rows;
  const { recordedSince } = earlier;
  const before = seriesOf(earlier, cutAlike(earlier, span, periods));
  return rows.map((row, place) => {
    const [counterpart, next] = before.slice(place, place + 2);
    // At least part of it has data: the data began before the next period.
    const isRecorded = counterpart && (!next || recordedSince < next.period);
    return isRecorded ? { ...row, before: counterpart } : row;
  });
}

/** Sums figures by period. Periods without any get a row of zeros. */
function sumUp<Row extends { day: string }, Name extends string>(
  { starts, getStart }: Periods,
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
    const sum: Record<Name, number> | undefined = sums.get(getStart(row.day));
    if (sum) for (const name of names) sum[name] += figures[name](row);
  }
  return [...sums.values()];
}

export type FlowRow = { period: string; sources: number; sinks: number };

/** Coins that players received and spent. */
export function flowSeries({ flows }: Pick<Movements, 'flows'>, periods: Periods): FlowRow[] {
  return sumUp(periods, flows, {
    sources: ({ direction, amount }) => (direction === 'source' ? amount : 0),
    sinks: ({ direction, amount }) => (direction === 'sink' ? amount : 0),
  });
}

export interface FlowOfType {
  type: string;
  amount: number;
  transfers: number;
}

/** The totals by reason over the whole span, largest first. */
export function flowsByType({ flows }: Pick<Movements, 'flows'>, direction: 'source' | 'sink'): FlowOfType[] {
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

/** Sales by period: cards for coins, and coins for dollars. */
export function salesSeries({ sales }: Pick<Movements, 'sales'>, periods: Periods): SalesRow[] {
  const rows = sumUp(periods, sales, {
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
  /** Among won and failed attempts; null if there are none. */
  winRate: number | null;
};

/** How attempts ended by period. */
export function attemptSeries({ attempts }: Pick<Movements, 'attempts'>, periods: Periods): AttemptRow[] {
  const rows = sumUp(periods, attempts, {
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

/** Players of several days can't be added up, so this is only by day (`toDaily`). */
export function activeSeries(
  { activePlayers }: Pick<Movements, 'activePlayers'>,
  { starts }: Periods,
): ActiveRow[] {
  const players = new Map(activePlayers.days.map((day) => [day.day, day.players]));
  return starts.map((period) => ({ period, players: players.get(period) ?? 0 }));
}
