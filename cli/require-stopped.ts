// SPDX-License-Identifier: Apache-2.0

import { plural } from '../contract/amounts.ts';

/**
 * The steps after a restore need a stopped system. A running shop would sell codes that may already be sold, the steps
 * would miss its new sales, and the ledger would grow.
 */
export async function requireStopped(): Promise<void> {
  const { readDatabaseConfig } = await import('../server/database-config.ts');
  const { readDatabaseState } = await import('../server/platform/db/database-state.ts');
  const { withDatabase } = await import('./with-database.ts');
  const { processes } = await withDatabase(readDatabaseConfig(), (db) => readDatabaseState(db));
  if (processes > 0) {
    throw new Error(
      `${plural(processes, 'process', 'processes')} of FinalRing still on this database: stop all first (docs/operate.md, Backups)`,
    );
  }
}
