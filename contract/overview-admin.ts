// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, lineOfText, timestamp } from './endpoint.ts';

const day = z.iso.date();
const longestDays = 366;
const dayMs = 24 * 60 * 60_000;

/** Coins that players received or spent on one day (UTC) for one reason, which is the transfer's type. */
export const coinFlow = z.object({
  day,
  direction: z.enum(['source', 'sink']),
  type: z.string(),
  amount,
  transfers: amount,
});

/** What moved in a span of days. */
const movements = z.object({
  flows: z.array(coinFlow),
  sales: z.array(
    z.object({ day, giftCards: amount, giftCardCoins: amount, payments: amount, paidCents: amount }),
  ),
  /** Gift card codes replaced as bad, and how many of them somebody had seen before. */
  replacedCodes: z.object({ replaced: amount, shownBefore: amount }),
  /** Attempts by the day of their end. */
  attempts: z.array(z.object({ day, won: amount, failed: amount, cancelled: amount })),
  /** Share of wins among attempts won or failed in the span; null if there are none. */
  winRate: z.number().min(0).max(1).nullable(),
  /** Players who entered a challenge, bought a card or bought coins: per day and for the whole span. */
  activePlayers: z.object({ inSpan: amount, days: z.array(z.object({ day, players: amount })) }),
});
export type Movements = z.infer<typeof movements>;

/** The comparison: the days before the span, or the same days a month earlier. */
export const comparisons = ['none', 'previous', 'month'] as const;
export type Comparison = (typeof comparisons)[number];
/** Longer spans would mostly overlap with the same days a month earlier. */
const monthDays = 31;

interface Days {
  from: string;
  to: string;
}

export function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** Why this comparison isn't possible for the span, in words; undefined if it is. */
export function comparisonFault(span: Days, comparison: Comparison): string | undefined {
  if (comparison !== 'month' || countDays(span) <= monthDays) return undefined;
  return 'Choose at most a month to compare with the same days last month';
}

/**
 * The compared days (docs/rules/overview.md, 3), also in UTC. `previous`: the same number of days just before the span.
 * `month`: both ends moved back a month, or to its last day if it has no such day; never a day of the span itself.
 */
export function earlierDays(span: Days, comparison: Exclude<Comparison, 'none'>): Days {
  const first = Date.parse(span.from);
  const dayBefore = toDay(first - dayMs);
  if (comparison === 'previous') return { from: toDay(first - countDays(span) * dayMs), to: dayBefore };
  const [from, to] = [monthBefore(span.from), monthBefore(span.to)];
  const overlaps = to >= span.from;
  return { from, to: overlaps ? dayBefore : to };
}

function monthBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // Day 0 of a month is the last day of the previous month.
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return toDay(Date.UTC(year, month - 2, Math.min(date, last)));
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export const overview = movements.extend({
  coins: z.object({
    /** The total that players hold. Negative if claw-backs exceed it. */
    outstanding: z.int(),
    /** Total price, in coins, of the codes in stock. */
    stockValue: amount,
    stockCodes: amount,
  }),
  /** The figures of the compared days; null without a comparison. */
  earlier: movements
    .extend({
      from: day,
      to: day,
      /** The day of the first transfer; comparisons can't go back further. Null without any transfer. */
      recordedSince: day.nullable(),
    })
    .nullable(),
  pending: z.object({
    deliveries: amount,
    overdueDeliveries: amount,
    runningAttempts: amount,
    openPayments: amount,
    referralsInReview: amount,
    lowStockCards: amount,
    /** Players whose address the mail server refuses permanently. */
    mailRefused: amount,
    /** Rewards of events that wait for a day with enough limit left (docs/rules/coin-limits.md, 7). */
    rewardsWaiting: amount,
  }),
});
export type Overview = z.infer<typeof overview>;

/** Why a job failed, without any of its data. */
export const failureReasons = [
  'unreachable',
  'too_slow',
  'refused_by_database',
  'interrupted',
  'other',
] as const;

/** Failed jobs of one task that have no tries left. */
export const failedWork = z.object({
  task: z.string(),
  /** What the job is about, in words. */
  label: z.string(),
  /**
   * True: the job handles a domain event, so some consequences of that event may be missing. False: an independent
   * task.
   */
  isFact: z.boolean(),
  count: amount,
  newest: z.object({
    /** The job's id in the log. */
    jobId: z.string(),
    failedAt: timestamp,
    reason: z.enum(failureReasons),
  }),
});
export type FailedWork = z.infer<typeof failedWork>;

/** Why players can't use the product although the machines are fine. */
export const closedReasons = [
  'rules_unpublished',
  'no_active_challenge',
  'no_package_on_sale',
  'no_card_on_sale',
  'one_super_admin',
] as const;
export type ClosedReason = (typeof closedReasons)[number];
/** Protections that are on in production unless their variable turns them off. */
export const guards = ['SECOND_FACTOR', 'APPROVALS', 'COIN_LIMITS', 'PLAY_RULES'] as const;
export type Guard = (typeof guards)[number];

/**
 * What an operator must act on: problems of the machines, and in production, anything that keeps players out, and
 * protections that are turned off.
 */
export const operatorWarning = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not_open'), reasons: z.array(z.enum(closedReasons)) }),
  z.object({ kind: z.literal('guards_off'), guards: z.array(z.enum(guards)) }),
  /** The disk that holds the data of the answering process, including the built-in database. */
  z.object({ kind: z.literal('disk_low'), freeBytes: amount, sizeBytes: amount }),
  z.object({
    kind: z.literal('backups_behind'),
    /** Bytes of the database's log that would be lost in a disaster. */
    behindBytes: amount,
    /** True: no archiving is running. False: archiving is too slow. */
    isStopped: z.boolean(),
  }),
]);
export type OperatorWarning = z.infer<typeof operatorWarning>;

const days = { from: day, to: day };
function asSpan<Schema extends z.ZodType<Days>>(schema: Schema) {
  return schema
    .refine(({ from, to }) => from <= to, { message: 'The first day must be before the last', path: ['to'] })
    .refine((span) => countDays(span) <= longestDays, { message: 'Choose at most a year', path: ['to'] });
}
/** A span: its first and its last day. */
export const daysQuery = asSpan(z.object(days));

export const overviewApi = {
  failedWork: endpoint({
    method: 'GET',
    path: '/overview/failed-work',
    access: 'overview:read',
    summary: 'List failed jobs by task',
    data: z.array(failedWork),
  }),
  runAgain: endpoint({
    method: 'POST',
    path: '/overview/failed-work/run-again',
    // Some of these jobs pay coins.
    access: 'events:send',
    idempotent: true,
    summary: 'Run the failed jobs of a task again',
    message: ({ jobs }) => (jobs > 0 ? 'Running again' : 'No failed jobs are left'),
    body: z.object({ task: z.string().min(1).max(100).regex(lineOfText) }),
    data: z.object({ jobs: amount }),
  }),
  warnings: endpoint({
    method: 'GET',
    path: '/overview/warnings',
    access: 'overview:read',
    summary: 'Get warnings for operators',
    data: z.array(operatorWarning),
  }),
  read: endpoint({
    method: 'GET',
    path: '/overview',
    access: 'overview:read',
    summary: 'Get the business overview',
    query: asSpan(z.object({ ...days, compare: z.enum(comparisons).default('none') })).superRefine(
      ({ compare, ...span }, context) => {
        const fault = comparisonFault(span, compare);
        if (fault) context.addIssue({ code: 'custom', message: fault, path: ['compare'] });
      },
    ),
    data: overview,
  }),
};
