// SPDX-License-Identifier: Apache-2.0

import type { DataExport } from '../../../../contract/data-export.ts';
import type { DataExportRow } from './data-export-store.ts';

/** An export as its player sees it: expired from its expiry time on, even before a job removes the archive. */
export function viewExport(row: DataExportRow, now: Date): DataExport {
  const { id, status, sectionsDone, sectionCount, askedAt, endedAt, bytes, expiresAt } = row;
  const isOver = status === 'ready' && expiresAt !== null && expiresAt <= now;
  return {
    _id: id,
    status: isOver ? 'expired' : status,
    sectionsDone,
    sectionCount,
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    bytes,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
