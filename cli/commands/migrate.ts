// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { addCommand, answering, type Outcome } from '../answer.ts';

async function runMigrate({ check = false }: { check?: boolean }): Promise<Outcome> {
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { withDatabaseUrl } = await import('../../server/platform/embedded-postgres/with-database.ts');
  const { migrate } = await import('../../server/platform/db/migrate.ts');
  const { readMigrationState } = await import('../../server/platform/db/migration-state.ts');
  const { release } = await import('../../server/version.ts');
  const { whileDatabaseLives } = await import('../../server/platform/db/while-database-lives.ts');
  const config = readDatabaseConfig();
  return withDatabaseUrl(config, async (url) => {
    if (check) {
      const { pending, changed, unknown, areFunctionsCurrent } = await whileDatabaseLives(url, () =>
        readMigrationState(url),
      );
      return {
        lines: [
          ...pending.map((name) => `pending  ${name}`),
          ...changed.map((name) => `CHANGED  ${name}: its file differs from the one that was applied`),
          ...unknown.map((name) => `unknown  ${name}: from a newer release`),
          ...(areFunctionsCurrent ? [] : ['pending  the functions of db/functions']),
          ...(pending.length + changed.length === 0 && areFunctionsCurrent ? ['Nothing to do'] : []),
        ],
        result: { pending, changed, unknown, areFunctionsCurrent },
        isWrong: pending.length + changed.length > 0 || !areFunctionsCurrent,
      };
    }
    const openObjects = async () => {
      const { openStorage } = await import('../../server/platform/storage/open-storage.ts');
      return (await openStorage(config)).objects;
    };
    const applied = await whileDatabaseLives(url, () => migrate(url, { release, openObjects }));
    return {
      lines: applied.length > 0 ? applied.map((name) => `applied  ${name}`) : ['Nothing to do'],
      result: { applied },
    };
  });
}

export function addMigrate(program: Command): void {
  addCommand(program, 'migrate', 'Bring the database up to date, as a start does. The server may be running.')
    .option('--check', 'only list what would be done; exit code 1 if there is anything to do')
    .action(answering(runMigrate));
}
