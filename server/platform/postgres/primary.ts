// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { toHosts } from './hosts.ts';

/**
 * Finds the primary among the servers in an address. `postgresql://user:password@a:5432,b:5432/name` names two: one
 * takes changes and the other follows it, until the roles change. The driver supports one host only, so each connection
 * goes to the current primary's address (docs/decisions/0023).
 */

export interface Primary {
  /** Its address, as far as we know. */
  readonly url: string;
  /** Whether the address names several servers. */
  readonly isChosen: boolean;
  /**
   * Whether a recent check found the server that takes changes. False from the loss of a connection on. A process
   * without connections does not notice a failover, so it becomes false after a while.
   */
  readonly isSure: boolean;
  /** Asks all of them together, and switches to the one that takes changes; without one, nothing changes. */
  look(): Promise<void>;
  /**
   * Call it while a statement hangs: commits hang on a former primary that lives on, because its standbys left it. Looks
   * at most once a second, because a statement may also be slow.
   */
  suspect(): void;
  /** Call it when a connection was lost or is silent. */
  doubt(): void;
}

const answersWithinMs = 1_000;
/** While no primary is known, we wait longer: a slow server may be the one that was promoted. */
const firstAnswersWithinMs = 10_000;
const lookAgainAfterMs = 50;
const suspectAgainAfterMs = 1_000;
/** A process that holds a connection checks every ten seconds. */
const freshForMs = 30_000;

interface Found {
  url: string;
  /** Rises with each promotion: if two servers take changes, the one promoted later is the primary. */
  timeline: number;
}

/** Class 53: the server is alive, but has no free connection. */
function isFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('53') === true;
}

/** Whether a failed connection casts doubt on the primary: not if our pool was exhausted, or the server was full. */
export function leavesDoubt(error: Error): boolean {
  return !isFull(error) && error.message !== 'timeout exceeded when trying to connect';
}

/** Undefined if it is a standby, or does not answer in time. */
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
    // A proper end is optional, so nobody waits for a silent server.
    client.end().catch(() => {});
  }
}

function choose(hosts: readonly string[]): Primary {
  const isChosen = hosts.length > 1;
  let url = hosts[0] as string;
  let timeline = 0;
  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let doubts = 0;
  let isFound = false;

  async function lookNow(): Promise<void> {
    const since = performance.now() - lookedAt;
    // Without this delay, callers would query continuously while there is no primary.
    if (since < lookAgainAfterMs) await delay(lookAgainAfterMs - since);
    const doubtsBefore = doubts;
    const answers = await Promise.all(
      hosts.map(async (host) => {
        const answer = await askHost(host, timeline > 0 ? answersWithinMs : firstAnswersWithinMs);
        if (answer !== 'full') return answer;
        // Our last knowledge still holds: if another was promoted since, its timeline is higher.
        return host === url && timeline > 0 ? { url, timeline } : undefined;
      }),
    );
    const found = answers.filter((one) => one !== undefined);
    const isOurs = (one: Found) => Number(one.url === url);
    const [best] = found.sort((a, b) => b.timeline - a.timeline || isOurs(b) - isOurs(a));
    lookedAt = performance.now();
    // A former primary that returned, unaware of its successor, does not count.
    if (!best || best.timeline < timeline) return;
    ({ url, timeline } = best);
    // A connection lost in the meantime may have been to the server just found.
    isFound = doubts === doubtsBefore;
  }

  return {
    get url() {
      return url;
    },
    isChosen,
    get isSure() {
      return !isChosen || (isFound && performance.now() - lookedAt < freshForMs);
    },
    async look() {
      if (!isChosen) return;
      looking ??= lookNow().finally(() => {
        looking = undefined;
      });
      await looking;
    },
    suspect() {
      if (performance.now() - lookedAt > suspectAgainAfterMs) void this.look();
    },
    doubt() {
      doubts++;
      isFound = false;
    },
  };
}

const known = new Map<string, Primary>();

/** The primary among the hosts of an address: shared by all connections of this process. */
export function getPrimary(connectionString: string): Primary {
  const primary = known.get(connectionString) ?? choose(toHosts(connectionString));
  known.set(connectionString, primary);
  return primary;
}
