// SPDX-License-Identifier: Apache-2.0

import { type Books, monthClosesAfterMs } from '../../../contract/books-admin.ts';
import type { BookedCodes, BookedMoney, Span } from '../../business-ports.ts';

/** @param month such as 2026-11 */
export function toMonthSpan(month: string): Span {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: new Date(Date.UTC(year, number - 1)), until: new Date(Date.UTC(year, number)) };
}

/** @param day such as 2026-11-30 */
export function endOfDay(day: string): Date {
  return new Date(Date.parse(day) + 24 * 3_600_000);
}

export function isMonthOpen({ until }: Span, now: Date): boolean {
  return now.getTime() < until.getTime() + monthClosesAfterMs;
}

type Flow = Books['coins']['flows'][number];

/** The days of a month together, by direction and reason. */
export function sumFlows(days: readonly (Flow & { day: string })[]): Flow[] {
  const sums = new Map<string, Flow>();
  for (const { day: _, ...flow } of days) {
    const key = `${flow.direction} ${flow.type}`;
    const sum = sums.get(key) ?? { ...flow, amount: 0, transfers: 0 };
    sums.set(key, {
      ...sum,
      amount: sum.amount + flow.amount,
      transfers: sum.transfers + flow.transfers,
    });
  }
  return [...sums.values()];
}

/** The players' total after these flows. */
export function closingBalance(opening: number, flows: readonly Flow[]): number {
  return flows.reduce(
    (sum, { direction, amount }) => sum + (direction === 'source' ? amount : -amount),
    opening,
  );
}

export function marginCents(money: BookedMoney, { costCents }: BookedCodes): number {
  const { paidCents, refundedCents, disputedCents, feeCents } = money;
  return paidCents - refundedCents - disputedCents - feeCents - costCents;
}
