// SPDX-License-Identifier: Apache-2.0

import { challengeRules } from '../../../../contract/challenge-rules.ts';
import type { Reading, StatsReading } from '../../../../contract/challenges.ts';
import type { Game } from '../../../../contract/games/game.ts';
import type { AnyVerdict } from '../../../../contract/games/rules.ts';
import type { FirstReading } from '../../../../contract/games/schemas.ts';
import type { OpenReason } from '../../../../contract/verdict-terms.ts';
import { slotSpacingMs } from '../../../providers/games/source-budget-store.ts';

/**
 * When attempts are read (docs/rules/readings.md). Every request counts against one budget, so an
 * attempt is read when a result can be available, and less often the more attempts are waiting.
 */
const minuteMs = 60_000;

/**
 * Background readings leave three twentieths of the budget to entries, and entries leave half of it to them, even if
 * players ask often.
 */
export const backgroundShare = 0.85;
export const entryShare = 0.5;

export interface Pace {
  /** Requests that the game statistics allow all processes together. */
  requestsPerSecond: number;
  timeScale: number;
  /** Totals by default. */
  proof?: Game['proof'];
}

/**
 * After this age, no match that counts can begin, and only a late result is possible, so readings are less frequent.
 */
const lateAfterMs = (timeScale: number) => challengeRules(timeScale).startWithinMs;
const lateGapMs = 10 * minuteMs;
/**
 * The longest gap between readings of an attempt that may still be played: with longer ones, matches could not be told
 * apart.
 */
const rarestGapMs = 4 * minuteMs;
/**
 * The usual gap, and the gap at which entries stop. With totals, entries stop a little before the longest gap, since
 * the readings of the latest entries are still to come. Matches with an id can be told apart at any gap: a longer one
 * only delays a result that takes an hour anyway.
 */
const gaps: Readonly<Record<Game['proof'], { usualMs: number; fullMs: number }>> = {
  'totals that grow': { usualMs: 2 * minuteMs, fullMs: 3.75 * minuteMs },
  'matches with an id': { usualMs: 10 * minuteMs, fullMs: 15 * minuteMs },
};
const gapsOf = ({ proof = 'totals that grow' }: Pace) => gaps[proof];

/** Attempts that began after this moment count as young in the load of readings. */
export function youngSince(now: Date, timeScale: number): Date {
  return new Date(now.getTime() - lateAfterMs(timeScale));
}

/** Active attempts, weighted by how often they are read: late ones are read less often. */
export function readingLoad({ young, late }: { young: number; late: number }): number {
  return young + late * (rarestGapMs / lateGapMs);
}

/** Milliseconds from one reading of an attempt to the next: the usual gap, longer when many are active. */
export function readingIntervalMs(load: number, pace: Pace): number {
  const { requestsPerSecond, timeScale } = pace;
  const neededMs = (load * slotSpacingMs({ requestsPerSecond })) / backgroundShare;
  return Math.ceil(Math.max(gapsOf(pace).usualMs / timeScale, neededMs));
}

/** How much reading is needed, and what is available for it. */
export interface Demand {
  load: number;
  pace: Pace;
  /** How late readings are. */
  overdueMs: number;
}

/**
 * Whether one more attempt would stretch the gap between readings towards four minutes, too long to tell matches apart.
 * Also true if readings are overdue by more than that gap although the keys' limits suffice: then no worker takes them,
 * or the source is slow.
 */
export function isTooBusy({ load, pace, overdueMs }: Demand): boolean {
  const intervalMs = readingIntervalMs(load + 1, pace);
  return intervalMs > gapsOf(pace).fullMs / pace.timeScale || overdueMs > Math.max(intervalMs, 5_000);
}

/**
 * This many overdue readings don't indicate a general delay: their jobs got lost or fail repeatedly, and must not block
 * all entries.
 */
export function strayReadings(running: number): number {
  return Math.max(10, Math.floor(running / 100));
}

/** From this many matches on, their mean predicts how long the next one may last. */
const enoughMatches = 10;
const usualMatchMinutes = 8;

/**
 * How soon after it can begin a match may be reported, in milliseconds: half the mean length of this player's matches,
 * plus the time to get into one and for it to be reported; 4 to 8 minutes. Shorter matches are seen a little later.
 */
export function firstLookMs(
  { matches, minutesPlayed }: { matches: number; minutesPlayed: number },
  timeScale: number,
): number {
  const usual = matches >= enoughMatches ? minutesPlayed / matches : usualMatchMinutes;
  return (Math.min(8, Math.max(4, 2 + usual / 2)) * minuteMs) / timeScale;
}

/** A match with an id is listed only after it has ended for everyone, however early its player was out. */
const wholeMatchMs = 20 * minuteMs;

/** How soon after entry the first reading can show something. */
export function firstLookOf(baseline: FirstReading, timeScale: number): number {
  return baseline.kind === 'stats' ? firstLookMs(baseline, timeScale) : wholeMatchMs / timeScale;
}

