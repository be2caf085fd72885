// SPDX-License-Identifier: Apache-2.0

import sql, { join, raw, type Sql } from 'sql-template-tag';
import { maxAuditPage } from '../../../contract/audit-admin.ts';
import { containing, hasWord } from '../../platform/db/containing.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { firstIdAt } from '../../platform/db/first-id.ts';

export interface AuditRow {
  id: string;
  actorId: string;
  actorName: string;
  actorEmail: string;
  action: string;
  subject: string;
  before: unknown;
  after: unknown;
  reason: string;
  address: string;
  createdAt: Date;
}

export interface AuditFilter {
  search?: string | undefined;
  /** Administrators that match the search: their acts match too. */
  searchedActors: readonly string[];
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  before?: string | undefined;
}

const codeSubject = /^gift-card-code:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Entries about viewed codes are found by the code's id, since their subjects have no index. */
function isAbout(subject: string): Sql {
  const codeId = codeSubject.exec(subject)?.[1];
  return codeId
    ? sql`l.subject = ${subject} and (l.code_id is null or l.code_id = ${codeId})`
    : sql`l.subject = ${subject} and l.code_id is null`;
}

/**
 * How far an id's time may be from `created_at`: the transaction began earlier, and another machine's clock may differ.
 */
const idSlackMs = 3_600_000;

/**
 * The newest matching entries. PostgreSQL assumes that a limit passed as a parameter takes a tenth of the rows. It
 * would plan the statement at each call, which takes longer than reading the page. So a literal number states the
 * maximum. Searches by actor, action or word benefit from a plan per call: the fastest way depends on the number of
 * matches.
 */
function takeNewest(found: Sql, { search, actor, action }: AuditFilter, limit: number): Sql {
  const newest = sql`${found} order by l.id desc`;
  if (search || actor || action) return sql`${newest} limit ${limit}`;
  // One more than a page, which shows whether another page follows.
  const most = raw(String(maxAuditPage + 1));
  return sql`select * from (${newest} limit ${most}) newest order by id desc limit ${limit}`;
}

/** A page of the log, newest first: ids ascend with time, so a span of time is a range of ids. */
export function readAuditBefore(db: Queryable, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  const { search, searchedActors, actor, action, subject, from, until, before } = filter;
  const conditions = [sql`true`];
  if (search) {
    conditions.push(sql`(${hasWord(sql`l.words`, search)} or l.actor_id = any(${searchedActors}::uuid[]))`);
  }
  if (actor) conditions.push(sql`l.actor_id = ${actor}`);
  // Actions have no index, but words begin with them.
  if (action) conditions.push(sql`l.action = ${action} and l.words like lower(${containing(action)})`);
  if (subject) conditions.push(isAbout(subject));
  if (from) conditions.push(sql`l.created_at >= ${from} and l.id >= ${firstIdAt(+from - idSlackMs)}`);
  if (until) conditions.push(sql`l.created_at < ${until} and l.id < ${firstIdAt(+until + idSlackMs)}`);
  if (before) conditions.push(sql`l.id < ${before}::uuid`);
  const found = sql`
    select l.id, l.actor_id, l.action, l.subject, l.before, l.after, l.reason, l.address, l.created_at
    from audit_log l where ${join(conditions, ' and ')}`;
  return db.rows<AuditRow>(sql`
    with page as (${takeNewest(found, filter, limit)})
    select page.id, page.actor_id, p.name as actor_name, p.email as actor_email, page.action,
      page.subject, page.before, page.after, page.reason, page.address, page.created_at
    from page join player_states p on p.id = page.actor_id order by page.id desc`);
}
