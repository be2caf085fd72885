// SPDX-License-Identifier: Apache-2.0

/**
 * A day in the life of ten million players, and its demands on the database: the arithmetic of docs/scale.md. The cost of
 * one deed is measured (unit-costs.ts, measured.json); what players do in a day is assumed, as stated there.
 */

export const deeds = ['call', 'purchase', 'payment', 'attempt'] as const;
export type Deed = (typeof deeds)[number];

/** What one of a kind costs the database, including everything that follows: its jobs, messages, boards, seals. */
export interface UnitCost {
  transactions: number;
  /** Of the database's processes. */
  cpuMs: number;
  /** Write-ahead log, which is sent to replicas and archives. */
  walBytes: number;
  /** What its rows and their indexes add to the tables. */
  tableBytes: number;
}

export interface Measured {
  at: string;
  machine: string;
  costs: Record<Deed, UnitCost>;
}

export interface Life {
  players: number;
  /** Share of all players who are active on one day. */
  activeShare: number;
  /** Deeds per active player, on that day. */
  perActive: Record<Deed, number>;
  /** Share of the day's deeds that fall into its busiest hour. */
  peakShare: number;
  /** How many minutes a day a page is open. */
  openMinutes: number;
  /** Requests for game statistics per attempt, including the preflight's. */
  requestsPerAttempt: number;
  /** Requests per second granted to a key. */
  requestsPerKey: number;
}

export const life: Life = {
  players: 10_000_000,
  activeShare: 0.1,
  perActive: { call: 40, purchase: 0.05, payment: 0.03, attempt: 1.5 },
  peakShare: 0.1,
  openMinutes: 25,
  requestsPerAttempt: 9,
  requestsPerKey: 3,
};

export interface Demand {
  perDay: Record<Deed, number>;
  perPeakSecond: Record<Deed, number>;
  peak: { transactions: number; cores: number; walBytes: number };
  day: { transactions: number; walBytes: number; tableBytes: number };
  streams: number;
  statistics: { requests: number; keys: number };
}

const secondsPerHour = 3_600;

function total(counts: Record<Deed, number>, costs: Record<Deed, UnitCost>, of: keyof UnitCost): number {
  return deeds.reduce((sum, deed) => sum + counts[deed] * costs[deed][of], 0);
}

/** The demand per day, and per second of the busiest hour. */
export function getDemand(lived: Life, costs: Record<Deed, UnitCost>): Demand {
  const active = lived.players * lived.activeShare;
  const each = (count: (deed: Deed) => number) =>
    Object.fromEntries(deeds.map((deed) => [deed, count(deed)])) as Record<Deed, number>;
  const perDay = each((deed) => active * lived.perActive[deed]);
  const perPeakSecond = each((deed) => (perDay[deed] * lived.peakShare) / secondsPerHour);
  const requests = perPeakSecond.attempt * lived.requestsPerAttempt;
  return {
    perDay,
    perPeakSecond,
    peak: {
      transactions: total(perPeakSecond, costs, 'transactions'),
      cores: total(perPeakSecond, costs, 'cpuMs') / 1_000,
      walBytes: total(perPeakSecond, costs, 'walBytes'),
    },
    day: {
      transactions: total(perDay, costs, 'transactions'),
      walBytes: total(perDay, costs, 'walBytes'),
      tableBytes: total(perDay, costs, 'tableBytes'),
    },
    streams: (active * lived.peakShare * lived.openMinutes) / 60,
    statistics: { requests, keys: Math.ceil(requests / lived.requestsPerKey) },
  };
}
