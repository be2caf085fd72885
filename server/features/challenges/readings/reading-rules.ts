// SPDX-License-Identifier: Apache-2.0

import type { OpenReason } from '../../../../contract/verdict-terms.ts';
import { slotSpacingMs } from '../../../providers/game-stats/source-budget-store.ts';

/**
 * When attempts are read (docs/rules.md, Reading the statistics). Every request counts against one budget, so an attempt
 * is read when a result can be there, and more rarely the more attempts wait for theirs.
 */
const minuteMs = 60_000;

/** Background readings leave three twentieths of the budget to entries, and entries half of it to them, however often anyone asks. */
export const backgroundShare = 0.85;
export const entryShare = 0.5;

export interface Pace {
  /** Requests that the game statistics allow, of all processes together. */
  requestsPerSecond: number;
  timeScale: number;
}

/** Beyond this age nothing new can begin, and a result is only late: it is looked for more rarely. */
const lateAfterMs = 40 * minuteMs;
const lateGapMs = 10 * minuteMs;
/** So often are attempts read at least that may yet be played: more rarely matches could not be told apart. */
const rarestGapMs = 4 * minuteMs;
/** Entries end a little sooner: readings of those that entered just now are still to come. */
const fullGapMs = 3.75 * minuteMs;

/** What counts as young in the load of readings: attempts that began after this moment. */
export function youngSince(now: Date, timeScale: number): Date {
  return new Date(now.getTime() - lateAfterMs / timeScale);
}

/** Active attempts as readings weigh them: late ones are read more rarely. */
export function readingLoad({ young, late }: { young: number; late: number }): number {
  return young + late * (rarestGapMs / lateGapMs);
}

/** Milliseconds from one reading of an attempt to the next: two minutes, longer when many are active. */
export function readingIntervalMs(load: number, { requestsPerSecond, timeScale }: Pace): number {
  const neededMs = (load * slotSpacingMs({ requestsPerSecond })) / backgroundShare;
  return Math.ceil(Math.max((2 * minuteMs) / timeScale, neededMs));
}

/** What is asked of readings, and what they have. */
export interface Demand {
  load: number;
  pace: Pace;
  /** How late readings are. */
  overdueMs: number;
}

/**
 * Whether one more attempt would make readings rarer than every four minutes, too rare to tell matches apart; or they are so
 * late already that they are, even if the keys were granted more: nobody takes them, or the source is slow.
 */
export function isTooBusy({ load, pace, overdueMs }: Demand): boolean {
  const intervalMs = readingIntervalMs(load + 1, pace);
  return intervalMs > fullGapMs / pace.timeScale || overdueMs > Math.max(intervalMs, 5_000);
}

/**
 * So many overdue readings say nothing of the others: their jobs got lost, or fail time and again, and must not keep
 * everybody out.
 */
export function strayReadings(running: number): number {
  return Math.max(10, Math.floor(running / 100));
}

/** From so many matches on their mean says how long the next one may last. */
const enoughMatches = 10;
const usualMatchMinutes = 8;

/**
 * How long after it can begin a match may be reported at the soonest, in milliseconds: half the length of this player's
 * matches and the time to get into one and to be reported; 4 to 8 minutes. Shorter matches are seen a little later.
 */
export function firstLookMs(
  { matches, minutesPlayed }: { matches: number; minutesPlayed: number },
  timeScale: number,
): number {
  const usual = matches >= enoughMatches ? minutesPlayed / matches : usualMatchMinutes;
  return (Math.min(8, Math.max(4, 2 + usual / 2)) * minuteMs) / timeScale;
}

export interface ReadingPlan {
  reason: OpenReason;
  startedAt: Date;
  /** What is waited for cannot have begun before: the start, or the end of the last match that is no part of the attempt. */
  since: Date;
  firstLookMs: number;
  /** `readingIntervalMs` now. */
  intervalMs: number;
  faultsInARow: number;
  /** When the rules make the next reading matter (ISO). */
  ruleAt: string | null;
  timeScale: number;
}

/** After a reading the next one of the attempt comes no sooner, even if the rules and the clocks of processes say so. */
const leastGapMs = minuteMs / 4;

/**
 * When to read again. Nothing is looked for before it can be there; a match that is being confirmed is read when that
 * decides. In between it is every two minutes, three once most matches would be over, ten once it can only be late, and
 * never sooner than the load allows. A source out of order is asked ever less often, down to every 8 minutes.
 */
export function nextReadingAt(now: Date, plan: ReadingPlan): Date {
  return new Date(Math.max(plannedAt(now, plan), now.getTime() + leastGapMs / plan.timeScale));
}

function plannedAt(now: Date, plan: ReadingPlan): number {
  const { reason, faultsInARow, timeScale, firstLookMs: lookMs } = plan;
  const ruleAt = plan.ruleAt === null ? Number.POSITIVE_INFINITY : Date.parse(plan.ruleAt);
  if (reason === 'confirming' && Number.isFinite(ruleAt)) return ruleAt;
  const isAwaiting = reason === 'awaiting-match' || reason === 'awaiting-report';
  const firstAt = plan.since.getTime() + lookMs;
  // A look that came a moment early, by another clock, is the first one all the same.
  if (isAwaiting && firstAt > now.getTime() + minuteMs / 2 / timeScale) return firstAt;
  const gapMs = Math.max(plan.intervalMs, isAwaiting ? plannedGapMs(now, plan) : 0);
  const longestMs = Math.max(gapMs, (8 * minuteMs) / timeScale);
  const regular = now.getTime() + Math.min(gapMs * 2 ** Math.min(faultsInARow, 10), longestMs);
  return ruleAt > now.getTime() ? Math.min(regular, ruleAt) : regular;
}

function plannedGapMs(now: Date, { startedAt, since, timeScale }: ReadingPlan): number {
  const minutesSince = (at: Date) => ((now.getTime() - at.getTime()) * timeScale) / minuteMs;
  if (minutesSince(startedAt) * minuteMs >= lateAfterMs) return lateGapMs / timeScale;
  return ((minutesSince(since) < 22 ? 2 : 3) * minuteMs) / timeScale;
}

/** How long a process goes by what it counted of all attempts. */
export function keptMs(timeScale: number): number {
  return 10_000 / timeScale;
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

/** For so long an attempt may hear nothing of a source that takes no requests; then that counts as an answer out of order. */
export function silentAfterMs(timeScale: number): number {
  return (20 * minuteMs) / timeScale;
}

/** After a reading so long must pass before a player may ask for the next one. */
export function askedReadingGapMs(timeScale: number): number {
  return Math.ceil(minuteMs / 2 / timeScale);
}

/** How overdue a reading is before its job is taken for lost. */
export function lostAfterMs(timeScale: number): number {
  return Math.max(5_000, (3 * minuteMs) / timeScale);
}
