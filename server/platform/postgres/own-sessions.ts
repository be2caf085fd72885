// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { connectAtStart } from './connect-at-start.ts';
import { DatabaseUnavailable, toUnavailable } from './unavailable.ts';

/** How long a pooler in front may take to answer; one without free connections would keep us waiting forever. */
const usualAnswerMs = 10_000;
/** Often enough to detect a pooler that rotates its connections or assigns them at random. */
const rounds = 6;
const notifiedWithinMs = 15_000;

export const noOwnSessions =
  'DATABASE_URL leads to a pooler that shares its connections between transactions or statements. ' +
  'Locks, notifications and prepared statements need sessions: use its session mode, or PostgreSQL itself';

const noNotifications =
  'DATABASE_URL leads to a pooler that drops notifications (LISTEN, NOTIFY): use PostgreSQL itself';

export const noConnectionLeft =
  'DATABASE_URL leads to a pooler without a free connection, or to a database that does not answer. A pooler needs ' +
  'DATABASE_POOL_SIZE + 5 connections for each process, and one for all of them ' +
  '(PgBouncer: default_pool_size, max_db_connections)';

async function getSessionId(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/**
 * Whether two open connections each have their own session. A pooler assigns any free server connection, so both get
 * the same session, or it changes; querying the first one twice also detects rotating poolers.
 */
async function haveOwnSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const ones = new Set<number>();
  const others = new Set<number>();
  for (let round = 0; round < rounds; round++) {
    ones.add(await getSessionId(one));
    ones.add(await getSessionId(one));
    others.add(await getSessionId(other));
    if (ones.size > 1 || others.size > 1 || ones.isSubsetOf(others)) return false;
  }
  return true;
}

async function receivesNotifications(one: pg.Client, other: pg.Client): Promise<boolean> {
  const heard = new Promise<boolean>((resolve) => {
    one.once('notification', () => resolve(true));
    setTimeout(() => resolve(false), notifiedWithinMs).unref();
  });
  const channel = pg.escapeIdentifier(`start_${process.pid}_${Date.now()}`);
  await one.query(`listen ${channel}`);
  await other.query(`notify ${channel}`);
  return heard;
}

/** Whether the server, or something in front of it, did not answer in time. */
function isSilence(error: unknown): boolean {
  const { message, cause } = error as Error;
  return /^(Query read timeout|timeout expired|Connection terminated due to connection timeout)$/.test(
    cause instanceof DatabaseUnavailable ? (cause.cause as Error).message : message,
  );
}

/** Opens a connection that answers. A pooler without free ones accepts clients, and then leaves them waiting. */
async function connectAnswering(connectionString: string, config: pg.ClientConfig): Promise<pg.Client> {
  let client: pg.Client | undefined;
  try {
    client = await connectAtStart(connectionString, config);
    await getSessionId(client);
    return client;
  } catch (error) {
    client?.end().catch(() => {});
    throw isSilence(error)
      ? new Error(noConnectionLeft, { cause: toUnavailable(error) })
      : toUnavailable(error);
  }
}

/**
 * Much depends on sessions: advisory locks that show which processes live, LISTEN, prepared statements. Behind a pooler
 * in transaction mode, all of them fail at times, so the server refuses to start.
 * @param answerWithinMs how long a pooler may take to answer
 * @throws one line with the fix
 */
export async function requireOwnSessions(
  connectionString: string,
  answerWithinMs = usualAnswerMs,
): Promise<void> {
  const config = { query_timeout: answerWithinMs, connectionTimeoutMillis: answerWithinMs };
  const one = await connectAnswering(connectionString, config);
  let other: pg.Client | undefined;
  try {
    other = await connectAnswering(connectionString, config);
    if (!(await haveOwnSessions(one, other))) throw new Error(noOwnSessions);
    if (!(await receivesNotifications(one, other))) {
      // A connection that was lost meanwhile could not receive anything.
      await getSessionId(one);
      throw new Error(noNotifications);
    }
  } catch (error) {
    throw toUnavailable(error);
  } finally {
    for (const client of [one, other]) client?.end().catch(() => {});
  }
}
