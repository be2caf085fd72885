// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { ApprovalKind, ApprovalStatus } from '../../../contract/approvals-admin.ts';
import type { ActedWay } from '../../../contract/coin-limits-admin.ts';
import type { Permission } from '../../../contract/permissions.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { toPageSql } from '../../platform/db/page.ts';

export interface ApprovalRow {
  id: string;
  operation: string;
  permission: Permission;
  actorId: string;
  playerId: string | null;
  kind: ApprovalKind;
  title: string;
  subject: string;
  coins: number | null;
  coinsLimit: number;
  before: unknown;
  after: unknown;
  reason: string;
  /** Coins that carrying it out creates. */
  makes: { way: ActedWay; coins: number }[];
  /** Null after the decision. */
  input: unknown;
  status: ApprovalStatus;
  askedAt: Date;
  expiresAt: Date | null;
  dueAt: Date | null;
  /** Until when a running process let administrators refuse it; null: not checked yet. */
  servedUntil: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  decisionReason: string;
}

const columns = sql`
  id, operation, permission, actor_id, player_id, kind, title, subject, coins, coins_limit, before, after, reason, makes, input,
  status, asked_at, expires_at, due_at, served_until, decided_at, decided_by, decision_reason`;

export type NewApproval = Omit<
  ApprovalRow,
  'id' | 'status' | 'servedUntil' | 'decidedAt' | 'decidedBy' | 'decisionReason'
> & { inputHash: Buffer };

/** Undefined if the same administrator has already made the same request and it still waits. */
export function insertApproval(tx: Tx, asked: NewApproval): Promise<ApprovalRow | undefined> {
  return tx.row<ApprovalRow>(sql`
    insert into approvals (operation, permission, actor_id, player_id, kind, title, subject, coins, coins_limit, before,
      after, reason, makes, input, input_hash, asked_at, expires_at, due_at)
    values (${asked.operation}, ${asked.permission}, ${asked.actorId}, ${asked.playerId}, ${asked.kind}, ${asked.title},
      ${asked.subject}, ${asked.coins}, ${asked.coinsLimit}, ${JSON.stringify(asked.before)}, ${JSON.stringify(asked.after)},
      ${asked.reason}, ${JSON.stringify(asked.makes)}, ${JSON.stringify(asked.input)}, ${asked.inputHash}, ${asked.askedAt}, ${asked.expiresAt}, ${asked.dueAt})
    on conflict (actor_id, operation, input_hash) where status = 'waiting' do nothing
    returning ${columns}`);
}

/** The waiting request with exactly the same input. */
export function findAlike(
  tx: Tx,
  { actorId, operation, inputHash }: Pick<NewApproval, 'actorId' | 'operation' | 'inputHash'>,
): Promise<ApprovalRow | undefined> {
  return tx.row<ApprovalRow>(sql`
    select ${columns} from approvals
    where actor_id = ${actorId} and operation = ${operation} and input_hash = ${inputHash} and status = 'waiting'`);
}

/** Locks a request, so that only one decision at a time is made about it. */
export function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  return tx.row<ApprovalRow>(sql`select ${columns} from approvals where id = ${id} for update`);
}

export interface Decision {
  status: Exclude<ApprovalStatus, 'waiting'>;
  at: Date;
  by: string | null;
  reason: string;
}

export async function decideApproval(
  tx: Tx,
  id: string,
  { status, at, by, reason }: Decision,
): Promise<void> {
  await tx.run(sql`
    update approvals set status = ${status}, decided_at = ${at}, decided_by = ${by}, decision_reason = ${reason},
      input = null
    where id = ${id} and status = 'waiting'`);
}

/** Waiting requests whose time has passed, and all that wait out a delay; earliest end first. */
export async function findToEnd(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from approvals where status = 'waiting' and (due_at is not null or expires_at <= ${now})
    order by coalesce(expires_at, due_at), id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Records that a locked request could be refused until now, and when it is due. */
export async function noteServed(
  tx: Tx,
  id: string,
  { servedUntil, dueAt }: { servedUntil: Date; dueAt: Date },
): Promise<void> {
  await tx.run(sql`update approvals set served_until = ${servedUntil}, due_at = ${dueAt} where id = ${id}`);
}

/** Makes a locked request that waited out a delay wait for an administrator from now on. */
export async function waitForSecond(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx.run(sql`update approvals set due_at = null, expires_at = ${expiresAt} where id = ${id}`);
}

const isWaiting = sql`status = 'waiting'`;
const isDecided = sql`status <> 'waiting'`;
const orders = {
  waiting: { where: isWaiting, order: sql`coalesce(expires_at, due_at), id` },
  decided: { where: isDecided, order: sql`decided_at desc, id desc` },
} as const satisfies Record<string, { where: Sql; order: Sql }>;

export async function listApprovals(
  db: Queryable,
  { show, page, pageSize }: { show: keyof typeof orders; page: number; pageSize: number },
): Promise<{ rows: ApprovalRow[]; total: number }> {
  const { where, order } = orders[show];
  const rows = await db.rows<ApprovalRow>(sql`
    select ${columns} from approvals where ${where} order by ${order}
    ${toPageSql({ page, pageSize })}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from approvals where ${where}`,
  );
  return { rows, total };
}

/** Each waiting request's author and the account concerned, which is all that the badge in the navigation needs. */
export function listWaiting(
  db: Queryable,
): Promise<Pick<ApprovalRow, 'actorId' | 'playerId' | 'permission' | 'askedAt'>[]> {
  return db.rows(sql`select actor_id, player_id, permission, asked_at from approvals where ${isWaiting}`);
}

/** Closes waiting requests that were made by or concern an account being deleted: they are never carried out. */
export async function closeForPerson(tx: Tx, playerId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update approvals set status = 'unfit', decided_at = ${at}, decision_reason = 'The account is gone.', input = null
    where status = 'waiting' and (actor_id = ${playerId} or player_id = ${playerId})`);
}

/** Requests that concern a player's account, for the export. */
export async function* exportApprovals(db: Queryable, playerId: string) {
  const rows = await db.rows<ApprovalRow>(sql`
    select ${columns} from approvals where player_id = ${playerId} order by id`);
  for (const { title, coins, status, askedAt, decidedAt } of rows) {
    yield {
      title,
      coins,
      status,
      askedAt: askedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    };
  }
}
