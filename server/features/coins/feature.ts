import './domain-events.ts';
import type { Feature, Platform } from '../../feature.ts';
import type { Tasks } from '../../platform/jobs/outbox.ts';
import { toPage } from '../../platform/to-page.ts';
import { coinsAdminRoutes } from './admin-routes.ts';
import { type CoinsDeps, coinsDeps } from './deps.ts';
import { exportPayments, viewPaymentOfPerson } from './export-payments.ts';
import { countOpenPayments, paymentSales } from './overview-store.ts';
import { countPayments, paymentsBefore, refuseWhilePaying } from './person-store.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refreshTask } from './refresh-jobs.ts';
import { refreshPayment } from './refresh-payment.ts';
import { coinsRoutes } from './routes.ts';
import { seedPackages } from './seed.ts';

export { getReturnedShare } from './payment-store.ts';
export { shareCard } from './person-store.ts';
export { paymentProofs } from './proofs.ts';

const reconcileTask = 'reconcile-payments';

/** Every minute; a pass that takes longer is waited for. */
export const coinsCrontab = `* * * * * ${reconcileTask} ?queue=${reconcileTask}&jobKey=${reconcileTask}`;

export function coinsTasks(deps: CoinsDeps): Tasks {
  return {
    [refreshTask]: async (payload: { paymentId: string }) => void (await refreshPayment(payload, deps)),
    [reconcileTask]: () => reconcilePayments(deps),
  };
}

/** Coin packages and the card payments for them. */
export function coinsFeature(platform: Platform) {
  const { config, appSecret, db, clock, log, listener } = platform;
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
      coinsRoutes(app, { ...deps, listener, metrics: app.metrics });
      coinsAdminRoutes(app, deps);
    },
    tasks: coinsTasks(deps),
    crontab: coinsCrontab,
    publishes: {
      'payment.credited': 'Coins were bought',
      'payment.reversed': 'A card payment went back',
    },
    exports: { payments: (playerId) => exportPayments(db.reports, playerId) },
    obstacles: [refuseWhilePaying],
    userRecords: {
      paymentCount: (userId) => countPayments(db, userId),
      async payments(userId, { before, limit }) {
        const payments = await paymentsBefore(db, userId, { before, limit: limit + 1 });
        return toPage(payments.map(viewPaymentOfPerson), limit);
      },
    },
    overview: {
      paymentSales: (span) => paymentSales(db.reports, span),
      openPayments: () => countOpenPayments(db.reports),
    },
    seed: seedPackages,
  } satisfies Feature;
}
