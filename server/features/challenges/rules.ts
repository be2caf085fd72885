import { type AttemptStatus, activeStatuses } from '../../../contract/attempt-statuses.ts';

const minuteMs = 60_000;

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

/** Background readings leave a fifth of the budget to entries, and entries half of it to them, however often anyone asks. */
export const backgroundShare = 0.8;
export const entryShare = 0.5;

export interface Pace {
  /** Requests that the game statistics allow, of all processes together. */
  requestsPerSecond: number;
  timeScale: number;
}

/** Milliseconds from one reading of an attempt to the next: a minute, longer when many are active. */
export function readingIntervalMs(activeAttempts: number, { requestsPerSecond, timeScale }: Pace): number {
  const neededMs = (activeAttempts / (requestsPerSecond * backgroundShare)) * 1000;
  return Math.ceil(Math.max(minuteMs / timeScale, neededMs));
}

/** Whether one more attempt would make readings rarer than every four minutes, too rare to tell matches apart. */
export function isTooBusy(activeAttempts: number, pace: Pace): boolean {
  return readingIntervalMs(activeAttempts + 1, pace) > (4 * minuteMs) / pace.timeScale;
}

/**
 * When to read again.
 * @param faultsInARow a source out of order is asked ever less often, down to every 8 minutes
 * @param ruleAt when the rules make the next reading matter, if that is sooner
 */
export function nextReadingAt(
  now: Date,
  intervalMs: number,
  { faultsInARow, ruleAt, timeScale }: { faultsInARow: number; ruleAt: string | null; timeScale: number },
): Date {
  const longestMs = Math.max(intervalMs, (8 * minuteMs) / timeScale);
  const regular = now.getTime() + Math.min(intervalMs * 2 ** Math.min(faultsInARow, 10), longestMs);
  const byRule = ruleAt === null ? Number.POSITIVE_INFINITY : Date.parse(ruleAt);
  return new Date(byRule > now.getTime() ? Math.min(regular, byRule) : regular);
}

/** How far back "recent" answers go when asking whether the source calls everybody private. */
export function recentMs(timeScale: number): number {
  return (20 * minuteMs) / timeScale;
}

/**
 * Whether "private" is a fault of the source rather than these players' choice: more than a fifth of those read
 * recently, and at least three, so that one player alone never makes it so.
 */
export function isSourceWide(recent: { read: number; private: number }): boolean {
  return recent.private >= 3 && recent.private * 5 > recent.read;
}

/** After a reading so long must pass before a player may ask for the next one. */
export function askedReadingGapMs(timeScale: number): number {
  return Math.ceil(minuteMs / 2 / timeScale);
}

/** How overdue a reading is before its job is taken for lost. */
export function lostAfterMs(timeScale: number): number {
  return Math.max(5_000, (3 * minuteMs) / timeScale);
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
