// SPDX-License-Identifier: Apache-2.0

import type pg from 'pg';
import { plural } from '../../../contract/amounts.ts';
import type { Logger } from '../log.ts';
import { connectAtStart, startsWithinMs } from './connect-at-start.ts';
import { toUnavailable } from './unavailable.ts';

/**
 * The most connections of a process besides its pool: three for reports, one to listen, one to show that it is alive.
 */
export const besidePool = 5;
/** Left for an operator’s command. */
const besideAll = 1;
const leastPool = 4;

export interface ConnectionRoom {
  /** The most connections: the server's limit without reserved ones, or the limit of the database or role. */
  limit: number;
  /** Processes of ours that are running. */
  processes: number;
  /** Connections that others currently hold. */
  ofOthers: number;
}

export async function readRoom(on: Pick<pg.Pool, 'query'>): Promise<ConnectionRoom> {
  const { rows } = await on.query<ConnectionRoom>(`
    with open as (
      select datname, usename, application_name = 'finalring listener' as is_process,
        datname = current_database() and application_name like 'finalring%' as is_ours
      from pg_stat_activity
      -- An ordinary role cannot see the type of others' sessions. Those of the server itself have no user.
      where coalesce(backend_type, 'client backend') = 'client backend' and usename is not null
    ), limits (connections, datname, usename) as (
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0), null, null
      union all select datconnlimit, datname, null from pg_database where datname = current_database()
      union all select rolconnlimit, null, rolname from pg_roles where rolname = current_user and not rolsuper
    )
    select connections as limit, others.count as "ofOthers",
      (select count(*)::int from open where is_ours and is_process) as processes
    from limits cross join lateral (
      select count(*)::int from open
      where not is_ours and datname = coalesce(limits.datname, datname) and usename = coalesce(limits.usename, usename)
    ) others
    where connections >= 0 order by connections - others.count limit 1`);
  return rows[0] as ConnectionRoom;
}

/**
 * How many connections a starting process may have in its pool, so that all running processes have room: `wanted`, or
 * fewer if the database allows fewer.
 * @throws one line with the fix if there are too few for any pool
 */
export function getShare({ limit, processes, ofOthers }: ConnectionRoom, wanted: number): number {
  const all = processes + 1;
  const share = Math.floor((limit - ofOthers - besideAll) / all) - besidePool;
  if (share >= leastPool) return Math.min(wanted, share);
  throw new Error(
    `the database takes ${limit} connections, and other programs hold ${ofOthers}: too few for ${plural(all, 'process', 'processes')} with ` +
      `at least ${leastPool + besidePool} each and ${besideAll} for all. Raise max_connections (or the limit of the role or the database), or run fewer`,
  );
}

/**
 * `getShare` with the database's numbers; logs a warning if it is less than wanted.
 * @throws DatabaseUnavailable if the database does not answer, or what `getShare` throws
 */
export async function shareConnections(
  connectionString: string,
  { wanted, log }: { wanted: number; log: Logger },
): Promise<number> {
  const client = await connectAtStart(connectionString, { connectionTimeoutMillis: startsWithinMs });
  const room = await readRoom(client as unknown as pg.Pool)
    .catch((error) => {
      throw toUnavailable(error);
    })
    .finally(() => client.end().catch(() => {}));
  const share = getShare(room, wanted);
  if (share < wanted) {
    log.warn(
      { ...room, wanted, share },
      `the database leaves ${share} connections for each process, fewer than DATABASE_POOL_SIZE=${wanted}: raise max_connections, or lower DATABASE_POOL_SIZE`,
    );
  }
  return share;
}
