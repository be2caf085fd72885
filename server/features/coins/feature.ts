// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { installationId } from '../../platform/db/installation.ts';
import type { Logger } from '../../platform/log.ts';
import { deriveLastingKey } from '../../platform/secrets.ts';
import { createCardPayments } from '../../providers/stripe/card-payments.ts';
import { hasPackageOnSale } from './packages/coin-package-store.ts';
import './domain-events.ts';
import type { AskApproval } from '../../approval-ports.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import { forEachId } from '../../platform/jobs/for-each-id.ts';
import type { Tasks } from '../../platform/jobs/outbox.ts';
import { toPage } from '../../platform/to-page.ts';
import { viewRow } from '../../platform/view-row.ts';
import type { PlayGate } from '../../play-ports.ts';
import { coinsAdminRoutes } from './admin-routes.ts';
import { exportPayments } from './export-payments.ts';
import { countOpenPayments, sumBoughtCoins, sumPaymentsByDay } from './overview-queries.ts';
import { packageEdits } from './packages/edit-package.ts';
import { retainedEvents } from './payments/payment-event-store.ts';
import { refreshTask } from './payments/refresh-jobs.ts';
import { type RefreshDeps, refreshPayment } from './payments/refresh-payment.ts';
import {
  countPayments,
  listOpenPayments,
  listPayers,
  listPaymentsBefore,
  refuseWhilePaying,
} from './person-queries.ts';
import { paymentProofs } from './proofs.ts';
import { readMoney } from './provider-entry-store.ts';
import { balanceTask, readBalance } from './reconciling/read-balance.ts';
import { reconcilePayments } from './reconciling/reconcile-payments.ts';
import { coinsRoutes } from './routes.ts';
import { seedPackages } from './seed.ts';

export { findCheapestCoins, hasPackageOnSale } from './packages/coin-package-store.ts';
export { findNewestPaymentAt, getReturnedShare, isPaymentLacking } from './payments/payment-store.ts';
export { replayEvent } from './payments/replay-event.ts';
export { findSharedCards, shareCard, sumPaidSince } from './person-queries.ts';
export { readMoney } from './provider-entry-store.ts';
export { type RecoveredPayments, recoverPayments } from './reconciling/recover-payments.ts';

const reconcileTask = 'reconcile-payments';

/** Every minute, and every hour. If a run takes longer, the next one waits for it. */
export const coinsCrontab = `* * * * * ${reconcileTask} ?queue=${reconcileTask}&jobKey=${reconcileTask}
23 * * * * ${balanceTask} ?queue=${balanceTask}&jobKey=${balanceTask}`;

/** Cancels a player's open payments, for example after a pause began; payments that are already paid stay paid. */
async function withdrawPayments(playerId: string, deps: RefreshDeps): Promise<void> {
  for (const paymentId of await listOpenPayments(deps.db, playerId)) {
    await refreshPayment({ paymentId, isGivenUp: true }, deps);
  }
}

/** Cancels open orders of players who may no longer pay because they have become more restricted since ordering. */
async function cancelBarredOrders(
  playerId: string | null,
  { play, ...deps }: RefreshDeps & { play: PlayGate },
): Promise<void> {
  const payers = playerId ? [playerId] : await listPayers(deps.db);
  await forEachId(payers, async (payer) => {
    const begun = { playerId: payer, kind: 'payment' } as const;
    if (await play.checkBegun(deps.db, begun)) await withdrawPayments(payer, deps);
  });
}

export function coinsTasks(deps: RefreshDeps): Tasks {
  return {
    [refreshTask]: async (payload: { paymentId: string }) => void (await refreshPayment(payload, deps)),
    [reconcileTask]: () => reconcilePayments(deps),
    [balanceTask]: () => readBalance(deps),
  };
}

interface Options {
  db: Database;
  clock: Clock;
  log: Logger;
  appSecret: string;
  stripe: { apiBase: string; secretKey: string; webhookSecrets: readonly string[] };
  xpPerTenCents: number;
  firstCheckSeconds: number;
}

/** The dependencies of routes and tasks. */
export function coinsDeps({ appSecret, stripe, firstCheckSeconds, ...rest }: Options) {
  return {
    ...rest,
    cards: createCardPayments({ ...stripe, log: rest.log }),
    webhookSecrets: stripe.webhookSecrets,
    installationId: installationId(rest.db),
    fingerprintKey: deriveLastingKey(appSecret, 'card-fingerprints'),
    firstCheckMs: firstCheckSeconds * 1000,
  };
}

export type CoinsDeps = ReturnType<typeof coinsDeps>;

/** Coin packages and the card payments for them. */
function coinsFeature(
  platform: Platform,
  { askApproval, play }: { askApproval: AskApproval; play: PlayGate },
) {
  const { config, appSecret, db, clock, log, listener, journal } = platform;
  const deps = coinsDeps({
    db,
    clock,
    log,
    appSecret,
    stripe: config.stripe,
    xpPerTenCents: config.xp.perTenCents,
    firstCheckSeconds: config.paymentFirstCheckSeconds,
  });

  return {
    name: 'coins',
    routes(app) {
      coinsRoutes(app, { ...deps, play, journal, listener, metrics: app.metrics });
      coinsAdminRoutes(app, { ...deps, askApproval });
    },
    tasks: coinsTasks(deps),
    crontab: coinsCrontab,
    publishes: {
      'payment.credited': 'Coins were bought',
      'payment.reversed': 'A card payment went back',
    },
    approvable: packageEdits.approvable(deps),
    listeners: {
      'play.paused': ({ playerId }) => withdrawPayments(playerId, deps),
      'play.tightened': ({ playerId }) => cancelBarredOrders(playerId, { ...deps, play }),
    },
    watched: [
      {
        part: 'payments',
        routes: ['/trade-coin', '/transaction', '/stripe'],
        providers: ['stripe'],
        tasks: [refreshTask],
      },
    ],
    retained: [retainedEvents],
    books: { money: (span) => readMoney(db.reports, span) },
    exports: { payments: (playerId) => exportPayments(db.reports, playerId) },
    obstacles: [refuseWhilePaying],
    userRecords: {
      paymentCount: (userId) => countPayments(db, userId),
      async payments(userId, { before, limit }) {
        const payments = await listPaymentsBefore(db, userId, { before, limit: limit + 1 });
        return toPage(payments.map(viewRow), limit);
      },
    },
    overview: {
      hasPackageOnSale: () => hasPackageOnSale(db),
      paymentSales: (span) => sumPaymentsByDay(db.reports, span),
      boughtCoins: (span) => sumBoughtCoins(db.reports, span),
      openPayments: () => countOpenPayments(db.reports),
    },
    seed: seedPackages,
  } satisfies Feature;
}

export const module = {
  tables: [
    'coin_packages',
    'payment_entries',
    'payment_events',
    'payments',
    'provider_balance',
    'provider_entries',
  ],
  proofs: paymentProofs,
  open: coinsFeature,
} satisfies FeatureModule;
