// SPDX-License-Identifier: Apache-2.0

import { plural } from '../../contract/amounts.ts';
import type { Config } from '../../server/config.ts';
import {
  type BackupInfo,
  type BackupPlaces,
  listKept,
  surveyBackups,
} from '../../server/platform/backup/catalog.ts';
import { findLog } from '../../server/platform/backup/find-log.ts';
import { type LogState, readLogState } from '../../server/platform/backup/log-state.ts';
import { formatLsn } from '../../server/platform/backup/lsn.ts';
import { openBackupPlaces } from '../../server/platform/backup/start-backups.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';
import { withDatabase } from '../with-database.ts';

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;

/** Whether the log covers the time from the newest backup until now; if not, where it ends. */
async function checkLog(places: BackupPlaces, newest: BackupInfo, state: LogState): Promise<Finding> {
  const { ok, wrong } = findingsAbout('backups');
  const mend = 'a process with backups takes a new one automatically; "finalring backup" takes one now';
  if (newest.timeline !== state.timeline) {
    return wrong('the database was restored after the newest backup: nothing later can be restored', mend);
  }
  const { until, keptUntil } = await findLog(places, newest);
  const since = `no moment after ${keptUntil.toISOString()} can be restored`;
  if (state.from === undefined) return wrong(`the database keeps no log for backups: ${since}`, mend);
  if (until < state.from) {
    return wrong(`the log has a gap from ${formatLsn(until)} to ${formatLsn(state.from)}: ${since}`, mend);
  }
  const behind = `${megabytes(state.behindBytes ?? 0)} of the log not kept yet`;
  return state.isTaken
    ? ok(`every later moment can be restored; ${behind}`)
    : wrong(
        `no process keeps the log (${behind}): ${since}`,
        'start a process with ROLE=worker or all, and check its log',
      );
}

/** Checks that a recent backup exists, that its key is available, and that the log reaches from it until now. */
export async function checkBackups(
  config: Pick<Config, 'backup' | 'production' | 'databaseUrl' | 'dataDir'>,
): Promise<Finding[]> {
  const { backup, production } = config;
  const { ok, look, wrong } = findingsAbout('backups');
  if (!backup) {
    const advice =
      'set BACKUP_URL and BACKUP_KEYS_DIR for one process, or make sure that your database host takes them';
    return production ? [look('this process takes none', advice)] : [];
  }
  const { objects, keys } = await openBackupPlaces(backup);
  try {
    const { whole, unreadable } = await surveyBackups({ objects, keys });
    const damaged = unreadable.map(({ id, why }) =>
      wrong(`${id} cannot be read: ${why}`, 'restore its key or files from your second copy'),
    );
    const newest = whole.at(-1);
    if (!newest)
      return [
        ...damaged,
        wrong(
          `no backup in ${objects.place} has its key here`,
          'start a process with ROLE=worker or all, and check its log',
        ),
      ];
    const known = new Set([
      ...(await keys.list()),
      ...(await keys.listDamaged()),
      ...(await keys.listDestroyed()),
    ]);
    const foreign = (await listKept(objects)).filter((id) => !known.has(id));
    const strange = look(
      `${plural(foreign.length, 'backup')} in ${objects.place} without a key in ${keys.folder}`,
      'copy their keys here, or delete them by hand: nothing else does',
    );
    const says = `the newest is from ${newest.endedAt.toISOString()}`;
    const isLate = Date.now() - newest.endedAt.getTime() > 2 * backup.everyMs;
    const age = isLate ? wrong(says, 'look for "backups are interrupted" in the log') : ok(says);
    // A fault of the database has its own check.
    const state = await withDatabase(config, (db) => readLogState(db)).catch(() => undefined);
    const kept = state ? [await checkLog({ objects, keys }, newest, state)] : [];
    return [age, ...kept, ...damaged, ...(foreign.length > 0 ? [strange] : [])];
  } catch (error) {
    return [wrong((error as Error).message, 'check BACKUP_URL and BACKUP_KEYS_DIR')];
  } finally {
    objects.close();
  }
}
