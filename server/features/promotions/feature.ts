// SPDX-License-Identifier: Apache-2.0

import './domain-events.ts';
import type { Feature, Platform } from '../../feature.ts';
import type { Tasks } from '../../platform/jobs/outbox.ts';
import { approvablePromotions, type PromotionEditDeps } from './edit-promotion.ts';
import { exportRewards } from './export-rewards.ts';
import { factListeners, type PaymentDeps } from './facts.ts';
import { rankPlayers, rankTask } from './rank-players.ts';
import type { ScheduleDeps } from './read-schedule.ts';
import type { PromotionsDeps } from './reward-fact.ts';
import { promotionsRoutes } from './routes.ts';
import { runPromotions, sweepTask } from './run-promotions.ts';
import { seedPromotions } from './seed.ts';
import { sendNextBatch, sendTask } from './send-payout.ts';
import { approvableSending } from './send-rewards.ts';

export { promisedCoins } from './promised-coins.ts';
export { promotionProofs } from './proofs.ts';

/** Every minute. */
export const promotionsCrontab = `* * * * * ${sweepTask}`;

export function promotionsTasks(deps: PromotionsDeps): Tasks {
  return {
    [sweepTask]: () => runPromotions(deps),
    [rankTask]: () => rankPlayers(deps),
    [sendTask]: ({ eventId }: { eventId: string }) => sendNextBatch(eventId, deps),
  };
}

type Ports = Omit<PromotionEditDeps & PaymentDeps & ScheduleDeps, 'db' | 'clock'>;

/** Events: what players get for what they do, within limits, at once or when an administrator sends it. */
export function promotionsFeature({ db, clock }: Platform, ports: Ports) {
  const deps = { ...ports, db, clock };
  return {
    name: 'promotions',
    routes: (app) => promotionsRoutes(app, deps),
    tasks: promotionsTasks(deps),
    crontab: promotionsCrontab,
    publishes: {
      'event.rewarded': 'An event gave a reward',
      'event.rewards-sent': 'Rewards of an event were sent',
    },
    listeners: factListeners(deps),
    approvable: { ...approvablePromotions(deps), ...approvableSending(deps) },
    exports: { eventRewards: (playerId) => exportRewards(db.late.reports, playerId) },
    seed: (tx) => seedPromotions(tx, clock.now()),
  } satisfies Feature;
}
