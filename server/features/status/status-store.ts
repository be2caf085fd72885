// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { StatusReport, StatusState } from '../../../contract/status.ts';
import type { ServiceAnswers } from '../../business-ports.ts';
import type { Queryable, Transactional, Tx } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import type { Standstill } from '../../ports.ts';
import type { Look } from './rules.ts';

export interface Tally {
  subject: string;
  good: number;
  bad: number;
}

/** Adds a process's counts to the current minute. */
export async function addTallies(db: Queryable, tallies: readonly Tally[], now: Date): Promise<void> {
  // In a fixed order, so that two processes cannot deadlock.
  const sorted = tallies.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  await db.run(sql`
    insert into status_minutes as m (subject, minute, good, bad)
    select subject, date_trunc('minute', ${now}::timestamptz), good, bad
    from unnest(${sorted.map(({ subject }) => subject)}::text[], ${sorted.map(({ good }) => good)}::int[],
      ${sorted.map(({ bad }) => bad)}::int[]) as told (subject, good, bad)
    on conflict (subject, minute) do update set good = m.good + excluded.good, bad = m.bad + excluded.bad`);
}

/** The sum of all processes' counts since then, by subject. */
export function sumTallies(db: Queryable, since: Date): Promise<Tally[]> {
  return db.rows<Tally>(sql`
    select subject, sum(good)::int as good, sum(bad)::int as bad from status_minutes
    where minute >= ${since} group by subject`);
}

/** How these outside services answered all processes. */
export function listServiceAnswers(
  db: Queryable,
  services: readonly string[],
  since: Date,
): Promise<ServiceAnswers[]> {
  return db.rows<ServiceAnswers>(sql`
    select subject as service, max(minute) filter (where good > 0) as answered_at,
      coalesce(sum(good) filter (where minute >= ${since}), 0)::int as answered,
      coalesce(sum(bad) filter (where minute >= ${since}), 0)::int as failed
    from status_minutes where subject = any(${[...services]}) group by subject`);
}

/** The previous checks. Serializes concurrent checks, even the first two ever, when no row exists to lock. */
export async function lockLooks(tx: Tx): Promise<(Look & { lookedAt: Date })[]> {
  await tx.run(sql`select pg_advisory_xact_lock(7441)`);
  return readLooks(tx);
}

/** The games carry their own time: a process of a release that knows none leaves those of an earlier look in the row. */
export async function storeLooks(tx: Tx, looks: readonly Look[], now: Date): Promise<void> {
  await tx.run(sql`
    insert into status_looks (part, state, late_seconds, looked_at, games)
    select part, state, late_seconds, ${now}, jsonb_build_object('at', ${now}::timestamptz, 'list', games)
    from unnest(${looks.map(({ part }) => part)}::text[], ${looks.map(({ state }) => state)}::text[],
      ${looks.map(({ lateSeconds }) => lateSeconds)}::int[],
      ${looks.map(({ games }) => (games ? JSON.stringify(games) : null))}::jsonb[]) as seen (part, state, late_seconds, games)
    on conflict (part) do update set state = excluded.state, late_seconds = excluded.late_seconds,
      looked_at = excluded.looked_at, games = excluded.games`);
}

/** Ends the open incident of a part. */
export async function endIncident(tx: Tx, part: string, at: Date): Promise<void> {
  await tx.run(sql`update status_incidents set ended_at = ${at} where part = ${part} and ended_at is null`);
}

/**
 * Begins an incident, or continues the last one if it ended no longer than `sameWithinMs` ago, so that an intermittent
 * problem is one incident.
 */
export async function storeIncident(
  tx: Tx,
  { part, state, at, sameWithinMs }: { part: string; state: StatusState; at: Date; sameWithinMs: number },
): Promise<void> {
  const goesOn = await tx.run(sql`
    update status_incidents set ended_at = null, state = case when ${state} = 'down' then 'down' else state end
    where id = (select id from status_incidents where part = ${part} order by began_at desc limit 1)
      and coalesce(ended_at >= ${new Date(at.getTime() - sameWithinMs)}, true)`);
  if (goesOn > 0) return;
  await tx.run(sql`insert into status_incidents (part, state, began_at) values (${part}, ${state}, ${at})`);
}

/** Adds an incident that is already over when it is noticed. */
export async function addPastIncident(
  tx: Tx,
  part: string,
  span: { from: Date; until: Date },
): Promise<void> {
  await tx.run(sql`
    insert into status_incidents (part, state, began_at, ended_at) values (${part}, 'down', ${span.from}, ${span.until})`);
}

/** The newest check first: parts that only an earlier release checked are still in the table. */
export async function readLooks(db: Queryable): Promise<(Look & { lookedAt: Date })[]> {
  const rows = await db.rows<Omit<Look, 'games'> & { games: Look['games'] | null; lookedAt: Date }>(sql`
    select part, state, late_seconds, looked_at,
      case when (games->>'at')::timestamptz = looked_at then nullif(games->'list', 'null') end as games
    from status_looks order by looked_at desc`);
  return rows.map(({ games, ...look }) => (games ? { ...look, games } : look));
}

export function listIncidents(
  db: Queryable,
  limit: number,
): Promise<
  (Omit<StatusReport['incidents'][number], 'beganAt' | 'endedAt'> & { beganAt: Date; endedAt: Date | null })[]
> {
  return db.rows(sql`
    select part, state, began_at, ended_at from status_incidents order by began_at desc, id desc limit ${limit}`);
}

/** A shorter gap between checks is just a restart. */
const standstillMs = 10 * 60_000;

/**
 * The times in which no process served, as long as incidents are retained, and the time since the last check. Includes
 * the time missing from a restored database, whose last check was before its backup.
 */
export function listStandstills(db: Queryable, now: Date): Promise<Standstill[]> {
  return db.rows<Standstill>(sql`
    select began_at, ended_at from (
      select began_at, ended_at from status_incidents where part = 'site'
      union all select max(looked_at), ${now} from status_looks
    ) past where ended_at - began_at > ${standstillMs} * interval '1 millisecond' order by began_at`);
}

/** Deletes minutes from before `minutesBefore`, and incidents that ended before `incidentsBefore`. */
export async function forgetOld(
  db: Transactional,
  { minutesBefore, incidentsBefore }: { minutesBefore: Date; incidentsBefore: Date },
): Promise<void> {
  await deleteInBatches(db, sql`status_minutes`, sql`minute < ${minutesBefore}`);
  await deleteInBatches(db, sql`status_incidents`, sql`ended_at < ${incidentsBefore}`);
}
