// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import { exportTransfers } from './export-transfers.ts';
import { readTransfers } from './read-statement.ts';
import { walletRoutes } from './routes.ts';

/** The history of a player's coins and XP. */
function walletFeature({ db }: Platform) {
  return {
    name: 'wallet',
    routes: (app) => walletRoutes(app, { db }),
    exports: {
      transfers: (playerId) => exportTransfers(db.reports, playerId),
    },
    userRecords: {
      transfers: (userId, page) => readTransfers(db, userId, page),
    },
  } satisfies Feature;
}

export const module = { open: walletFeature } satisfies FeatureModule;
