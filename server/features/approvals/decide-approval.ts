// SPDX-License-Identifier: Apache-2.0

import {
  type ApprovalObstacle,
  type ApprovalStatus,
  approvalObstacles,
} from '../../../contract/approvals-admin.ts';
import { errorMessage } from '../../../contract/errors.ts';
import type { CarryOut } from '../../approval-ports.ts';
import { changeOnce, recordAdminChange } from '../../platform/db/admin-changes.ts';
import { callAs } from '../../platform/db/caller.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { HoldRights } from '../../ports.ts';
import * as store from './approval-store.ts';
import type { AskDeps } from './ask-approval.ts';
import { insertGrants } from './coin-limits/coin-limit-queries.ts';
import { toDay } from './coin-limits/limit-coins.ts';
import { findObstacle } from './rules.ts';

export interface DecideDeps extends AskDeps {
  db: Database;
  holdRights: HoldRights;
  /** The functions that carry out changes, by operation. */
  approvable: () => Readonly<Record<string, CarryOut>>;
}

export interface Decided {
  _id: string;
  status: ApprovalStatus;
}

interface Decide {
  actorId: string;
  approvalId: string;
  reason: string;
  idempotencyKey: string;
}

/** Names of the actions in the audit log. */
const actions = {
  carried_out: 'carry-out',
  refused: 'refuse',
  withdrawn: 'withdraw',
  expired: 'expire',
  unfit: 'find-unfit',
} as const;

/**
 * Stores a decision and returns its audit log entry. `changeOnce` records that entry for a call; for a decision by
 * time, the caller does.
 */
export async function decide(tx: Tx, row: store.ApprovalRow, decision: store.Decision) {
  const { status, by, reason } = decision;
  await store.decideApproval(tx, row.id, decision);
  const { id: approvalId, actorId: playerId, title } = row;
  await publish(tx, 'approval.decided', { approvalId, playerId, title, status });
  return {
    actorId: by ?? row.actorId,
    action: `approval.${actions[status]}`,
    subject: `approval:${approvalId}`,
    before: { status: row.status },
    after: { status, subject: row.subject, isByTime: by === null },
    reason,
  };
}

/** Why an administrator may not approve; undefined if they may. */
export async function obstacleFor(
  tx: Tx,
  approverId: string,
  row: store.ApprovalRow,
  { clock, settings, listOfficers }: AskDeps,
): Promise<ApprovalObstacle | undefined> {
  const officers = await listOfficers(tx);
  const officer = officers.find(({ playerId }) => playerId === approverId);
  return officer ? findObstacle(officer, row, { officers, now: clock.now(), ...settings }) : 'permission';
}

/**
 * Carries out a change on behalf of the administrator who requested it, who must still be allowed to make it. Records
 * no network address, since that administrator is not the caller. A refusal gives its reason in words.
 */
export async function carryOut(
  tx: Tx,
  row: store.ApprovalRow,
  approverId: string | null,
  { holdRights, approvable, coinLimits, clock }: DecideDeps,
): Promise<Refusal | undefined> {
  const { id: approvalId, actorId, operation, permission, input, before, after, makes, reason } = row;
  const unfit = (why: string) => refuse('approval_unfit', { why });
  if (!(await holdRights(tx, actorId)).has(permission)) {
    return unfit('The administrator who asked no longer has this permission.');
  }
  const work = approvable()[operation];
  if (!work) throw new Error(`nobody carries out ${operation}`);
  const approved = { actorId, input, before, after, reason, approvalId, approverId };
  const done = await callAs({ playerId: actorId, access: null, address: '' }, () => work(tx, approved));
  if (isRefusal(done)) return unfit(errorMessage(done.refused, done.data));
  if (coinLimits.isOn) await insertGrants(tx, { day: toDay(clock.now()), actorId, approvalId }, makes);
  return undefined;
}

/** Closes a change that turned out to be unfit, after carrying it out was rolled back. */
export async function closeUnfit(
  { approvalId, by, why }: { approvalId: string; by: string | null; why: string },
  { db, clock }: DecideDeps,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await store.lockApproval(tx, approvalId);
    if (row?.status !== 'waiting') return;
    const decision = { status: 'unfit', at: clock.now(), by, reason: why } as const;
    await recordAdminChange(tx, await decide(tx, row, decision));
  });
}

export function isOver({ expiresAt, dueAt }: store.ApprovalRow, now: Date): boolean {
  return ((expiresAt ?? dueAt) as Date) <= now;
}

/** For a locked row. An expired request counts as decided even before the job has closed it. */
function requireWaiting(row: store.ApprovalRow | undefined, now: Date): Refusal | undefined {
  if (!row) return refuse('not_found');
  if (row.status !== 'waiting') return refuse('approval_decided', { status: row.status.replace('_', ' ') });
  return row.expiresAt && isOver(row, now) ? refuse('approval_decided', { status: 'expired' }) : undefined;
}

/**
 * Carries out a change as it was requested, checked again, and only once. Refuses `not_found`, `approval_decided`,
 * `approval_not_yours`, and `approval_unfit` if it no longer fits, which closes it.
 */
export async function approve(
  { actorId, approvalId, reason, idempotencyKey }: Decide,
  deps: DecideDeps,
): Promise<Decided | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: 'approval.approve', approvalId, reason },
  };
  // Uses the connections for reports, since some changes sum up long lists.
  const outcome = await deps.db.reports.transaction<Decided | Refusal>(async (tx) => {
    const row = await store.lockApproval(tx, approvalId);
    return changeOnce<Decided>(tx, request, async () => {
      const refusal = requireWaiting(row, deps.clock.now());
      if (refusal || !row) return refusal ?? refuse('not_found');
      const obstacle = await obstacleFor(tx, actorId, row, deps);
      if (obstacle) return refuse('approval_not_yours', { why: approvalObstacles[obstacle], obstacle });
      const unfit = await carryOut(tx, row, actorId, deps);
      if (unfit) return unfit;
      const decision = { status: 'carried_out', at: deps.clock.now(), by: actorId, reason } as const;
      return { answer: { _id: row.id, status: 'carried_out' }, change: await decide(tx, row, decision) };
    });
  });
  if (isRefusal(outcome) && outcome.refused === 'approval_unfit') {
    await closeUnfit({ approvalId, by: actorId, why: String(outcome.data?.why) }, deps);
  }
  return outcome;
}

/**
 * Refuses a change, or withdraws the administrator's own; it is never carried out. Refuses `not_found` and
 * `approval_decided`.
 */
export function refuseApproval(
  { actorId, approvalId, reason, idempotencyKey }: Decide,
  deps: DecideDeps,
): Promise<Decided | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: 'approval.refuse', approvalId, reason },
  };
  return deps.db.transaction<Decided | Refusal>(async (tx) => {
    const row = await store.lockApproval(tx, approvalId);
    return changeOnce<Decided>(tx, request, async () => {
      const refusal = requireWaiting(row, deps.clock.now());
      if (refusal || !row) return refusal ?? refuse('not_found');
      const status = row.actorId === actorId ? 'withdrawn' : 'refused';
      const change = await decide(tx, row, { status, at: deps.clock.now(), by: actorId, reason });
      return { answer: { _id: row.id, status }, change };
    });
  });
}
