// SPDX-License-Identifier: Apache-2.0

import { type AttemptStatus, activeStatuses } from '../../../contract/attempt-statuses.ts';

/**
 * The only changes of status there are. A decided attempt is only ever voided, which cancels it, or counts as won after all,
 * where people decide its dispute so.
 */
const transitions: Record<AttemptStatus, readonly AttemptStatus[]> = {
  PENDING: ['IN_PROGRESS', 'WAITING_RECHECK', 'SUCCESS', 'FAILED', 'CANCELLED'],
  IN_PROGRESS: ['WAITING_RECHECK', 'SUCCESS', 'FAILED', 'CANCELLED'],
  // Back in progress: the match that was being confirmed turned out to be an old one, reported late.
  WAITING_RECHECK: ['IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED'],
  SUCCESS: ['CANCELLED'],
  FAILED: ['CANCELLED', 'SUCCESS'],
  CANCELLED: ['SUCCESS'],
};

export function isActive(status: AttemptStatus): boolean {
  return activeStatuses.includes(status);
}

/**
 * The status after a change, the only way to one; an active attempt may also stay as it is.
 * @throws where the table does not allow it: a bug, never a caller's mistake
 */
export function changedStatus(from: AttemptStatus, to: AttemptStatus): AttemptStatus {
  const isAllowed = transitions[from].includes(to) || (from === to && isActive(from));
  if (!isAllowed) throw new Error(`An attempt cannot change from ${from} to ${to}`);
  return to;
}

type Reward = { requiredPlacement: number; requiredKills: number; rewardGC: number };

/** The highest reward of those that are new, or more than before for the same place and kills; 0 where none is. */
export function highestRaise(variants: readonly Reward[], before: readonly Reward[]): number {
  const toType = ({ requiredPlacement, requiredKills }: Reward) => `${requiredPlacement}:${requiredKills}`;
  const was = new Map(before.map((variant) => [toType(variant), variant.rewardGC]));
  const raised = variants.filter((variant) => variant.rewardGC > (was.get(toType(variant)) ?? 0));
  return Math.max(0, ...raised.map(({ rewardGC }) => rewardGC));
}

/** What an Epic account without an id is known by until its first match. */
export function provisionalKey(epicName: string): string {
  return `name:${epicName.normalize('NFKC').toLowerCase()}`;
}

export function isProvisional(epicAccountKey: string): boolean {
  return epicAccountKey.startsWith('name:');
}
