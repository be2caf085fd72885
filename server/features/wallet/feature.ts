// SPDX-License-Identifier: Apache-2.0

import type { Door, Feature, Platform } from '../../feature.ts';
import { archivedTransfers as archiveReader } from '../../ledger/archived-transfers.ts';
import { exportTransfers } from './export-transfers.ts';
import { readTransfers } from './read-statement.ts';
import { walletRoutes } from './routes.ts';

/** The history of a player's coins and XP. */
function walletFeature({ db, objects }: Platform) {
  const archivedTransfers = archiveReader({ db, objects });
  return {
    name: 'wallet',
    routes: (app) => walletRoutes(app, { db, archivedTransfers }),
    exports: {
      transfers: (playerId) => exportTransfers({ db: db.reports, archivedTransfers }, playerId),
    },
    userRecords: {
      transfers: (userId, page) => readTransfers({ db, archivedTransfers }, userId, page),
    },
  } satisfies Feature;
}

export const door = { open: walletFeature } satisfies Door;
