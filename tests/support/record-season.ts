// SPDX-License-Identifier: Apache-2.0

import { challengeRules } from '../../contract/challenge-rules.ts';
import { judgeMatchRecords } from '../../contract/games/pubg/judge.ts';
import type { MatchesReading, MatchRecord } from '../../contract/games/pubg/schemas.ts';
import {
  backgroundShare,
  entryShare,
  firstLookOf,
  isTooBusy,
  nextReadingAt,
  readingLoad,
  strayReadings,
  toReadingPlan,
} from '../../server/features/challenges/readings/reading-rules.ts';
import { slotSpacingMs } from '../../server/providers/games/source-budget-store.ts';
import { randomBy } from './reading-season.ts';

/**
 * Simulates hours of attempts at a game whose publisher shows matches with an id, without a database or waiting in real
 * time. Players of four platforms enter whenever possible; the product's rules say when each is read and what its
 * records decide.
 *
 * One request reads up to ten accounts of one platform that wait at that moment; as many can wait as jobs run at once.
 * Matches take 24 to 32 minutes for everybody, however early a player is out. They appear some minutes after their end,
 * one in twenty only when an hour has passed since its start. A call takes 0.6 seconds on average, each record 0.3.
 */
export interface SeasonOfRecords {
  requestsPerMinute: number;
  hours: number;
  seed: number;
  /** Concurrent jobs over all processes. */
  hands: number;
}

export interface RecordFigures {
  /** Attempts won or lost per hour, without cancelled ones. */
  decidedPerHour: number;
  /** Average number of accounts that one request about running attempts reads. */
  accountsPerRequest: number;
  /** Median number of readings of an attempt that was won or lost. */
  readings: number;
  /** Median minutes from when a result could be final to the decision. */
  decidedAfterMinutes: number;
  running: number;
}

interface Match {
  record: MatchRecord;
  publishedAt: number;
}

interface Attempt {
  platform: string;
  startedAt: number;
  matches: Match[];
  initial: MatchesReading;
  readings: MatchesReading[];
  dueAt: number;
}

const minuteMs = 60_000;
const accountsAtOnce = 10;
const rules = challengeRules(1);
const conditions = { requiredPlacement: 10, requiredKills: 3 };
const terms = { mode: 'solo', countsBots: true } as const;
/** Shares of players, summed up. */
const platforms = [
  ['steam', 0.6],
  ['psn', 0.75],
  ['xbox', 0.9],
  ['kakao', 1],
] as const;

const iso = (time: number) => new Date(time).toISOString();
const middle = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

/** A player's matches around an entry: maybe none, maybe one that was already running, and later ones. */
function playMatches(startedAt: number, random: () => number): Match[] {
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  if (random() < 0.06) return [];
  const matches: Match[] = [];
  let begin = random() < 0.15 ? -20 * random() : Math.max(0.5, exponential(3));
  for (let count = 0; count < 4; count++) {
    const minutes = 24 + 8 * random();
    const lag = random() < 0.05 ? 60 - minutes : Math.min(60 - minutes, 2.5 + exponential(2));
    const start = Math.floor((startedAt + begin * minuteMs) / 1000) * 1000;
    const survived = Math.min(minutes, 1 + exponential(12));
    const record: MatchRecord = {
      id: `${start}-${Math.floor(random() * 1e9)}`,
      createdAt: iso(start),
      durationSeconds: Math.floor(minutes * 60),
      mode: random() < 0.05 ? 'squad' : 'solo-fpp',
      type: random() < 0.05 ? 'airoyale' : 'official',
      isCustom: false,
      map: 'Baltic_Main',
      storedAt: iso(start + Math.floor(minutes * 60) * 1000 + 80_000),
      startedAt: null,
      place: Math.max(1, Math.round((1 - survived / minutes) * 60)),
      kills: Math.floor(exponential(survived / 6)),
      botsKilled: 0,
      botKills: null,
    };
    matches.push({ record, publishedAt: start + (minutes + lag) * minuteMs });
    begin += survived + 1.5 + exponential(1.5);
  }
  return matches;
}

function readAt(at: number, matches: readonly Match[], before: ReadonlySet<string>): MatchesReading {
  const records = matches.flatMap(({ record, publishedAt }) =>
    publishedAt <= at && !before.has(record.id) ? [record] : [],
  );
  const seen = records.map(({ id }) => id);
  return { kind: 'matches', takenAt: iso(at), isBanned: false, seen, matches: records, untold: [] };
}

const judge = ({ startedAt, initial, readings }: Attempt, now: number) =>
  judgeMatchRecords({
    startedAt: iso(startedAt),
    now: iso(now),
    initial,
    readings,
    conditions,
    terms,
    rules,
  });

