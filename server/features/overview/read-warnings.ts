// SPDX-License-Identifier: Apache-2.0

import type { OperatorWarning } from '../../../contract/overview-admin.ts';
import { type LogState, readLogState } from '../../platform/backup/log-state.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Disk, lowDiskBytes, readDisk } from '../../platform/disk.ts';

/** A process that ends is followed by another within minutes, and takes on what it left. */
const maxUntakenSeconds = 5 * 60;
/** As deploy/prometheus-alerts.yml has it. */
const maxBehindBytes = 256_000_000;

/** What of the machines waits for an operator; without a disk nothing is said of it. */
export function toWarnings(disk: Disk | undefined, log: LogState): OperatorWarning[] {
  const warnings: OperatorWarning[] = [];
  if (disk && disk.freeBytes < lowDiskBytes) warnings.push({ kind: 'disk_low', ...disk });
  // Without a slot nobody takes backups this way, which may be right.
  if (log.from === undefined) return warnings;
  const { behindBytes = 0, untakenSeconds = 0, isTaken } = log;
  const isStopped = !isTaken && untakenSeconds > maxUntakenSeconds;
  if (isStopped || behindBytes > maxBehindBytes)
    warnings.push({ kind: 'backups_behind', behindBytes, isStopped });
  return warnings;
}

/** What of the machines waits for an operator, for those who do not watch `/metrics`; nothing where all is well. */
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
