// SPDX-License-Identifier: Apache-2.0

import { builtInVersion } from '../server/platform/embedded-postgres/binaries.ts';
import { startInstalledPostgres } from '../tests/support/installed-postgres.ts';
import type { Figure, Measured } from './report.ts';

/** As in production. The databases of tests trade safety for speed. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'replica',
  autovacuum: 'on',
};

/**
 * Measures on an installed PostgreSQL version and on the built-in one, with the same settings.
 * @param version the major version
 * @param measure measures on the database of a URL
 * @returns the figures of that version, each against the built-in version's
 * @throws an error if the version isn't installed
 */
export async function compareVersions(
  version: string,
  measure: (databaseUrl: string) => Promise<Measured[]>,
): Promise<Figure[]> {
  async function measureOn(which: string): Promise<Measured[]> {
    const server = await startInstalledPostgres(which, settings);
    if (!server) throw new Error(`PostgreSQL ${which} is not installed (Debian: postgresql-${which})`);
    return measure(server.url).finally(server.stop);
  }
  // First the one that may be missing.
  const measured = await measureOn(version);
  const references = await measureOn(builtInVersion);
  return measured.flatMap((result) => {
    const reference = references.find(({ name }) => name === result.name);
    if (!('value' in result) || !reference || !('value' in reference)) return [];
    return {
      ...result,
      reference: reference.value,
      against: `on PostgreSQL ${builtInVersion}`,
      ratio: result.value / reference.value,
      limit: 0,
      reason: `on PostgreSQL ${version}`,
    };
  });
}
