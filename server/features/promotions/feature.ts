// SPDX-License-Identifier: Apache-2.0

import './counters.ts';
import './domain-events.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { Tasks } from '../../platform/jobs/outbox.ts';
import { type PromotionsAdminDeps, promotionsAdminRoutes } from './admin-routes.ts';
import { promotionEdits } from './edit-promotion.ts';
import { factListeners, type PaymentDeps } from './facts.ts';
import { countOwed } from './payouts/owed-queries.ts';
import { sendNextBatch, sendTask } from './payouts/send-payout.ts';
import { approvableSending } from './payouts/send-rewards.ts';
import { promotionProofs } from './proofs.ts';
import { rankPlayers, rankTask } from './rank-players.ts';
import type { ScheduleDeps } from './read-schedule.ts';
import { exportRewards } from './rewards/export-rewards.ts';
import type { PromotionsDeps } from './rewards/reward-fact.ts';
import { promotionsRoutes } from './routes.ts';
import { runPromotions, sweepTask } from './run-promotions.ts';
import { seedPromotions } from './seed.ts';

export { sumPromisedCoins } from './promised-coins.ts';

/** Every minute. */
export const promotionsCrontab = `* * * * * ${sweepTask}`;

export function promotionsTasks(deps: PromotionsDeps): Tasks {
  return {
    [sweepTask]: () => runPromotions(deps),
    [rankTask]: () => rankPlayers(deps),
    [sendTask]: ({ eventId }: { eventId: string }) => sendNextBatch(eventId, deps),
  };
}

type Ports = Omit<PromotionsAdminDeps & PaymentDeps & ScheduleDeps, 'db' | 'clock'>;

/** Promotions: reward players' actions, within limits, immediately or when an administrator sends the rewards. */
function promotionsFeature({ db, clock }: Platform, ports: Ports) {
  const deps = { ...ports, db, clock };
  return {
    name: 'promotions',
    routes(app) {
      promotionsRoutes(app, deps);
      promotionsAdminRoutes(app, deps);
    },
    tasks: promotionsTasks(deps),
    crontab: promotionsCrontab,
    publishes: {
      'event.rewarded': 'An event gave a reward',
      'event.rewards-sent': 'Rewards of an event were sent',
    },
    listeners: factListeners(deps),
    approvable: { ...promotionEdits.approvable(deps), ...approvableSending(deps) },
    overview: { rewardsWaiting: () => countOwed(db.reports, ports) },
    exports: { eventRewards: (playerId) => exportRewards(db.reports, playerId) },
    seed: (tx) => seedPromotions(tx, clock.now()),
  } satisfies Feature;
}

export const module = {
  tables: [
    // For processes of the previous release (db/functions/promotions.sql): `editors` replaced it.
    'event_editors',
    'event_payouts',
    'event_players',
    'event_rewards',
    'event_standings',
    'events',
    'first_sign_ins',
    'undone_causes',
  ],
  proofs: promotionProofs,
  open: promotionsFeature,
} satisfies FeatureModule;
