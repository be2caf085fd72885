// SPDX-License-Identifier: Apache-2.0

import type { Books } from '../../../contract/books-admin.ts';
import { getReason } from '../../lib/transfer-reasons.ts';

/** One line of the books. Amounts are signed, so that they add up. */
export interface BookLine {
  part: 'Money' | 'Coins';
  label: string;
  /** Cents or coins, by `unit`. */
  amount: number;
  unit: 'USD' | 'GC';
  count?: number;
}

/** The books as lines that add up: money to the margin, coins to the closing balance. */
export function toLines({ money, codes, marginCents, coins }: Books): BookLine[] {
  const dollars = (label: string, amount: number, count?: number): BookLine => ({
    part: 'Money',
    label,
    amount,
    unit: 'USD',
    ...(count !== undefined && { count }),
  });
  const gc = (label: string, amount: number, count?: number): BookLine => ({
    part: 'Coins',
    label,
    amount,
    unit: 'GC',
    ...(count !== undefined && { count }),
  });
  return [
    dollars('Card payments', money.paidCents, money.payments),
    // Subtracted from 0 to avoid -0, which would show a sign.
    dollars('Refunded', 0 - money.refundedCents),
    dollars('Disputed', 0 - money.disputedCents),
    dollars('Fees of the card provider', 0 - money.feeCents),
    dollars('Cost of codes', 0 - codes.costCents, codes.given),
    dollars('Margin', marginCents),
    gc('Opening balance', coins.opening),
    ...coins.flows.map(({ direction, type, amount, transfers }) =>
      gc(
        `${getReason(type)}, ${direction === 'source' ? 'to players' : 'from players'}`,
        direction === 'source' ? amount : -amount,
        transfers,
      ),
    ),
    gc('Closing balance', coins.closing),
  ];
}

/** A line and the same line a month earlier; undefined if that month hasn't loaded. */
export type ComparedLine = BookLine & { before: number | undefined };

/** Adds the previous month's amounts. Lines that exist only in that month come before the last line, with amount 0. */
export function withBefore(
  lines: readonly BookLine[],
  before: readonly BookLine[] | undefined,
): ComparedLine[] {
  const isSame = (one: BookLine) => (other: BookLine) => one.part === other.part && one.label === other.label;
  const compared = lines.map((line) => ({
    ...line,
    before: before && (before.find(isSame(line))?.amount ?? 0),
  }));
  const gone = (before ?? []).filter((line) => !lines.some(isSame(line)));
  const past = gone.map(({ count: _, ...line }) => ({ ...line, amount: 0, before: line.amount }));
  return [...compared.slice(0, -1), ...past, ...compared.slice(-1)];
}
