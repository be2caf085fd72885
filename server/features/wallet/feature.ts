import type { Feature, Platform } from '../../feature.ts';
import { exportTransfers } from './export-transfers.ts';
import { readTransfers } from './read-statement.ts';
import { walletRoutes } from './routes.ts';

export { walletProofs } from './proofs.ts';

/** What moved a player's coins and XP. */
export function walletFeature({ db }: Platform) {
  return {
    name: 'wallet',
    routes: (app) => walletRoutes(app, { db }),
    exports: { transfers: (playerId) => exportTransfers(db.late.reports, playerId) },
    userRecords: {
      async transfers(userId, page) {
        const { history, nextBefore } = await readTransfers(db, userId, page);
        return { list: history, nextBefore };
      },
    },
  } satisfies Feature;
}
