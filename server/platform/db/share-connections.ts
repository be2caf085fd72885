import sql from 'sql-template-tag';
import type { Logger } from '../log.ts';
import { openDatabase, type Queryable } from './database.ts';

/** What a process takes beside its pool, at most: three for reports, one that listens, one that tells that it lives. */
export const besidePool = 5;
const leastPool = 4;

export interface ConnectionRoom {
  /** How many connections there may be: the server's limit without what it reserves, or the one of database or role. */
  limit: number;
  /** Processes of ours that run already. */
  processes: number;
  /** What others hold of them now. */
  ofOthers: number;
}

export function readRoom(db: Queryable): Promise<ConnectionRoom> {
  return db.one<ConnectionRoom>(sql`
    with open as (
      select datname, usename, application_name = 'finalring listener' as is_process,
        datname = current_database() and application_name like 'finalring%' as is_ours
      from pg_stat_activity
      -- An ordinary role does not see of what kind the sessions of others are; those of the server itself belong to nobody.
      where coalesce(backend_type, 'client backend') = 'client backend' and usename is not null
    ), limits (connections, datname, usename) as (
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections')::int, null, null
      union all select datconnlimit, datname, null from pg_database where datname = current_database()
      union all select rolconnlimit, null, rolname from pg_roles where rolname = current_user and not rolsuper
    )
    select connections as limit, others.count as of_others,
      (select count(*)::int from open where is_ours and is_process) as processes
    from limits cross join lateral (
      select count(*)::int from open
      where not is_ours and datname = coalesce(limits.datname, datname) and usename = coalesce(limits.usename, usename)
    ) others
    where connections >= 0 order by connections - others.count limit 1`);
}

/**
 * How many connections each of `starting` processes may hold in its pool, so that all that run or start find room: `wanted`, or
 * fewer where the database takes fewer.
 * @throws one line that says what to do where too few are left for any
 */
export function shareOf(
  { limit, processes, ofOthers }: ConnectionRoom,
  { wanted, starting }: { wanted: number; starting: number },
): number {
  const all = processes + starting;
  const share = Math.floor((limit - ofOthers) / all) - besidePool;
  if (share >= leastPool) return Math.min(wanted, share);
  throw new Error(
    `the database takes ${limit} connections, of which others hold ${ofOthers}: too few for ${all} process(es) of ` +
      `${leastPool + besidePool} at the least; raise max_connections (or the limit of the role or the database), or run fewer`,
  );
}

/** `shareOf` with what the database says; what is less than wanted is told. */
export async function shareConnections(
  connectionString: string,
  { wanted, starting, log }: { wanted: number; starting: number; log: Logger },
): Promise<number> {
  const db = openDatabase(connectionString, { poolSize: 1 });
  const room = await readRoom(db).finally(() => db.close());
  const share = shareOf(room, { wanted, starting });
  if (share < wanted) {
    log.warn(
      { ...room, starting, wanted, share },
      `the database takes fewer connections than DATABASE_POOL_SIZE=${wanted} asks for: ${share} for each process; raise max_connections, or lower it`,
    );
  }
  return share;
}
