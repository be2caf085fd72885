// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { connectAtStart } from '../db/connect-at-start.ts';

/** SQLSTATE: the role lacks a permission. */
const mayNot = '42501';

export interface Follower {
  name: string;
  /** `streaming` if it keeps up. */
  state: string;
  /** Whether commits wait for it: `sync` or `quorum`; `async` if they do not. */
  role: string;
  /** How much of the log it has not applied yet. */
  behindBytes: number;
  behindSeconds: number;
}

export interface ReplicationState {
  timeline: number;
  /** The standbys that commits wait for; empty: none. */
  waitsFor: string;
  followers: Follower[];
  /** Slots that nobody reads from now: the primary keeps the log for them, and its disk fills up. */
  unusedSlots: { name: string; keptBytes: number }[];
}

async function onPrimary<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connectAtStart(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The servers that follow the primary. @throws if the address leads to no primary */
export function readReplicationState(url: string): Promise<ReplicationState> {
  return onPrimary(url, async (client) => {
    const { rows: now } = await client.query(`
      select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
        current_setting('synchronous_standby_names') as waits_for`);
    const [{ timeline, waits_for: waitsFor }] = now;
    if (!timeline) throw new Error('this is a standby: point DATABASE_URL to the primary, or name all hosts');
    const { rows: followers } = await client.query(`
      select application_name as name, state, sync_state as role,
        pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float as behind_bytes,
        coalesce(extract(epoch from replay_lag), 0)::float as behind_seconds
      from pg_stat_replication where application_name <> 'finalring backup' order by 1`);
    const { rows: slots } = await client.query(`
      select slot_name as name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float as kept_bytes
      from pg_replication_slots where not active order by 1`);
    return {
      timeline: Number.parseInt(timeline, 16),
      waitsFor,
      followers: followers.map((one) => ({
        ...one,
        behindBytes: one.behind_bytes ?? 0,
        behindSeconds: one.behind_seconds,
      })),
      unusedSlots: slots.map((one) => ({ name: one.name, keptBytes: one.kept_bytes ?? 0 })),
    };
  });
}

/**
 * From now on the primary confirms a commit once one of these standbys has written it to disk too; without names it waits
 * for none.
 * @throws if the role lacks the permission, with how to grant it
 */
export function waitForStandbys(url: string, names: readonly string[]): Promise<void> {
  return onPrimary(url, async (client) => {
    const quorum = names.length > 0 ? `ANY 1 (${names.map(pg.escapeIdentifier).join(', ')})` : '';
    try {
      await client.query(`alter system set synchronous_standby_names = ${pg.escapeLiteral(quorum)}`);
      await client.query('select pg_reload_conf()');
    } catch (error) {
      if ((error as { code?: string }).code !== mayNot) throw error;
      const role = pg.escapeIdentifier(client.user ?? '');
      throw new Error(
        `the role ${client.user} may not: as a superuser grant alter system on parameter synchronous_standby_names to ${role}; grant execute on function pg_reload_conf() to ${role}`,
      );
    }
  });
}
