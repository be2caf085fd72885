// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Dispute } from '../../../../contract/disputes.ts';
import type { disputeFilters, disputeSorts } from '../../../../contract/disputes-admin.ts';
import { countedExactly } from '../../../../contract/paging.ts';
import { countFound } from '../../../platform/db/count-found.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { toPageSql } from '../../../platform/db/page.ts';

export interface DisputeRow {
  id: string;
  attemptId: string;
  playerId: string;
  words: string;
  link: string;
  openedAt: Date;
  promisedBy: Date;
  outcome: 'upheld' | 'won' | null;
  answer: string;
  decidedAt: Date | null;
}

const columns = sql`id, attempt_id, player_id, words, link, opened_at, promised_by, outcome, answer, decided_at`;

export function viewRuling({ outcome, answer, decidedAt }: DisputeRow): Dispute['ruling'] {
  return outcome && decidedAt ? { outcome, answer, at: decidedAt.toISOString() } : null;
}

export function viewDispute(row: DisputeRow): Dispute {
  const { id: _id, words, link, openedAt, promisedBy } = row;
  return {
    _id,
    words,
    link,
    openedAt: openedAt.toISOString(),
    promisedBy: promisedBy.toISOString(),
    ruling: viewRuling(row),
  };
}

export function findAttemptDispute(db: Queryable, attemptId: string): Promise<DisputeRow | undefined> {
  return db.row(sql`select ${columns} from disputes where attempt_id = ${attemptId}`);
}

export function findDispute(db: Queryable, id: string): Promise<DisputeRow | undefined> {
  return db.row(sql`select ${columns} from disputes where id = ${id}`);
}

/** Undefined if the attempt already has a dispute, even one that was added at the same moment. */
export function insertDispute(
  tx: Tx,
  dispute: Pick<DisputeRow, 'attemptId' | 'playerId' | 'words' | 'link' | 'openedAt' | 'promisedBy'>,
): Promise<DisputeRow | undefined> {
  const { attemptId, playerId, words, link, openedAt, promisedBy } = dispute;
  return tx.row<DisputeRow>(sql`
    insert into disputes (attempt_id, player_id, words, link, opened_at, promised_by)
    values (${attemptId}, ${playerId}, ${words}, ${link}, ${openedAt}, ${promisedBy})
    on conflict (attempt_id) do nothing returning ${columns}`);
}

/** Locks a dispute until the transaction ends. */
export function lockDispute(tx: Tx, id: string): Promise<DisputeRow | undefined> {
  return tx.row<DisputeRow>(sql`select ${columns} from disputes where id = ${id} for update`);
}

export async function recordRuling(
  tx: Tx,
  id: string,
  ruling: { outcome: 'upheld' | 'won'; answer: string; at: Date; by: string },
): Promise<void> {
  await tx.run(sql`
    update disputes set outcome = ${ruling.outcome}, answer = ${ruling.answer}, decided_at = ${ruling.at},
      decided_by = ${ruling.by}
    where id = ${id}`);
}

export interface DisputesQuery {
  search?: string | undefined;
  status?: (typeof disputeFilters)[number] | undefined;
  sort: (typeof disputeSorts)[number];
  order: 'asc' | 'desc';
  page: number;
  pageSize: number;
}

const toOrder = ({ sort, order }: DisputesQuery): Sql => {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return sort === 'openedAt'
    ? sql`opened_at ${direction}, id ${direction}`
    : // Waiting disputes come first in either direction, because their promised time is running.
      sql`decided_at is not null, promised_by ${direction}, id ${direction}`;
};

/**
 * A waiting dispute of a player whose account is being deleted can't be decided: it is restored, or deleted, with the
 * account. The scalar subquery looks up one player per waiting dispute; `exists` beside an `or` may read all players.
 */
const isDecidable = sql`
  (decided_at is not null or (select p.deleted_at is null from player_states p where p.id = disputes.player_id))`;

/** The condition for a status of the list. */
function hasStatus(status: DisputesQuery['status'], now: Date): Sql {
  const byStatus: Record<(typeof disputeFilters)[number], Sql> = {
    waiting: sql`decided_at is null`,
    overdue: sql`decided_at is null and promised_by <= ${now}`,
    upheld: sql`outcome = 'upheld'`,
    won: sql`outcome = 'won'`,
  };
  return sql`${status ? byStatus[status] : sql`true`} and ${isDecidable}`;
}

/** Players with disputes of this status, in no particular order. */
export async function listDisputants(
  db: Queryable,
  status: DisputesQuery['status'],
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ playerId: string }>(sql`
    select distinct player_id from disputes where ${hasStatus(status, now)} limit ${limit}`);
  return rows.map(({ playerId }) => playerId);
}

/**
 * A page of disputes.
 * @param playerIds players that match the search; undefined without a search
 */
export async function listDisputes(
  db: Queryable,
  query: DisputesQuery,
  { playerIds, now }: { playerIds: readonly string[] | undefined; now: Date },
): Promise<{ rows: DisputeRow[]; total: number; isEstimate: boolean }> {
  const found = sql`
    from disputes where ${hasStatus(query.status, now)}
      and ${playerIds ? sql`player_id = any (${[...playerIds]}::uuid[])` : sql`true`}`;
  const rows = await db.rows<DisputeRow>(sql`
    select ${columns} ${found} order by ${toOrder(query)}
    ${toPageSql(query)}`);
  return { rows, ...(await countFound(db, found, { exactUpTo: countedExactly, isWellEstimated: false })) };
}

/** How many disputes wait for a decision, and how many of them are past the promised time. */
export function countWaiting(db: Queryable, now: Date): Promise<{ waiting: number; overdue: number }> {
  return db.one(sql`
    select count(*) as waiting, count(*) filter (where promised_by <= ${now}) as overdue
    from disputes where decided_at is null and ${isDecidable}`);
}

/** A player's disputes for the export, oldest first. */
export function getPlayerDisputes(db: Queryable, playerId: string): Promise<DisputeRow[]> {
  return db.rows(sql`select ${columns} from disputes where player_id = ${playerId} order by opened_at, id`);
}

/** Deletes the player's undecided disputes. Decided ones lose their words, but the decision stays on record. */
export async function forgetDisputes(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from disputes where player_id = ${playerId} and decided_at is null`);
  await tx.run(sql`
    update disputes set words = '', link = '', answer = '' where player_id = ${playerId} and words <> ''`);
}