export interface ReadingPlan {
  reason: OpenReason;
  startedAt: Date;
  /**
   * The awaited match cannot have begun before this: the start, or the end of the last match that is not part of the
   * attempt.
   */
  since: Date;
  firstLookMs: number;
  /** `readingIntervalMs` now. */
  intervalMs: number;
  faultsInARow: number;
  /** When a rule makes the next reading matter (ISO). In the past if that happened while the last reading was made. */
  ruleAt: string | null;
  timeScale: number;
}

/** When the last match in the baseline ended: before the baseline was read, even if the source's clock says otherwise. */
function lastEnd({ lastModified, takenAt }: StatsReading): number {
  return lastModified === null ? 0 : Math.min(Date.parse(lastModified), Date.parse(takenAt));
}

/** What an attempt's open verdict and the load of all readings mean for its next reading. */
export function toReadingPlan(
  { startedAt, readings }: { startedAt: Date; readings: readonly Reading[] },
  { reason, nextCheckAt, workings }: Extract<AnyVerdict, { isFinal: false }>,
  { load, pace }: Pick<Demand, 'load' | 'pace'>,
): ReadingPlan {
  const baseline = 'baseline' in workings ? workings.baseline : null;
  return {
    reason,
    startedAt,
    since: new Date(Math.max(startedAt.getTime(), baseline ? lastEnd(baseline) : 0)),
    firstLookMs: baseline ? firstLookMs(baseline, pace.timeScale) : wholeMatchMs / pace.timeScale,
    intervalMs: readingIntervalMs(load, pace),
    faultsInARow: readings.length - 1 - readings.findLastIndex(({ kind }) => kind !== 'fault'),
    ruleAt: nextCheckAt,
    timeScale: pace.timeScale,
  };
}

/** The shortest gap between two readings of an attempt, even if the rules or the processes' clocks ask for a shorter one. */
const leastGapMs = minuteMs / 4;

/**
 * When to read again: not before a result can be available, and for a match that is being confirmed, when the reading
 * decides it. In between, every two minutes; every three once most matches would be over; every ten once a result can
 * only be late; never more often than the load allows. A failing source is called less and less often, down to every 8
 * minutes.
 */
export function nextReadingAt(now: Date, plan: ReadingPlan): Date {
  return new Date(Math.max(plannedAt(now, plan), now.getTime() + leastGapMs / plan.timeScale));
}

function plannedAt(now: Date, plan: ReadingPlan): number {
  const { reason, faultsInARow, timeScale, firstLookMs: lookMs } = plan;
  const ruleAt = plan.ruleAt === null ? Number.POSITIVE_INFINITY : Date.parse(plan.ruleAt);
  const isWaitingForRule = reason === 'confirming' || reason === 'awaiting-earlier';
  if (isWaitingForRule && Number.isFinite(ruleAt)) return ruleAt;
  const isAwaiting = reason === 'awaiting-match' || reason === 'awaiting-report';
  const firstAt = plan.since.getTime() + lookMs;
  // A reading that ran a moment early, by another process's clock, still counts as the first look.
  if (isAwaiting && firstAt > now.getTime() + minuteMs / 2 / timeScale) return firstAt;
  const gapMs = Math.max(plan.intervalMs, isAwaiting ? plannedGapMs(now, plan) : 0);
  const longestMs = Math.max(gapMs, (8 * minuteMs) / timeScale);
  const regular = now.getTime() + Math.min(gapMs * 2 ** Math.min(faultsInARow, 10), longestMs);
  return Math.min(regular, ruleAt);
}

function plannedGapMs(now: Date, { startedAt, since, timeScale }: ReadingPlan): number {
  const minutesSince = (at: Date) => ((now.getTime() - at.getTime()) * timeScale) / minuteMs;
  if (now.getTime() - startedAt.getTime() >= lateAfterMs(timeScale)) return lateGapMs / timeScale;
  return ((minutesSince(since) < 22 ? 2 : 3) * minuteMs) / timeScale;
}

/** How long a process relies on its count of all attempts. */
export function cachedForMs(timeScale: number): number {
  return 10_000 / timeScale;
}

/** The period of "recent" answers when checking whether the source reports all players as private. */
export function recentMs(timeScale: number): number {
  return (20 * minuteMs) / timeScale;
}

/**
 * Whether "private" is a fault of the source rather than these players' choice: more than a fifth of the recently read
 * players, and at least three, so that one player alone can never cause it.
 */
export function isSourceWide(recent: { read: number; private: number }): boolean {
  return recent.private >= 3 && recent.private * 5 > recent.read;
}

/** How long an attempt may wait for a source that takes no requests before this counts as a fault. */
export function silentAfterMs(timeScale: number): number {
  return (20 * minuteMs) / timeScale;
}

/** The shortest gap between a reading and the next one that a player asks for. */
export function askedReadingGapMs(timeScale: number): number {
  return Math.ceil(minuteMs / 2 / timeScale);
}

/** How overdue a reading must be before its job counts as lost. */
export function lostAfterMs(timeScale: number): number {
  return Math.max(5_000, (3 * minuteMs) / timeScale);
}
