// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const withinSeconds = 60;

export interface Promoted {
  /** How much of the log it had received, and how much of that it had applied, when it was promoted. */
  receivedLsn: string | null;
  replayedLsn: string | null;
  ms: number;
}

/**
 * Makes a standby the primary. The log that it has received is applied first; what the former primary had not sent is
 * lost. If commits waited for this standby, nobody was told that any of that had succeeded.
 * @throws if it is no standby, or does not become the primary within a minute
 */
export async function promote(url: string): Promise<Promoted> {
  const began = performance.now();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(`
      select pg_is_in_recovery() as is_standby, pg_last_wal_receive_lsn()::text as received,
        pg_last_wal_replay_lsn()::text as replayed`);
    const [{ is_standby: isStandby, received, replayed }] = rows;
    if (!isStandby) throw new Error('it is the primary already');
    const { rows: outcome } = await client.query('select pg_promote(true, $1) as is_done', [withinSeconds]);
    if (outcome[0]?.is_done !== true)
      throw new Error('it did not become the primary within a minute: look at its log');
    while ((await client.query('select pg_is_in_recovery() as is')).rows[0]?.is) await delay(20);
    return { receivedLsn: received, replayedLsn: replayed, ms: Math.round(performance.now() - began) };
  } finally {
    await client.end().catch(() => {});
  }
}
