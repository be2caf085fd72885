// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import { incidentsKeptDays, type StatusPart, statusParts } from '../../../contract/status.ts';
import type { Watched } from '../../feature.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { countJobsForAll } from '../../platform/jobs/job-counts.ts';
import {
  type Facts,
  failedShare,
  judge,
  judgeAlternatives,
  type Look,
  staleAfterMs,
  worse,
} from './rules.ts';
import {
  addPastIncident,
  endIncident,
  forgetOld,
  lockLooks,
  storeIncident,
  storeLooks,
  sumTallies,
} from './status-store.ts';
import type { Tallies } from './tallies.ts';

export interface LookDeps {
  db: Database;
  clock: Clock;
  watched: readonly Watched[];
  tallies: Tallies;
}

/** The period of calls that counts: long enough for a quiet site, short enough to notice the end of a problem. */
const countedMs = 5 * 60_000;
/** A problem that returns within this time is the same incident. */
const sameWithinMs = 15 * 60_000;
const minutesKeptMs = 24 * 3_600_000;

/**
 * The job that runs every minute: evaluates the facts, and stores each part's state and the incidents that began or
 * ended.
 */
export async function assessParts({ db, clock, watched, tallies }: LookDeps): Promise<void> {
  await tallies.flush();
  const now = clock.now();
  const looks = await collectLooks({ db, watched, now });
  await db.transaction((tx) => keep(tx, looks, now));
}

async function collectLooks({
  db,
  watched,
  now,
}: {
  db: Database;
  watched: readonly Watched[];
  now: Date;
}): Promise<Look[]> {
  const tallies = await sumTallies(db, new Date(now.getTime() - countedMs));
  const jobs = await countJobsForAll(db);
  const of = (subject: string) => tallies.find((tally) => tally.subject === subject) ?? { good: 0, bad: 0 };
  const measured: (Delays & { part: StatusPart; game: GameId | undefined })[] = [];
  for (const { part, tasks = [], providers = [], lateSeconds, game } of watched) {
    const late = jobs.filter(({ task }) => tasks.includes(task)).map(({ lateSeconds: seconds }) => seconds);
    if (lateSeconds) late.push(await lateSeconds(now));
    const failedOutside = Math.max(0, ...providers.map((provider) => failedShare(of(provider))));
    measured.push({ part, game, failedOutside, lateSeconds: Math.max(0, ...late) });
  }
  return statusParts.map((part) => {
    const ofPart = measured.filter((one) => one.part === part);
    const needed = judge({ ...of(part), ...worst(ofPart.filter(({ game }) => !game)) });
    const games = ofPart.flatMap(({ game, failedOutside, lateSeconds }) => {
      const state = judge({ good: 0, bad: 0, failedOutside, lateSeconds });
      return game ? [{ game, state, lateSeconds }] : [];
    });
    const among = judgeAlternatives(games.map(({ state }) => state));
    const look = { part, state: worse(needed, among), lateSeconds: worst(ofPart).lateSeconds };
    return games.length > 1 ? { ...look, games } : look;
  });
}

type Delays = Pick<Facts, 'failedOutside' | 'lateSeconds'>;

function worst(measured: readonly Delays[]): Delays {
  return {
    failedOutside: Math.max(0, ...measured.map(({ failedOutside }) => failedOutside)),
    lateSeconds: Math.max(0, ...measured.map(({ lateSeconds }) => lateSeconds)),
  };
}

async function keep(tx: Tx, looks: readonly Look[], now: Date): Promise<void> {
  const before = await lockLooks(tx);
  const lookedAt = before[0]?.lookedAt;
  // This check was delayed and runs after the next one.
  if (lookedAt && lookedAt >= now) return;
  if (lookedAt && now.getTime() - lookedAt.getTime() > staleAfterMs) {
    await addPastIncident(tx, 'site', { from: lookedAt, until: now });
  }
  for (const { part, state } of looks) {
    if (state === 'working') await endIncident(tx, part, now);
    else await storeIncident(tx, { part, state, at: now, sameWithinMs });
  }
  await storeLooks(tx, looks, now);
}

/** Deletes data that is too old for the page. */
export async function forgetIncidents({ db, clock }: Pick<LookDeps, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  await forgetOld(db.reports, {
    minutesBefore: before(minutesKeptMs),
    incidentsBefore: before(incidentsKeptDays * 24 * 3_600_000),
  });
}
