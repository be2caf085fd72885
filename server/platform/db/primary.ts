// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { toHosts } from './hosts.ts';

/**
 * Which of the servers that an address names is the primary. `postgresql://user:password@a:5432,b:5432/name` names two, of
 * which one takes changes and the other follows it, until the roles change. The driver knows one host alone, so each
 * connection is made to the address that is the primary's at that moment (docs/decisions/0055).
 */

export interface Primary {
  /** Its address, as far as is known. */
  readonly url: string;
  /** Whether there are several that it could be. */
  readonly isChosen: boolean;
  /** False from a loss on until a look has found who takes changes now: it may be another. */
  readonly isSure: boolean;
  /** False where nobody has looked for long: a process that held no connection meanwhile lost none when another took over. */
  readonly isFresh: boolean;
  /** Asks all of them at once, and goes over to the one that takes changes; where none says so all stays as it is. */
  look(): Promise<void>;
  /** A connection was lost, or is silent. */
  doubt(): void;
}

const answersWithinMs = 1_000;
/** While no primary is known: a silent server may be the one that was promoted. */
const firstAnswersWithinMs = 10_000;
const lookAgainAfterMs = 50;
/** A process that holds a connection looks every ten seconds. */
const freshForMs = 30_000;

interface Found {
  url: string;
  /** Grows with each promotion: of two that take changes the one that was promoted later is right. */
  timeline: number;
}

/** Class 53: it lives, and has no room for one more. */
function isFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('53') === true;
}

/**
 * Whether a connection that could not be had says anything of who takes changes: one that all others use does not, nor one for
 * which the server has no room.
 */
export function leavesDoubt(error: Error): boolean {
  return !isFull(error) && error.message !== 'timeout exceeded when trying to connect';
}

/** Undefined where it follows another, or does not answer in time. */
async function askHost(url: string, withinMs: number): Promise<Found | 'full' | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    fallback_application_name: 'finalring look',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(`
      select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`);
    const timeline = rows[0]?.timeline;
    return timeline ? { url, timeline: Number.parseInt(timeline, 16) } : undefined;
  } catch (error) {
    return isFull(error) ? 'full' : undefined;
  } finally {
    // The goodbye is a courtesy, for which a silent server is not waited for.
    client.end().catch(() => {});
  }
}

function choose(hosts: readonly string[]): Primary {
  let url = hosts[0] as string;
  let timeline = 0;
  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let doubts = 0;
  let isSure = false;

  async function lookNow(): Promise<void> {
    const since = performance.now() - lookedAt;
    // While there is none everybody would ask without end.
    if (since < lookAgainAfterMs) await delay(lookAgainAfterMs - since);
    const doubtsBefore = doubts;
    const answers = await Promise.all(
      hosts.map(async (host) => {
        const answer = await askHost(host, timeline > 0 ? answersWithinMs : firstAnswersWithinMs);
        if (answer !== 'full') return answer;
        // As far as is known: where another was promoted since, its timeline is a later one.
        return host === url && timeline > 0 ? { url, timeline } : undefined;
      }),
    );
    const found = answers.filter((one) => one !== undefined);
    const isOurs = (one: Found) => Number(one.url === url);
    const [best] = found.sort((a, b) => b.timeline - a.timeline || isOurs(b) - isOurs(a));
    lookedAt = performance.now();
    // A former primary that came back, unaware of who took its place, is none.
    if (!best || best.timeline < timeline) return;
    ({ url, timeline } = best);
    // What was lost meanwhile may be what was just found.
    isSure = doubts === doubtsBefore;
  }

  return {
    get url() {
      return url;
    },
    isChosen: true,
    get isSure() {
      return isSure;
    },
    get isFresh() {
      return performance.now() - lookedAt < freshForMs;
    },
    look() {
      looking ??= lookNow().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    doubt() {
      doubts++;
      isSure = false;
    },
  };
}

const known = new Map<string, Primary>();

/** The primary among the hosts of an address: one for all connections of this process. */
export function getPrimary(connectionString: string): Primary {
  let primary = known.get(connectionString);
  if (!primary) {
    const hosts = toHosts(connectionString);
    primary =
      hosts.length > 1
        ? choose(hosts)
        : {
            url: connectionString,
            isChosen: false,
            isSure: true,
            isFresh: true,
            look: async () => {},
            doubt: () => {},
          };
    known.set(connectionString, primary);
  }
  return primary;
}
