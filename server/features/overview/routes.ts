import type { FastifyInstance } from 'fastify';
import { type Overview, overviewApi } from '../../../contract/overview.ts';
import { answer, mount } from '../../platform/http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { OverviewDeps, OverviewParts, Span } from './deps.ts';
import { readFailedWork, runAgain } from './failed-work.ts';
import { joinSales, winRateOf } from './rules.ts';

const dayMs = 24 * 60 * 60_000;

async function readOverview(span: Span, parts: OverviewParts): Promise<Overview> {
  const [outstanding, stock, flows, active, cards, payments, replacedCodes, attempts] = await Promise.all([
    parts.coinsOutstanding(),
    parts.stock(),
    parts.coinFlows(span),
    parts.activePlayers(span),
    parts.cardSales(span),
    parts.paymentSales(span),
    parts.replacedCodes(span),
    parts.endedAttempts(span),
  ]);
  const [deliveries, runningAttempts, openPayments, referralsInReview] = await Promise.all([
    parts.deliveries(),
    parts.runningAttempts(),
    parts.openPayments(),
    parts.referralsInReview(),
  ]);
  const { stockValue, stockCodes, lowStockCards } = stock;
  return {
    coins: { outstanding, stockValue, stockCodes },
    flows,
    sales: joinSales(cards, payments),
    replacedCodes,
    attempts,
    winRate: winRateOf(attempts),
    activePlayers: active,
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

export function overviewRoutes(app: FastifyInstance, { db, parts }: OverviewDeps): void {
  mount(
    app,
    overviewApi.read,
    ({ query }) => {
      const span = { from: new Date(query.from), until: new Date(Date.parse(query.to) + dayMs) };
      return readOverview(span, parts);
    },
    { isLong: true, limit: { name: 'overview', max: 60, windowSeconds: 60, by: 'player' } },
  );
  mount(app, overviewApi.failedWork, () => readFailedWork(db));
  mount(app, overviewApi.runAgain, async ({ player, body, idempotencyKey }) => {
    const done = await runAgain({ actorId: player.id, idempotencyKey, task: body.task }, db);
    if (isRefusal(done)) return done;
    return answer(done, done.jobs > 0 ? 'Runs again now' : 'Nothing of it has failed any more');
  });
}
