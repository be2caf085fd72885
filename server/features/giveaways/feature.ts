// SPDX-License-Identifier: Apache-2.0

import './counters.ts';
import './domain-events.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import { type GiveawaysAdminDeps, giveawaysAdminRoutes } from './admin-routes.ts';
import { drawGiveaways, sweepTask } from './draws/draw-giveaways.ts';
import { listTask, storeDrawList } from './draws/store-draw-list.ts';
import { giveawayEdits } from './edit-giveaway.ts';
import type { EnterDeps } from './enter-giveaway.ts';
import { withdrawEntries } from './giveaway-entry-store.ts';
import { readGiveawayHead } from './giveaway-head.ts';
import { exportEntries } from './person-queries.ts';
import { payNextPrizes, prizesTask } from './prizes/pay-prizes.ts';
import { giveawayProofs } from './proofs.ts';
import { giveawaysRoutes } from './routes.ts';
import { seedGiveaways } from './seed.ts';

export { sweepTask as drawTask } from './draws/draw-giveaways.ts';
export { giveawayFigures } from './figure-queries.ts';
export { listNextEntrants } from './giveaway-entry-store.ts';
export { listScheduledDraws } from './giveaway-store.ts';

type Ports = Omit<EnterDeps & GiveawaysAdminDeps, 'db' | 'clock'>;

/** Giveaways: tickets, provable draws, prizes. */
function giveawaysFeature({ db, clock, config, objects }: Platform, ports: Ports) {
  const deps = { ...ports, db, clock, objects };
  return {
    name: 'giveaways',
    routes(app) {
      giveawaysRoutes(app, deps);
      giveawaysAdminRoutes(app, deps);
    },
    tasks: {
      [prizesTask]: ({ giveawayId }: { giveawayId: string }) => payNextPrizes(giveawayId, deps),
      [listTask]: ({ giveawayId }: { giveawayId: string }) => storeDrawList(giveawayId, deps),
      [sweepTask]: () => drawGiveaways(deps),
    },
    // Every minute.
    crontab: `* * * * * ${sweepTask}`,
    publishes: {
      'giveaway.drawn': 'A giveaway was drawn',
      'giveaway.entered': 'A giveaway was entered',
      'giveaway.left': 'An entry of a giveaway was taken out',
    },
    approvable: giveawayEdits.approvable(deps),
    exports: { giveawayEntries: (playerId) => exportEntries(db.reports, playerId) },
    departures: [withdrawEntries],
    erasures: [withdrawEntries],
    pageHeads: {
      '/giveaways/:id': (name) => readGiveawayHead(name, { db, clock, brandName: config.brand.name }),
    },
    seed: (tx) => seedGiveaways(tx, clock.now()),
  } satisfies Feature;
}

export const module = {
  tables: [
    // For processes of the previous release (db/functions/giveaways.sql): `editors` replaced it.
    'giveaway_editors',
    'giveaway_entries',
    'giveaway_payouts',
    'giveaways',
  ],
  proofs: giveawayProofs,
  open: giveawaysFeature,
} satisfies FeatureModule;
