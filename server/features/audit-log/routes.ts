// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { type AuditEntry, auditApi } from '../../../contract/audit.ts';
import type { Database } from '../../platform/db/database.ts';
import { mount } from '../../platform/http/route.ts';
import { findArchivedBefore } from '../../platform/months/archive-store.ts';
import type { People } from '../../ports.ts';
import { type AuditRow, readAuditBefore } from './admin-change-store.ts';

export interface AuditLogDeps extends Pick<People, 'searchUserIds'> {
  db: Database;
}

const actorsSearched = 200;

/** The log of administrators' changes and of looks at codes (docs/rules.md, Audit log). */
export function auditLogRoutes(app: FastifyInstance, { db, searchUserIds }: AuditLogDeps): void {
  mount(
    app,
    auditApi.list,
    async ({ query: { limit, from, until, ...filter } }) => {
      const searchedActors = filter.search ? await searchUserIds(filter.search, actorsSearched) : [];
      const times = { from: from ? new Date(from) : undefined, until: until ? new Date(until) : undefined };
      const rows = await readAuditBefore(db, { ...filter, ...times, searchedActors }, limit + 1);
      const archivedBefore = await findArchivedBefore(db, 'admin_changes');
      const list = rows.slice(0, limit).map(viewEntry);
      return {
        list,
        nextBefore: rows.length > limit ? (list.at(-1)?._id ?? null) : null,
        archivedBefore: archivedBefore?.toISOString() ?? null,
      };
    },
    { isLong: true },
  );
}

function viewEntry({ id, actorId, actorName, actorEmail, createdAt, ...row }: AuditRow): AuditEntry {
  return {
    _id: id,
    ...row,
    actor: { _id: actorId, name: actorName, email: actorEmail },
    createdAt: createdAt.toISOString(),
  };
}
