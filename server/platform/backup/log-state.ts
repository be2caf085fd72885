// SPDX-License-Identifier: Apache-2.0

import { Gauge, type Registry } from 'prom-client';
import sql from 'sql-template-tag';
import type { Database, Queryable } from '../db/database.ts';
import { readInTime } from '../figures.ts';
import { parseLsn } from './lsn.ts';
import { slotName } from './slot.ts';

/** The state of the log that the server keeps for us until it is stored elsewhere. */
export interface LogState {
  timeline: number;
  /** The position from which it is kept; undefined if the server keeps none for us. */
  from: bigint | undefined;
  behindBytes: number | undefined;
  /** Whether a process is reading it now. */
  isTaken: boolean;
  /**
   * For how long no process has read it; undefined while one does, and on PostgreSQL before 17, which does not report
   * it.
   */
  untakenSeconds: number | undefined;
}

export async function readLogState(db: Queryable): Promise<LogState> {
  const { from, behindBytes, untakenSeconds, ...state } = await db.one<{
    timeline: number;
    from: string | null;
    behindBytes: number | null;
    isTaken: boolean;
    untakenSeconds: number | null;
  }>(sql`
    select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline, restart_lsn::text as "from",
      pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) as behind_bytes, coalesce(active, false) as is_taken,
      extract(epoch from clock_timestamp() - (to_jsonb(slot) ->> 'inactive_since')::timestamptz)::int as untaken_seconds
    from (select) here left join pg_replication_slots as slot on slot_name = ${slotName}`);
  return {
    ...state,
    from: from === null ? undefined : parseLsn(from),
    behindBytes: behindBytes ?? undefined,
    untakenSeconds: untakenSeconds ?? undefined,
  };
}

/**
 * Reports at each scrape how far behind the stored log is: the same from every process, and only if we take backups.
 */
export function gaugeRetainedLog(registry: Registry, db: Database, isConfigured: boolean): void {
  const read = readInTime(() => readLogState(db));
  const add = (name: string, help: string, toValue: (state: LogState) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const state = await read();
        if (!state) return;
        const value = toValue(state);
        // A gauge without labels would report 0, which has a meaning.
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  add(
    'backup_log_behind_bytes',
    'Bytes of the database log that are not stored with the backups yet',
    ({ behindBytes }) => behindBytes,
  );
  add(
    'backup_log_taken',
    '1 while a process stores the database log with the backups, otherwise 0',
    (state) => {
      if (!isConfigured && state.from === undefined) return undefined;
      return state.isTaken ? 1 : 0;
    },
  );
}
