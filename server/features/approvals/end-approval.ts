// SPDX-License-Identifier: Apache-2.0

import { recordAdminChange } from '../../platform/db/admin-changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import type { Refusal } from '../../platform/refusal.ts';
import * as store from './approval-store.ts';
import { findAwaited } from './ask-approval.ts';
import { carryOut, closeUnfit, type DecideDeps, decide, isOver } from './decide-approval.ts';
import { toWhy } from './rules.ts';

/** The job runs every minute. A longer gap means that no process served meanwhile. */
const standstillMs = 10 * 60_000;

/** Makes a change that waited out a delay wait for an administrator, if someone may approve it after all. */
async function waitForSecond(
  tx: Tx,
  row: store.ApprovalRow,
  told: readonly string[],
  { clock, settings }: DecideDeps,
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + settings.expiryMs);
  await store.waitForSecond(tx, row.id, expiresAt);
  await recordAdminChange(tx, {
    actorId: row.actorId,
    action: 'approval.postpone',
    subject: `approval:${row.id}`,
    before: { dueAt: row.dueAt?.toISOString() },
    after: { expiresAt: expiresAt.toISOString() },
  });
  const { id: approvalId, title, kind, coins, coinsLimit: limit } = row;
  const fact = { approvalId, title, why: toWhy({ kind, coins, limit }), until: expiresAt.toISOString() };
  for (const playerId of told) await publish(tx, 'approval.asked', { ...fact, playerId, isDelayed: false });
}

/**
 * Whether a change that waits out a delay is due. Standstills, and the time between a backup and its restore, do not
 * count, since nobody could object then.
 */
async function isDue(tx: Tx, row: store.ApprovalRow, dueAt: Date, now: Date): Promise<boolean> {
  const unseenMs = now.getTime() - (row.servedUntil ?? row.askedAt).getTime();
  const lostMs = unseenMs > standstillMs ? unseenMs : 0;
  const newDueAt = new Date(dueAt.getTime() + lostMs);
  if (newDueAt <= now) return true;
  await store.noteServed(tx, row.id, { servedUntil: now, dueAt: newDueAt });
  return false;
}

/**
 * Checks a waiting change and ends it if its time has passed: it expires, or is carried out if nobody could approve it
 * during the whole delay. Safe to repeat.
 */
export async function endApproval(approvalId: string, deps: DecideDeps): Promise<void> {
  const { db, clock } = deps;
  const outcome = await db.reports.transaction<Refusal | undefined>(async (tx) => {
    const now = clock.now();
    const row = await store.lockApproval(tx, approvalId);
    if (row?.status !== 'waiting') return undefined;
    if (row.dueAt) {
      const { isDelayed, told } = await findAwaited(tx, row, deps);
      if (!isDelayed) return void (await waitForSecond(tx, row, told, deps));
      if (!(await isDue(tx, row, row.dueAt, now))) return undefined;
      const unfit = await carryOut(tx, row, null, deps);
      if (unfit) return unfit;
    } else if (!isOver(row, now)) return undefined;
    const status = row.dueAt ? 'carried_out' : 'expired';
    await recordAdminChange(tx, await decide(tx, row, { status, at: now, by: null, reason: '' }));
    return undefined;
  });
  if (outcome) await closeUnfit({ approvalId, by: null, why: String(outcome.data?.why) }, deps);
}
