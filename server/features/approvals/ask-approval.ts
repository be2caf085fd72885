// SPDX-License-Identifier: Apache-2.0

import './domain-events.ts';
import type {
  ApprovalMeasure,
  AskApproval,
  ListOfficers,
  Officer,
  WereOfficersChanged,
} from '../../approval-ports.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../platform/clock.ts';
import { recordAdminChange } from '../../platform/db/admin-changes.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { inputHash } from '../../platform/db/idempotency.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { type ApprovalRow, findAlike, insertApproval, type NewApproval } from './approval-store.ts';
import { grantCoins } from './coin-limits/limit-coins.ts';
import { type Asked, type Excess, findExcess, findObstacle, toWait, toWhy } from './rules.ts';

export interface AskDeps {
  clock: Clock;
  settings: Config['approvals'];
  coinLimits: Config['coinLimits'];
  listOfficers: ListOfficers;
  wereOfficersChanged: WereOfficersChanged;
}

/** The answer to a call that waits for approval; the transaction's writes are kept. */
function toAnswer(row: ApprovalRow): Refusal {
  const { id, kind, coins, coinsLimit, askedAt, expiresAt, dueAt } = row;
  const end = (expiresAt ?? dueAt) as Date;
  const waitMs = end.getTime() - askedAt.getTime();
  return {
    refused: 'waits_for_approval',
    keepsWork: true,
    data: {
      approvalId: id,
      why: toWhy({ kind, coins, limit: coinsLimit }),
      wait: toWait({ isDelayed: dueAt !== null, waitMs }),
      expiresAt: expiresAt?.toISOString() ?? null,
      dueAt: dueAt?.toISOString() ?? null,
    },
  };
}

const toId = ({ playerId }: Officer) => playerId;

/**
 * The administrators who may approve a change. If nobody may, the change waits out a delay, and everyone who might
 * object is notified. The exception: if an administrator's rights were changed recently, the change keeps waiting. So
 * nobody becomes the only decider by removing the others.
 */
export async function findAwaited(
  db: Queryable,
  asked: Asked,
  { clock, settings, listOfficers, wereOfficersChanged }: AskDeps,
): Promise<{ isDelayed: boolean; told: string[] }> {
  const officers = await listOfficers(db);
  const office = { officers, now: clock.now(), minOfficeMs: settings.minOfficeMs };
  const approvers = officers.filter((one) => !findObstacle(one, asked, office)).map(toId);
  const since = new Date(asked.askedAt.getTime() - settings.minOfficeMs);
  if (approvers.length > 0 || (await wereOfficersChanged(db, { except: asked.actorId, since }))) {
    return { isDelayed: false, told: approvers };
  }
  const objectors = officers.filter(({ permissions }) => permissions.has('approvals:decide'));
  return { isDelayed: true, told: [...new Set([asked.actorId, ...objectors.map(toId)])] };
}

/**
 * Why a change waits: it is large, or would exceed a daily limit. If it need not wait, it counts against the daily
 * limits from now on.
 */
async function findReason(
  tx: Tx,
  {
    measures,
    ...act
  }: { actorId: string; measures: readonly ApprovalMeasure[]; makes: NewApproval['makes'] },
  { clock, settings, coinLimits }: AskDeps,
): Promise<Excess | undefined> {
  const excess = settings.isDemanded ? findExcess(measures, settings.limits) : undefined;
  if (excess) return excess;
  const crossed = await grantCoins(tx, { ...act, at: clock.now() }, coinLimits);
  return crossed && { kind: 'daily', ...crossed };
}

/**
 * Decides whether a change may be made now. Above a limit, this stores it with all its input instead; it waits for
 * another administrator, or for a fixed time if nobody may approve it (docs/rules/approvals.md).
 */
export function createAskApproval(deps: AskDeps): AskApproval {
  const { clock, settings, coinLimits } = deps;
  return async (tx, asked) => {
    if (!settings.isDemanded && !coinLimits.isOn) return undefined;
    const measures = await asked.measure();
    const makes = measures.flatMap((one) => (one.makes && one.makes.coins > 0 ? [one.makes] : []));
    const excess = await findReason(tx, { actorId: asked.actorId, measures, makes }, deps);
    if (!excess) return undefined;
    const { actorId, operation, permission, title, subject, before, after, input, reason = '' } = asked;
    const now = clock.now();
    const request = { actorId, permission, playerId: asked.playerId ?? null, askedAt: now };
    const { isDelayed, told } = await findAwaited(tx, request, deps);
    const end = new Date(now.getTime() + (isDelayed ? settings.delayMs : settings.expiryMs));
    const alike = { actorId, operation, inputHash: inputHash({ input, reason }) };
    const row = await insertApproval(tx, {
      ...alike,
      ...request,
      kind: excess.kind,
      title,
      subject,
      coins: excess.coins,
      coinsLimit: excess.limit,
      before,
      after,
      reason,
      input,
      makes,
      expiresAt: isDelayed ? null : end,
      dueAt: isDelayed ? end : null,
    });
    if (!row) return toAnswer((await findAlike(tx, alike)) as ApprovalRow);
    // `changeAndRecord` does not fit: the call is refused, but its record stays.
    await recordAdminChange(tx, {
      actorId,
      action: 'approval.ask',
      subject: `approval:${row.id}`,
      before: null,
      after: { operation, subject, coins: excess.coins, limit: excess.limit, isDelayed },
      reason,
    });
    const why = toWhy(excess);
    for (const playerId of told) {
      const fact = { approvalId: row.id, playerId, title, why, isDelayed, until: end.toISOString() };
      await publish(tx, 'approval.asked', fact);
    }
    return toAnswer(row);
  };
}
