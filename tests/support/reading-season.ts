// SPDX-License-Identifier: Apache-2.0

import { challengeRules } from '../../contract/challenge-rules.ts';
import type { Reading, StatsReading } from '../../contract/challenges.ts';
import { verdict } from '../../contract/verdict.ts';
import type { FinalReason, Verdict } from '../../contract/verdict-terms.ts';
import {
  backgroundShare,
  entryShare,
  firstLookMs,
  isTooBusy,
  nextReadingAt,
  readingLoad,
  strayReadings,
  toReadingPlan,
} from '../../server/features/challenges/readings/reading-rules.ts';
import { slotSpacingMs } from '../../server/providers/games/source-budget-store.ts';

/**
 * Simulates hours of attempts at full demand, without a database or waiting in real time. Players enter whenever
 * possible, matches have realistic lengths and are reported with realistic delays, and the product's own rules for
 * reading and deciding stay within the budget of `keys` keys.
 *
 * Lengths: a Solo match takes about 22 minutes, most players are out within the first ten, and few see the last
 * minutes. Delays: the median report takes two and a half minutes, and one in twenty takes 10 minutes to an hour.
 * Calls: a reading occupies one job slot ("hand") while it waits for its turn and its call, 0.6 seconds on average.
 */
export interface SeasonOfReadings {
  keys: number;
  /** Requests per second granted per key. */
  requestsPerSecond: number;
  hours: number;
  seed: number;
  /** Concurrent jobs over all processes. */
  hands: number;
}

export interface ReadingFigures {
  /** Attempts won or lost per hour, without cancelled ones. */
  decidedPerHour: number;
  /** Average number of requests per ended attempt, including the one at entry. */
  requestsPerAttempt: number;
  /** Median number of readings of an attempt that was won or lost. */
  readings: number;
  /** Median minutes from the report of the counted match to the reading that showed it. */
  seenAfterMinutes: number;
  /** Median minutes from that report to the decision. A match that doesn't meet the conditions is confirmed first. */
  decidedAfterMinutes: number;
  /** Share of ended attempts whose matches couldn't be distinguished. */
  undecidable: number;
  running: number;
}

interface Match {
  endedAt: number;
  reportedAt: number;
  minutes: number;
  kills: number;
  place: number;
}

interface Attempt {
  startedAt: number;
  matches: Match[];
  initial: StatsReading;
  readings: Reading[];
  dueAt: number;
}

const minuteMs = 60_000;
const rules = challengeRules(1);
const conditions = { requiredPlacement: 10, requiredKills: 3 };
const kept = { matches: 500, wins: 10, top10: 50, top25: 100, kills: 700 };

