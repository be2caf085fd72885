// SPDX-License-Identifier: Apache-2.0

import { plural } from '../contract/amounts.ts';

/**
 * What follows a restore comes before anything serves: codes not proven unsold would leave the stock under a shop that sells,
 * its new sales would be missed, and the ledger would grow.
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
