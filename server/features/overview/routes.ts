// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { growthApi } from '../../../contract/growth.ts';
import { earlierDays, type Movements, type Overview, overviewApi } from '../../../contract/overview.ts';
import type { OverviewParts, Span } from '../../business-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { mount } from '../../platform/http/route.ts';
import { readFailedWork, runAgain } from './failed-work.ts';
import { readGrowth } from './read-growth.ts';
import { getWinRate, joinSales } from './rules.ts';

const dayMs = 24 * 60 * 60_000;

type Days = z.output<typeof overviewApi.read.query>;

function toSpan({ from, to }: Pick<Days, 'from' | 'to'>): Span {
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

async function readOverview(days: Days, parts: OverviewParts): Promise<Overview> {
  const [outstanding, stock, movements] = await Promise.all([
    parts.coinsOutstanding(),
    parts.stock(),
    readMovements(toSpan(days), parts),
  ]);
  // One after the other: a call takes no more connections at once than it needs.
  const earlier = await readEarlier(days, parts);
  const [deliveries, runningAttempts, openPayments, referralsInReview] = await Promise.all([
    parts.deliveries(),
    parts.runningAttempts(),
    parts.openPayments(),
    parts.referralsInReview(),
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
    },
  };
}

interface OverviewDeps {
  db: Database;
  clock: Clock;
  parts: OverviewParts;
  /** What each domain event says has happened, for operators. */
  eventWords: Readonly<Record<string, string>>;
}

export function overviewRoutes(app: FastifyInstance, { db, clock, parts, eventWords }: OverviewDeps): void {
  mount(app, overviewApi.read, ({ query }) => readOverview(query, parts), {
    isLong: true,
    limit: { name: 'overview', max: 60, windowSeconds: 60, by: 'player' },
  });
  mount(app, growthApi.read, ({ query }) => readGrowth(toSpan(query), { parts, clock }), {
    isLong: true,
    limit: { name: 'overview', max: 60, windowSeconds: 60, by: 'player' },
  });
  mount(app, overviewApi.failedWork, () => readFailedWork(db, eventWords));
  mount(app, overviewApi.runAgain, ({ player, body, idempotencyKey }) =>
    runAgain({ actorId: player.id, idempotencyKey, task: body.task }, db),
  );
}
