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

/** The answer to a call that waits for approval; what its transaction has written is kept. */
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
 * Whom a change waits for: the administrators who may approve it. Where there are none it waits for its time, so that all
 * who might object do so, and they are told. But not where somebody changed lately what another administrator may do: a person who
 * keeps others from approving does not become the only one by that.
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
 * Why a change waits: it is large itself, or would exceed a daily limit. If it need not wait, it counts against the
 * daily limits from now on.
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
 * Decides whether a change may be made now. Above a limit it is stored instead, with everything needed to carry it out,
 * and waits for another administrator, or for a fixed time if no one may approve it (docs/rules/approvals.md).
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
    // Not by `changeAndRecord`: the call is refused, but its record stays.
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
