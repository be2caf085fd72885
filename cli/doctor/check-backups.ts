import type { Config } from '../../server/config.ts';
import { listBackups } from '../../server/platform/backup/catalog.ts';
import { openBackupPlaces } from '../../server/platform/backup/start-backups.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';

/** Whether there is a backup that is recent enough, and its key. */
export async function checkBackups({
  backup,
  production,
}: Pick<Config, 'backup' | 'production'>): Promise<Finding[]> {
  const { ok, look, wrong } = findingsAbout('backups');
  if (!backup) {
    const advice =
      'set BACKUP_URL and BACKUP_KEYS_DIR for one process, or see that who runs the database takes them';
    return production ? [look('none are taken by this process', advice)] : [];
  }
  const { objects, keys } = await openBackupPlaces(backup);
  try {
    const newest = (await listBackups(objects, await keys.list())).at(-1);
    if (!newest)
      return [
        wrong(
          `none in ${objects.place} whose key is here`,
          'start a process with ROLE=worker or all; look at its log',
        ),
      ];
    const says = `the newest is of ${newest.endedAt.toISOString()}`;
    const isLate = Date.now() - newest.endedAt.getTime() > 2 * backup.everyMs;
    return [isLate ? wrong(says, 'look at the log for "backups are interrupted"') : ok(says)];
  } catch (error) {
    return [wrong((error as Error).message, 'compare BACKUP_URL and BACKUP_KEYS_DIR')];
  } finally {
    objects.close();
  }
}
