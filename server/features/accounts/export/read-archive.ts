// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { fileAnswer } from '../../../platform/http/answers.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Archives } from './archives.ts';
import { findExport } from './data-export-store.ts';
import { viewExport } from './views.ts';

export interface ArchiveReadDeps {
  db: Database;
  clock: Clock;
  archives: Archives;
}

/** The archive of a ready export. Refuses `not_found` and `export_expired`. */
export async function readArchive(
  { exportId, playerId }: { exportId: string; playerId: string },
  { db, clock, archives }: ArchiveReadDeps,
) {
  const row = await findExport(db, { id: exportId, playerId });
  const view = row && viewExport(row, clock.now());
  if (view?.status === 'expired') return refuse('export_expired');
  if (!row || view?.status !== 'ready' || view.endedAt === null) return refuse('not_found');
  const content = await archives.read(row);
  if (!content) return refuse('export_expired');
  return fileAnswer({ content, name: `my-data-${view.endedAt.slice(0, 10)}.zip`, bytes: view.bytes ?? 0 });
}
