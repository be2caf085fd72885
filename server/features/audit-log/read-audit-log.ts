// SPDX-License-Identifier: Apache-2.0

import type { z } from 'zod';
import type { AuditEntry, auditApi } from '../../../contract/audit-admin.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/to-page.ts';
import { viewRow } from '../../platform/view-row.ts';
import type { People } from '../../ports.ts';
import { type AuditRow, readAuditBefore } from './audit-log-store.ts';

export interface AuditLogDeps extends Pick<People, 'searchUserIds'> {
  db: Database;
  /** How many whole months entries are kept; undefined: all. */
  retentionMonths: number | undefined;
}

const actorsSearched = 200;

function viewEntry({ actorId, actorName, actorEmail, ...row }: AuditRow): AuditEntry {
  return { ...viewRow(row), actor: { _id: actorId, name: actorName, email: actorEmail } };
}

/** A page of the log, newest first. */
export async function readAuditLog(
  { limit, from, until, ...filter }: z.output<typeof auditApi.list.query>,
  { db, searchUserIds, retentionMonths }: AuditLogDeps,
) {
  const searchedActors = filter.search ? await searchUserIds(filter.search, actorsSearched) : [];
  const times = { from: from ? new Date(from) : undefined, until: until ? new Date(until) : undefined };
  const rows = await readAuditBefore(db, { ...filter, ...times, searchedActors }, limit + 1);
  return { ...toPage(rows.map(viewEntry), limit), keptMonths: retentionMonths ?? null };
}
