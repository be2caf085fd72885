import type { Config } from '../../server/config.ts';
import { listBackups, listKept } from '../../server/platform/backup/catalog.ts';
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
    const newest = (await listBackups({ objects, keys })).at(-1);
    if (!newest)
      return [
        wrong(
          `none in ${objects.place} whose key is here`,
          'start a process with ROLE=worker or all; look at its log',
        ),
      ];
    const known = new Set([...(await keys.list()), ...(await keys.listDestroyed())]);
    const foreign = (await listKept(objects)).filter((id) => !known.has(id));
    const strange = look(
      `${foreign.length} in ${objects.place} whose keys are not in ${keys.folder}`,
      'bring their keys here, or delete them by hand: nothing else takes them away',
    );
    const says = `the newest is of ${newest.endedAt.toISOString()}`;
    const isLate = Date.now() - newest.endedAt.getTime() > 2 * backup.everyMs;
    const age = isLate ? wrong(says, 'look at the log for "backups are interrupted"') : ok(says);
    return foreign.length > 0 ? [age, strange] : [age];
  } catch (error) {
    return [wrong((error as Error).message, 'compare BACKUP_URL and BACKUP_KEYS_DIR')];
  } finally {
    objects.close();
  }
}
