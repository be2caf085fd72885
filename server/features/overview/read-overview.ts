// SPDX-License-Identifier: Apache-2.0

import type { z } from 'zod';
import {
  earlierDays,
  type Movements,
  type Overview,
  type overviewApi,
} from '../../../contract/overview-admin.ts';
import type { OverviewParts, Span } from '../../business-ports.ts';
import { getWinRate, joinSales } from './rules.ts';

const dayMs = 24 * 60 * 60_000;

type Days = z.output<typeof overviewApi.read.query>;

export function toSpan({ from, to }: Pick<Days, 'from' | 'to'>): Span {
  return { from: new Date(from), until: new Date(Date.parse(to) + dayMs) };
}

async function readMovements(span: Span, parts: OverviewParts): Promise<Movements> {
  const [flows, active, cards, payments, replacedCodes, attempts] = await Promise.all([
    parts.coinFlows(span),
    parts.activePlayers(span),
    parts.cardSales(span),
    parts.paymentSales(span),
    parts.replacedCodes(span),
    parts.endedAttempts(span),
  ]);
  const sales = joinSales(cards, payments);
  return { flows, sales, replacedCodes, attempts, winRate: getWinRate(attempts), activePlayers: active };
}

async function readEarlier({ compare, ...days }: Days, parts: OverviewParts): Promise<Overview['earlier']> {
  if (compare === 'none') return null;
  const earlier = earlierDays(days, compare);
  const [movements, recordedSince] = await Promise.all([
    readMovements(toSpan(earlier), parts),
    parts.recordedSince(),
  ]);
  return { ...movements, ...earlier, recordedSince };
}

/** Movements of these days, compared with earlier ones, and the work that is waiting now. */
export async function readOverview(days: Days, parts: OverviewParts): Promise<Overview> {
  const [outstanding, stock, movements] = await Promise.all([
    parts.coinsOutstanding(),
    parts.stock(),
    readMovements(toSpan(days), parts),
  ]);
  // Sequential, so that a call uses only one connection at a time.
  const earlier = await readEarlier(days, parts);
  const [deliveries, runningAttempts, openPayments, referralsInReview, mailRefused, rewardsWaiting] =
    await Promise.all([
      parts.deliveries(),
      parts.runningAttempts(),
      parts.openPayments(),
      parts.referralsInReview(),
      parts.mailRefused(),
      parts.rewardsWaiting(),
    ]);
  const { stockValue, stockCodes, lowStockCards } = stock;
  return {
    coins: { outstanding, stockValue, stockCodes },
    ...movements,
    earlier,
    pending: {
      deliveries: deliveries.waiting,
      overdueDeliveries: deliveries.overdue,
      runningAttempts,
      openPayments,
      referralsInReview,
      lowStockCards,
      mailRefused,
      rewardsWaiting,
    },
  };
}
