import { countActive } from './features/challenges/attempt-store.ts';
import { endedAttempts } from './features/challenges/overview-store.ts';
import { countOpenPayments, paymentSales } from './features/coins/overview-store.ts';
import type { OverviewParts } from './features/overview/deps.ts';
import { countInReview } from './features/referrals/store.ts';
import { cardSales, countReplaced, readStock } from './features/shop/overview-store.ts';
import { countWaiting } from './features/shop/request-store.ts';
import { activePlayers, coinFlows, coinsOutstanding, dayOfFirstTransfer } from './ledger/flows.ts';
import type { Clock } from './platform/clock.ts';
import type { Queryable } from './platform/db/database.ts';

/** What the ledger and the features know of how the business stands. */
export function overviewParts({ db, clock }: { db: Queryable; clock: Clock }): OverviewParts {
  return {
    coinsOutstanding: () => coinsOutstanding(db),
    recordedSince: () => dayOfFirstTransfer(db),
    coinFlows: (span) => coinFlows(db, span),
    activePlayers: (span) => activePlayers(db, span),
    stock: () => readStock(db),
    cardSales: (span) => cardSales(db, span),
    paymentSales: (span) => paymentSales(db, span),
    replacedCodes: (span) => countReplaced(db, span),
    endedAttempts: (span) => endedAttempts(db, span),
    deliveries: () => countWaiting(db, clock.now()),
    runningAttempts: () => countActive(db),
    openPayments: () => countOpenPayments(db),
    referralsInReview: () => countInReview(db),
  };
}
