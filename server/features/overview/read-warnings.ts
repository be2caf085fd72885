// SPDX-License-Identifier: Apache-2.0

import type { OperatorWarning } from '../../../contract/overview-admin.ts';
import { type LogState, readLogState } from '../../platform/backup/log-state.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Disk, lowDiskBytes, readDisk } from '../../platform/disk.ts';

/** Within minutes, another process replaces one that ends, and continues where it stopped. */
const maxUntakenSeconds = 5 * 60;
/** The same threshold as in deploy/prometheus-alerts.yml. */
const maxBehindBytes = 256_000_000;

/** Problems of the machines that need an operator; none about the disk if it is unknown. */
export function toWarnings(disk: Disk | undefined, log: LogState): OperatorWarning[] {
  const warnings: OperatorWarning[] = [];
  if (disk && disk.freeBytes < lowDiskBytes) warnings.push({ kind: 'disk_low', ...disk });
  // Without a replication slot no backups are taken this way, which may be intended.
  if (log.from === undefined) return warnings;
  // PostgreSQL before 17 does not report since when: a false warning during a restart is better than a missing one
  // about stopped backups.
  const { behindBytes = 0, untakenSeconds = Number.POSITIVE_INFINITY, isTaken } = log;
  const isStopped = !isTaken && untakenSeconds > maxUntakenSeconds;
  if (isStopped || behindBytes > maxBehindBytes)
    warnings.push({ kind: 'backups_behind', behindBytes, isStopped });
  return warnings;
}

/** Problems of the machines that need an operator, for those who do not watch `/metrics`; empty if all is well. */
export async function readWarnings({
  db,
  dataDir,
}: {
  db: Database;
  dataDir: string;
}): Promise<OperatorWarning[]> {
  const [disk, log] = await Promise.all([readDisk(dataDir), readLogState(db)]);
  return toWarnings(disk, log);
}
