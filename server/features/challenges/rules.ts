// SPDX-License-Identifier: Apache-2.0

import { type AttemptStatus, activeStatuses } from '../../../contract/attempt-statuses.ts';

/**
 * The only allowed changes of status. A decided attempt can only be voided, which cancels it, or count as won after
 * all, if people decide its dispute that way.
 */
const transitions: Record<AttemptStatus, readonly AttemptStatus[]> = {
  PENDING: ['IN_PROGRESS', 'WAITING_RECHECK', 'SUCCESS', 'FAILED', 'CANCELLED'],
  IN_PROGRESS: ['WAITING_RECHECK', 'SUCCESS', 'FAILED', 'CANCELLED'],
  // Back in progress: the match that was being confirmed was an old one, reported late.
  WAITING_RECHECK: ['IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED'],
  SUCCESS: ['CANCELLED'],
  FAILED: ['CANCELLED', 'SUCCESS'],
  CANCELLED: ['SUCCESS'],
};

export function isActive(status: AttemptStatus): boolean {
  return activeStatuses.includes(status);
}

/**
 * The status after a change; every change of status goes through here. An active attempt may also stay as it is.
 * @throws if the table does not allow the change: a bug, never a caller's mistake
 */
export function changedStatus(from: AttemptStatus, to: AttemptStatus): AttemptStatus {
  const isAllowed = transitions[from].includes(to) || (from === to && isActive(from));
  if (!isAllowed) throw new Error(`An attempt cannot change from ${from} to ${to}`);
  return to;
}

type Reward = { requiredPlacement: number; requiredKills: number; rewardGC: number };

/**
 * The highest reward among variants that are new, or pay more than before for the same placement and kills; 0 if none
 * is.
 */
export function highestRaise(variants: readonly Reward[], before: readonly Reward[]): number {
  const toType = ({ requiredPlacement, requiredKills }: Reward) => `${requiredPlacement}:${requiredKills}`;
  const was = new Map(before.map((variant) => [toType(variant), variant.rewardGC]));
  const raised = variants.filter((variant) => variant.rewardGC > (was.get(toType(variant)) ?? 0));
  return Math.max(0, ...raised.map(({ rewardGC }) => rewardGC));
}

/** The key of a game account whose id is not known before its first match. */
export function provisionalKey(name: string): string {
  return `name:${name.normalize('NFKC').toLowerCase()}`;
}

export function isProvisional(accountKey: string): boolean {
  return accountKey.startsWith('name:');
}