/** Pseudo-random numbers in [0, 1), repeatable by seed (Marsaglia's xorshift). */
export function randomBy(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A player's matches after entering at `startedAt`: maybe none, maybe one that was already running, and later ones. */
function playMatches(startedAt: number, skill: number, random: () => number): Match[] {
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  if (random() < 0.06) return [];
  const matches: Match[] = [];
  let begin = random() < 0.15 ? -15 * random() : Math.max(0.5, exponential(3));
  let reportedAt = 0;
  for (let count = 0; count < 6; count++) {
    const minutes = Math.min(22 + 3 * random(), 1 + exponential(9 * skill));
    const lag = random() < 0.05 ? 10 + exponential(15) : 2.5 * Math.exp(0.6 * normal());
    reportedAt = Math.max(reportedAt, begin + minutes + lag);
    matches.push({
      endedAt: startedAt + (begin + minutes) * minuteMs,
      reportedAt: startedAt + reportedAt * minuteMs,
      minutes: Math.max(1, Math.round(minutes)),
      kills: Math.floor(exponential(minutes / 5)),
      place: minutes > 21.9 ? 1 : minutes > 17 ? 5 : minutes > 13 ? 20 : 60,
    });
    begin += minutes + 1 + exponential(1.5) + (random() < 0.2 ? exponential(20) : 0);
  }
  return matches.filter(({ endedAt }) => endedAt > startedAt);
}

function readAt(at: number, matches: readonly Match[], usualMinutes: number): StatsReading {
  const reported = matches.filter(({ reportedAt }) => reportedAt <= at);
  const sum = (of: (match: Match) => number) => reported.reduce((total, match) => total + of(match), 0);
  const placed = (place: number) => sum((match) => (match.place <= place ? 1 : 0));
  return {
    kind: 'stats',
    takenAt: new Date(at).toISOString(),
    matches: kept.matches + reported.length,
    wins: kept.wins + placed(1),
    top10: kept.top10 + placed(10),
    top25: kept.top25 + placed(25),
    kills: kept.kills + sum(({ kills }) => kills),
    minutesPlayed: Math.round(kept.matches * usualMinutes) + sum(({ minutes }) => minutes),
    lastModified: new Date(reported.at(-1)?.endedAt ?? 0).toISOString(),
  };
}

function judge(attempt: Attempt, now: number): Verdict {
  return verdict({
    game: 'fortnite',
    startedAt: new Date(attempt.startedAt).toISOString(),
    now: new Date(now).toISOString(),
    initial: attempt.initial,
    readings: attempt.readings,
    conditions,
    rules,
  });
}

/** The duration of a call: at least a tenth of a second, and abandoned after five seconds. */
const callMs = (chance: number) => Math.min(5_000, 100 - Math.log(1 - chance) * 500);

const middle = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

/** Runs the simulation. The first two hours only fill the system and don't count. */
export function playReadings({
  keys,
  requestsPerSecond,
  hours,
  seed,
  hands,
}: SeasonOfReadings): ReadingFigures {
  const random = randomBy(seed);
  const pace = { requestsPerSecond: keys * requestsPerSecond, timeScale: 1 };
  const spacingMs = slotSpacingMs({ requestsPerSecond }) / keys;
  const begin = Date.UTC(2026, 0, 1);
  const warm = begin + 2 * 60 * minuteMs;
  const end = warm + hours * 60 * minuteMs;
  const running = new Set<Attempt>();
  const ended: {
    reason: FinalReason;
    readings: number;
    seenAfter: number | null;
    decidedAfter: number | null;
  }[] = [];
  /** When the calls of current readings will be answered. */
  let calls: number[] = [];
  // Attempts by the second in which they are due: a queue that only moves forward.
  const due = new Map<number, Attempt[]>();
  const waiting: Attempt[] = [];
  const enqueue = (attempt: Attempt) => {
    const second = Math.ceil(attempt.dueAt / 1_000);
    const there = due.get(second);
    if (there) there.push(attempt);
    else due.set(second, [attempt]);
  };
  let requests = 0;
  let nextEntry = begin;
  let nextBackground = begin;
  let load = 0;
  let overdueMs = 0;
  let passed = Math.floor(begin / 1_000);

  function enter(now: number): void {
    const skill = 0.4 + 1.2 * random();
    const usualMinutes = Math.max(3, Math.min(20, (1 + 9 * skill) * (0.85 + 0.3 * random())));
    const matches = playMatches(now, skill, random);
    const initial = readAt(now, matches, usualMinutes);
    const attempt: Attempt = {
      startedAt: now,
      matches,
      initial,
      readings: [],
      dueAt: now + firstLookMs(initial, 1),
    };
    running.add(attempt);
    enqueue(attempt);
    load++;
  }

  function read(attempt: Attempt, now: number): void {
    attempt.readings.push(
      readAt(now, attempt.matches, attempt.initial.minutesPlayed / attempt.initial.matches),
    );
    const decision = judge(attempt, now);
    if (!decision.isFinal) {
      const running = { startedAt: new Date(attempt.startedAt), readings: attempt.readings };
      const plan = toReadingPlan(running, decision, { load, pace });
      attempt.dueAt = nextReadingAt(new Date(now), plan).getTime();
      enqueue(attempt);
      return;
    }
    running.delete(attempt);
    load--;
    if (now < warm) return;
    const { firstSeenIn } = decision.workings;
    const seen = firstSeenIn === null ? undefined : attempt.readings[firstSeenIn];
    const counts = attempt.matches.find(
      ({ endedAt, minutes }) => endedAt - minutes * minuteMs > attempt.startedAt,
    );
    ended.push({
      reason: decision.reason,
      readings: attempt.readings.length,
      seenAfter: seen && counts ? (Date.parse(seen.takenAt) - counts.reportedAt) / minuteMs : null,
      decidedAfter: seen && counts ? (now - counts.reportedAt) / minuteMs : null,
    });
  }

  for (let slot = 0, now = begin; now < end; slot++, now = begin + slot * spacingMs) {
    for (; passed <= now / 1_000; passed++) {
      waiting.push(...(due.get(passed) ?? []));
      due.delete(passed);
      if (passed % 10 === 0) {
        let late = 0;
        for (const { startedAt } of running) if (now - startedAt >= 40 * minuteMs) late++;
        load = readingLoad({ young: running.size - late, late });
        const stray = waiting[strayReadings(running.size)];
        overdueMs = stray ? now - stray.dueAt : 0;
      }
    }
    // Readings come first. Entries get the rest, but at least their own share.
    calls = calls.filter((answeredAt) => answeredAt > now);
    const isReading = waiting.length > 0 && now >= nextBackground && calls.length < hands;
    if (now >= nextEntry && !isTooBusy({ load, pace, overdueMs }) && !(isReading && random() < 0.5)) {
      enter(now);
      nextEntry = now + spacingMs / entryShare;
    } else if (isReading) {
      read(waiting.shift() as Attempt, now);
      calls.push(now + callMs(random()));
      nextBackground = Math.max(nextBackground, now - spacingMs) + spacingMs / backgroundShare;
    } else continue;
    if (now >= warm) requests++;
  }
  const decided = ended.filter(
    ({ reason }) => reason === 'conditions-met' || reason === 'conditions-not-met',
  );
  const known = (minutes: readonly (number | null)[]) => minutes.filter((one) => one !== null);
  return {
    decidedPerHour: decided.length / hours,
    requestsPerAttempt: requests / ended.length,
    readings: middle(decided.map(({ readings }) => readings)),
    seenAfterMinutes: middle(known(decided.map(({ seenAfter }) => seenAfter))),
    decidedAfterMinutes: middle(known(decided.map(({ decidedAfter }) => decidedAfter))),
    undecidable: ended.filter(({ reason }) => reason === 'undecidable').length / ended.length,
    running: running.size,
  };
}
