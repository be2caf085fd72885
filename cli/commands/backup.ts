// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { plural } from '../../contract/amounts.ts';
import { addCommand, answering, type Outcome } from '../answer.ts';
import { parseMoment } from '../moment.ts';
import { addLostOrders } from './backup-lost-orders.ts';
import { addNote } from './backup-note.ts';
import { addReconcile } from './backup-reconcile.ts';

async function take(): Promise<Outcome> {
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { forgetBackups, takeBackup } = await import('../../server/platform/backup/take-backup.ts');
  const { withDatabaseUrl } = await import('../../server/platform/embedded-postgres/with-database.ts');
  const { whileDatabaseLives } = await import('../../server/platform/db/while-database-lives.ts');
  const { withBackups } = await import('../with-backups.ts');
  const config = readDatabaseConfig();
  return withBackups(config, (places, plan) =>
    withDatabaseUrl(config, async (url) => {
      const backup = await whileDatabaseLives(url, () => takeBackup(url, places));
      const forgotten = await forgetBackups(places, plan);
      return {
        lines: [
          `Backup ${backup.id} is at ${places.objects.place}, its key in ${places.keys.folder}`,
          ...forgotten.map((id) => `Removed the expired backup ${id}`),
        ],
        result: { backup, forgotten },
      };
    }),
  );
}

async function list(): Promise<Outcome> {
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { reasonNoneIsThere, surveyBackups } = await import('../../server/platform/backup/catalog.ts');
  const { followLog, listLog } = await import('../../server/platform/backup/find-log.ts');
  const { withBackups } = await import('../with-backups.ts');
  return withBackups(readDatabaseConfig(), async (places) => {
    const { whole, unreadable } = await surveyBackups(places);
    const log = await listLog(places, whole[0]?.id ?? '');
    const backups = whole.map((backup) => {
      const { following, keptUntil } = followLog(log, backup);
      return { ...backup, logUntil: following.length > 0 ? keptUntil : null };
    });
    return {
      lines: [
        ...backups.map(
          ({ id, endedAt, logUntil }) =>
            `${id}  complete since ${endedAt.toISOString()}, ${logUntil ? `log until ${logUntil.toISOString()}` : 'no log after it'}`,
        ),
        ...unreadable.map(({ id, why }) => `${id}  cannot be read: ${why}`),
        ...(backups.length === 0 ? [`No backup can be restored: ${await reasonNoneIsThere(places)}`] : []),
      ],
      result: { backups, unreadable, logUntil: backups.at(-1)?.logUntil ?? null },
      isWrong: unreadable.length > 0,
    };
  });
}

async function verify({ at }: { at?: Date }): Promise<Outcome> {
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { withStopSignal } = await import('../with-stop-signal.ts');
  const { verifyBackup } = await import('../verify-backup.ts');
  const { withBackups } = await import('../with-backups.ts');
  const config = readDatabaseConfig();
  return withBackups(config, async (places) => {
    const { restored, audit, ms } = await withStopSignal((stop) =>
      verifyBackup(places, { dataDir: config.dataDir, at, stop }),
    );
    const breaches = audit.proofs.filter(({ breaches }) => breaches.length > 0);
    return {
      lines: [
        `Restored backup ${restored.backup.id} ${at ? `as of ${at.toISOString()}` : `to the end of the log (kept ${restored.keptUntil.toISOString()})`} in ${(ms / 1000).toFixed(1)} s`,
        `Ledger of ${plural(audit.transfers, 'transfer')} and ${plural(audit.wallets, 'wallet')}`,
        ...breaches.flatMap(({ claim, breaches }) => [
          `BREACH  ${claim}`,
          ...breaches.map((one) => `          ${one}`),
        ]),
        breaches.length === 0
          ? `ok: all ${audit.proofs.length} proofs hold`
          : `${breaches.length} of ${audit.proofs.length} proofs do not hold`,
      ],
      result: { restored, audit, ms },
      isWrong: breaches.length > 0,
    };
  });
}

export function addBackup(program: Command): void {
  const backup = addCommand(
    program,
    'backup',
    'Back up the database now, and remove expired backups.',
  ).action(answering(take));
  addCommand(backup, 'list', 'List the backups you can restore, and how far the log of each goes.').action(
    answering(list),
  );
  addCommand(
    backup,
    'verify',
    'Restore into a temporary database and prove its books. The server may be running.',
  )
    .option(
      '--at <time>',
      'restore to this time (2026-11-23T12:00:00Z) instead of the end of the log',
      parseMoment,
    )
    .action(answering(verify));
  addReconcile(backup);
  addNote(backup);
  addLostOrders(backup);
}
