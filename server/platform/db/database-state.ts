// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';

export interface DatabaseState {
  name: string;
  /** `18.1` */
  version: string;
  sizeBytes: number;
  encoding: string;
  /** The connections that the role may open. */
  maxConnections: number;
  openConnections: number;
  isReadOnly: boolean;
  hasTrigrams: boolean;
  /** Processes with a listening connection, and those of them that run jobs. */
  processes: number;
  workers: number;
  /** The standbys that commits wait for (`synchronous_standby_names`); empty: none. */
  waitsFor: string;
  /** Commits that have waited for a standby for more than a second, so it is unavailable. */
  stuckCommits: number;
}

/** Facts about the database server, for `finalring status` and `doctor`. */
export function readDatabaseState(db: Queryable): Promise<DatabaseState> {
  return db.one<DatabaseState>(sql`
    select current_database() as name,
      split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as size_bytes,
      pg_encoding_to_char((select encoding from pg_database where datname = current_database())) as encoding,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as max_connections,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open_connections,
      pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only,
      exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams,
      current_setting('synchronous_standby_names') as waits_for,
      (select count(*)::int from pg_stat_activity
        where wait_event = 'SyncRep' and state_change < clock_timestamp() - interval '1 second') as stuck_commits,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = 'finalring listener') as processes,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = 'finalring liveness') as workers`);
}
