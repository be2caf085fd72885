// SPDX-License-Identifier: Apache-2.0

import './domain-events.ts';
import type { ApprovalAsked, ApprovalMeasure, AskApproval, ListOfficers } from '../../approval-ports.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../platform/clock.ts';
import { recordAdminChange } from '../../platform/db/admin-changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inputHash } from '../../platform/db/idempotency.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { type ApprovalRow, findAlike, insertApproval, type NewApproval } from './approval-store.ts';
import { grantCoins } from './coin-limits/limit-coins.ts';
import { type Excess, findExcess, findObstacle, toWait, toWhy } from './rules.ts';

export interface AskDeps {
  clock: Clock;
  settings: Config['approvals'];
  coinLimits: Config['coinLimits'];
  listOfficers: ListOfficers;
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

/**
 * The administrators who may approve a change; and those to notify if there are none: the one who asked, and all who
 * might object.
 */
async function findTold(
  tx: Tx,
  asked: ApprovalAsked,
  now: Date,
  { settings, listOfficers }: AskDeps,
): Promise<{ approvers: string[]; objectors: string[] }> {
  const officers = await listOfficers(tx);
  const request = { ...asked, playerId: asked.playerId ?? null };
  const approvers = officers.filter((one) => !findObstacle(one, request, { now, ...settings }));
  const objectors = officers.filter(({ permissions }) => permissions.has('approvals:decide'));
  const toId = ({ playerId }: { playerId: string }) => playerId;
  return {
    approvers: approvers.map(toId),
    objectors: [...new Set([asked.actorId, ...objectors.map(toId)])],
  };
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
 * and waits for another administrator, or for a fixed time if no one may approve it (docs/rules.md, Approvals).
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
    const { approvers, objectors } = await findTold(tx, asked, now, deps);
    const isDelayed = approvers.length === 0;
    const end = new Date(now.getTime() + (isDelayed ? settings.delayMs : settings.expiryMs));
    const alike = { actorId, operation, inputHash: inputHash({ input, reason }) };
    const row = await insertApproval(tx, {
      ...alike,
      permission,
      playerId: asked.playerId ?? null,
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
      askedAt: now,
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
    for (const playerId of isDelayed ? objectors : approvers) {
      const told = { approvalId: row.id, playerId, title, why, isDelayed, until: end.toISOString() };
      await publish(tx, 'approval.asked', told);
    }
    return toAnswer(row);
  };
}
