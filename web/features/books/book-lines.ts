// SPDX-License-Identifier: Apache-2.0

import type { Books } from '../../../contract/books-admin.ts';
import { getReason } from '../../lib/transfer-reasons.ts';

/** One line of the books; amounts have the sign with which they are added up. */
export interface BookLine {
  part: 'Money' | 'Coins';
  label: string;
  /** Cents or coins, by `unit`. */
  amount: number;
  unit: 'USD' | 'GC';
  count?: number;
}

/** The books as lines that add up: money to the margin, coins to what players hold. */
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
    // Subtracted from 0, since -0 would be shown with its sign.
    dollars('Refunded', 0 - money.refundedCents),
    dollars('Disputed', 0 - money.disputedCents),
    dollars('Fees of the card provider', 0 - money.feeCents),
    dollars('Cost of codes', 0 - codes.costCents, codes.given),
    dollars('Margin', marginCents),
    gc('Held as the month began', coins.opening),
    ...coins.flows.map(({ direction, type, amount, transfers }) =>
      gc(
        `${getReason(type)}, ${direction === 'source' ? 'to players' : 'from players'}`,
        direction === 'source' ? amount : -amount,
        transfers,
      ),
    ),
    gc('Held as it ended', coins.closing),
  ];
}
