// SPDX-License-Identifier: Apache-2.0

import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { addCommand, answering, type Outcome } from '../answer.ts';
import { callerPath } from '../caller-path.ts';
import { parseMoment } from '../moment.ts';
import { withPercent } from '../progress.ts';

interface Options {
  at?: Date;
  backup?: string;
}

const next = ['Next, before the server starts: finalring backup reconcile (docs/operate.md, Backups)'];

/** Restores into a folder, for a PostgreSQL server that the operator starts. */
async function intoFolder(folder: string, { at, backup: id }: Options): Promise<Outcome> {
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { prepareRestore } = await import('../../server/platform/backup/restore.ts');
  const { readVersion } = await import('../../server/platform/backup/start-restored.ts');
  const { withBackups } = await import('../with-backups.ts');
  return withBackups(readDatabaseConfig(), async (places) => {
    const target = callerPath(folder);
    const restored = await withPercent('Restoring', (onLaid) =>
      prepareRestore(places, { target, at, id, onLaid }),
    );
    return {
      lines: [
        `Restored backup ${restored.backup.id} to ${target}, the log after it to ${target}-log`,
        `Make the system user of PostgreSQL ${readVersion(target)} the owner of both folders, then start PostgreSQL there. It replays the log.`,
        ...next,
      ],
      result: restored,
    };
  });
}

/** Replaces the built-in database, and moves the old one aside. */
async function builtIn({ at, backup: id }: Options): Promise<Outcome> {
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { restoreBuiltIn } = await import('../restore-built-in.ts');
  const { withBackups } = await import('../with-backups.ts');
  const config = readDatabaseConfig();
  if (config.databaseUrl) {
    throw new Error(
      'name a new folder: a restore in place needs the built-in database, and DATABASE_URL is set',
    );
  }
  const dataDir = join(resolve(config.dataDir), 'postgres');
  return withBackups(config, async (places) => {
    const { restored, away } = await restoreBuiltIn(places, { dataDir, at, id });
    return {
      lines: [
        `Restored backup ${restored.backup.id} ${at ? `as of ${at.toISOString()}` : 'to the end of the log'}`,
        ...(away ? [`The previous database is in ${away}`] : []),
        ...next,
      ],
      result: { ...restored, away: away ?? null },
    };
  });
}

export function addRestore(program: Command): void {
  addCommand(
    program,
    'restore',
    'Restore a backup and the log after it, into a folder or in place of the built-in database.',
  )
    .argument('[folder]', 'a new data directory for your PostgreSQL (default: replace the built-in database)')
    .option(
      '--at <time>',
      'restore to this time (2026-11-23T12:00:00Z) instead of the end of the log',
      parseMoment,
    )
    .option('--backup <id>', 'start from this backup (finalring backup list)')
    .action(
      answering((folder: string | undefined, options: Options) =>
        folder === undefined ? builtIn(options) : intoFolder(folder, options),
      ),
    );
}
