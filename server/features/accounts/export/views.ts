// SPDX-License-Identifier: Apache-2.0

import type { DataExport } from '../../../../contract/data-export.ts';
import type { DataExportRow } from './data-export-store.ts';

/** As its player sees it: expired from the moment on, whether its archive was taken away yet or not. */
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
