// SPDX-License-Identifier: Apache-2.0

import { incidentsKeptDays, type StatusPart, statusParts } from '../../../contract/status.ts';
import type { Watched } from '../../feature.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { countJobsForAll } from '../../platform/jobs/job-counts.ts';
import { type Facts, failedShare, judge, type Look, staleAfterMs } from './rules.ts';
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
  const facts = await collectFacts({ db, watched, now });
  const looks = statusParts.map((part) => toLook(part, facts.get(part)));
  await db.transaction((tx) => keep(tx, looks, now));
}

function toLook(
  part: StatusPart,
  facts: Facts = { good: 0, bad: 0, failedOutside: 0, lateSeconds: 0 },
): Look {
  return { part, state: judge(facts), lateSeconds: facts.lateSeconds };
}

async function collectFacts({ db, watched, now }: { db: Database; watched: readonly Watched[]; now: Date }) {
  const tallies = await sumTallies(db, new Date(now.getTime() - countedMs));
  const jobs = await countJobsForAll(db);
  const of = (subject: string) => tallies.find((tally) => tally.subject === subject) ?? { good: 0, bad: 0 };
  const facts = new Map<StatusPart, Facts>();
  for (const { part, tasks = [], providers = [], lateSeconds } of watched) {
    const before = facts.get(part) ?? { ...of(part), failedOutside: 0, lateSeconds: 0 };
    const late = jobs.filter(({ task }) => tasks.includes(task)).map(({ lateSeconds: seconds }) => seconds);
    if (lateSeconds) late.push(await lateSeconds(now));
    facts.set(part, {
      ...before,
      failedOutside: Math.max(
        before.failedOutside,
        ...providers.map((provider) => failedShare(of(provider))),
      ),
      lateSeconds: Math.max(before.lateSeconds, 0, ...late),
    });
  }
  return facts;
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