/** Runs the simulation. The first three hours only fill the system and don't count. */
export function playRecords({ requestsPerMinute, hours, seed, hands }: SeasonOfRecords): RecordFigures {
  const random = randomBy(seed);
  const requestsPerSecond = requestsPerMinute / 60;
  const proof = 'matches with an id' as const;
  const pace = { requestsPerSecond: accountsAtOnce * requestsPerSecond, timeScale: 1, proof };
  const spacingMs = slotSpacingMs({ requestsPerSecond });
  const begin = Date.UTC(2026, 0, 1);
  const warm = begin + 3 * 60 * minuteMs;
  const end = warm + hours * 60 * minuteMs;
  const running = new Set<Attempt>();
  const ended: { isDecided: boolean; readings: number; after: number }[] = [];
  const batches: number[] = [];
  // Attempts by the second in which they are due: a queue that only moves forward.
  const due = new Map<number, Attempt[]>();
  const waiting: Attempt[] = [];
  /** When the jobs of current readings will be done. */
  let jobs: number[] = [];
  let load = 0;
  let overdueMs = 0;
  let passed = Math.floor(begin / 1_000);
  let nextEntry = begin;
  let nextBackground = begin;
  const enqueue = (attempt: Attempt) => {
    const second = Math.ceil(attempt.dueAt / 1_000);
    const there = due.get(second);
    if (there) there.push(attempt);
    else due.set(second, [attempt]);
  };
  const pickPlatform = () => {
    const drawn = random();
    return platforms.find(([, upTo]) => drawn < upTo)?.[0] ?? 'steam';
  };

  function enter(now: number, platform: string): void {
    const matches = playMatches(now, random);
    const initial: MatchesReading = { ...readAt(now, matches, new Set()), matches: [] };
    const dueAt = now + firstLookOf(initial, 1);
    const attempt = { platform, startedAt: now, matches, initial, readings: [], dueAt };
    running.add(attempt);
    enqueue(attempt);
    load++;
  }

  function read(attempt: Attempt, now: number): void {
    const known = attempt.readings.at(-1)?.matches.length ?? 0;
    const reading = readAt(now, attempt.matches, new Set(attempt.initial.seen));
    attempt.readings.push(reading);
    jobs.push(now + 100 - Math.log(1 - random()) * 500 + 300 * (reading.matches.length - known));
    const decision = judge(attempt, now);
    if (!decision.isFinal) {
      const { startedAt, readings } = attempt;
      const plan = toReadingPlan({ startedAt: new Date(startedAt), readings }, decision, { load, pace });
      attempt.dueAt = nextReadingAt(new Date(now), plan).getTime();
      enqueue(attempt);
      return;
    }
    running.delete(attempt);
    load--;
    if (now < warm) return;
    const isDecided = decision.status !== 'CANCELLED';
    const after = (now - Date.parse(decision.workings.finalFrom ?? iso(now))) / minuteMs;
    ended.push({ isDecided, readings: attempt.readings.length, after });
  }

  for (let slot = 0, now = begin; now < end; slot++, now = begin + slot * spacingMs) {
    for (; passed <= now / 1_000; passed++) {
      waiting.push(...(due.get(passed) ?? []));
      due.delete(passed);
      if (passed % 10 > 0) continue;
      let late = 0;
      for (const { startedAt } of running) if (now - startedAt >= rules.startWithinMs) late++;
      load = readingLoad({ young: running.size - late, late });
      const stray = waiting[strayReadings(running.size)];
      overdueMs = stray ? now - stray.dueAt : 0;
    }
    jobs = jobs.filter((doneAt) => doneAt > now);
    // Each waiting reading occupies a job.
    const asking = waiting.slice(0, Math.max(0, hands - jobs.length));
    const isReading = asking.length > 0 && now >= nextBackground;
    const hasRoom = () => !isTooBusy({ load, pace, overdueMs });
    if (now >= nextEntry && hasRoom() && !(isReading && random() < 0.5)) {
      const platform = pickPlatform();
      for (let count = 0; count < accountsAtOnce && hasRoom(); count++) enter(now, platform);
      nextEntry = now + spacingMs / entryShare;
    } else if (isReading) {
      const batch = asking
        .filter(({ platform }) => platform === asking[0]?.platform)
        .slice(0, accountsAtOnce);
      waiting.splice(0, asking.length, ...asking.filter((attempt) => !batch.includes(attempt)));
      for (const attempt of batch) read(attempt, now);
      if (now >= warm) batches.push(batch.length);
      nextBackground = Math.max(nextBackground, now - spacingMs) + spacingMs / backgroundShare;
    }
  }
  const decided = ended.filter(({ isDecided }) => isDecided);
  return {
    decidedPerHour: decided.length / hours,
    accountsPerRequest: batches.reduce((sum, size) => sum + size, 0) / batches.length,
    readings: middle(decided.map(({ readings }) => readings)),
    decidedAfterMinutes: middle(decided.map(({ after }) => after)),
    running: running.size,
  };
}
