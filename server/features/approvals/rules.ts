// SPDX-License-Identifier: Apache-2.0

import { formatAmount } from '../../../contract/amounts.ts';
import type { ApprovalKind, ApprovalLimits, ApprovalObstacle } from '../../../contract/approvals-admin.ts';
import type { Permission } from '../../../contract/permissions.ts';
import type { ApprovalMeasure, Officer } from '../../approval-ports.ts';

/** The reason why a change waits. */
export interface Excess {
  kind: ApprovalKind;
  coins: number | null;
  limit: number;
}

/** The first measure above its limit; undefined if the change need not wait. */
export function findExcess(measures: readonly ApprovalMeasure[], limits: ApprovalLimits): Excess | undefined {
  const excess = measures.find(
    ({ kind, coins, isAlways }) => isAlways || coins === null || coins > limits[kind],
  );
  return excess && { kind: excess.kind, coins: excess.coins, limit: limits[excess.kind] };
}

export interface Asked {
  actorId: string;
  /** The player whose account it concerns. */
  playerId: string | null;
  permission: Permission;
  askedAt: Date;
}

interface Office {
  /** All administrators. */
  officers: readonly Officer[];
  now: Date;
  /** How long administrators must have had their role before they count independently of their appointers. */
  minOfficeMs: number;
}

/** The requesters: the administrator, and their appointers if they were appointed recently. */
function findAskers({ actorId, askedAt }: Asked, { officers, minOfficeMs }: Office): Set<string> {
  const asker = officers.find(({ playerId }) => playerId === actorId);
  const isFresh = asker && askedAt.getTime() - asker.since.getTime() < minOfficeMs;
  return new Set([actorId, ...(isFresh ? asker.appointedBy : [])]);
}

/**
 * Why an administrator may not approve a request; undefined if they may (docs/rules/approvals.md). Also checks whether
 * one of the two appointed the other, directly or further up the chain.
 */
export function findObstacle(officer: Officer, asked: Asked, office: Office): ApprovalObstacle | undefined {
  const { actorId, playerId, permission } = asked;
  if (officer.playerId === actorId) return 'own';
  if (officer.playerId === playerId) return 'benefits';
  if (!officer.permissions.has(permission) || !officer.permissions.has('approvals:decide')) {
    return 'permission';
  }
  const askers = findAskers(asked, office);
  if ([officer.playerId, ...officer.appointedBy].some((id) => askers.has(id))) return 'appointed';
  return office.now.getTime() - officer.since.getTime() < office.minOfficeMs ? 'office' : undefined;
}

const measured: Record<Exclude<ApprovalKind, 'ruling' | 'priceCut' | 'belowCost'>, string> = {
  adjustment: 'An adjustment',
  payout: 'A payout',
  package: 'A package',
  packagePerDollar: 'A price per dollar',
  challengeReward: 'A reward',
  limit: 'A raise of a limit',
  daily: 'What would be made today',
};

/** The reason for waiting, as the beginning of a sentence. */
export function toWhy({ kind, coins, limit }: Excess): string {
  if (kind === 'ruling') return 'Deciding a dispute as won always needs two people';
  if (coins === null) return 'This has no upper limit';
  if (kind === 'priceCut') return `A price cut of ${coins}% within 30 days is above the limit of ${limit}%`;
  if (kind === 'belowCost') return `The price is ${formatAmount(coins)} GC below what a code cost`;
  return `${measured[kind]} of ${formatAmount(coins)} GC is above the limit of ${formatAmount(limit)} GC`;
}

const hourMs = 3_600_000;

/** The end of the waiting, as the end of a sentence. */
export function toWait({ isDelayed, waitMs }: { isDelayed: boolean; waitMs: number }): string {
  const hours = `${formatAmount(waitMs / hourMs)} h`;
  return isDelayed
    ? `${hours}, because nobody else can approve it. You can withdraw it until then`
    : `for a second administrator, ${hours} at most`;
}
