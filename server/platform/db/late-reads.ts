// SPDX-License-Identifier: Apache-2.0

import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { isLateAllowed } from '../call-context.ts';
import type { Queryable, Transactional } from './database.ts';
import type { SilenceWatcher } from './held-connection.ts';
import { inTime, type LogPlace, watchReplica } from './watch-replica.ts';

export interface ReplicaState {
  isUsed: boolean;
  lagMs: number | undefined;
  why: string | undefined;
}

/**
 * Reads that may lag behind by `maxLagMs`: from a replica, or from the primary if none is fit or the replica fails. Only
 * calls that allow it in the contract (`reads: 'late'`), jobs and commands may use them.
 */
export interface LateReads extends Queryable {
  /** The same for reports. */
  readonly reports: Transactional;
  /**
   * A replica whose `mark` equals the primary's, so that callers find what they did themselves and what they were
   * notified of; otherwise the primary. Costs one read on each if there is a replica.
   */
  showing(mark: (db: Queryable) => Promise<unknown>): Promise<Queryable>;
  /** Sets a connection for asking the primary its log position: an existing one, since a new one might not be available. */
  watchOver(ask: (text: string) => Promise<pg.QueryResult>): void;
  /** Runs `work` with late reads that include everything committed until now. */
  caughtUp<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Undefined if no replica is configured. */
  state(): ReplicaState | undefined;
  /** How many reads each has answered. */
  readonly counts: { replica: number; primary: number };
}

/** One server, as far as it is used for reading. */
export interface ReadServer {
  calls: Queryable;
  reports: Transactional;
  /** For short questions that must not queue behind calls. */
  watching: Queryable;
}

interface Replica extends ReadServer {
  pools: readonly SilenceWatcher[];
}

interface LateOptions {
  primary: ReadServer;
  replicas: readonly Replica[];
  maxLagMs: number;
  onMisuse: (error: Error) => void;
  onChange: (isFit: boolean, why: string | undefined) => void;
}

const primaryPlace = sql`
  select pg_current_wal_insert_lsn()::text as lsn, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline,
    (pg_control_system()).system_identifier::text as system`;
// Only roles with pg_read_all_stats see what a standby receives. Its control file, which all may read, shows a new
// timeline some minutes later.
const replicaPlace = sql`
  select pg_is_in_recovery() as is_standby, coalesce(pg_last_wal_replay_lsn(), '0/0')::text as lsn,
    upper(lpad(to_hex(coalesce((select received_tli from pg_stat_wal_receiver),
      (pg_control_checkpoint()).timeline_id)), 8, '0')) as timeline,
    (pg_control_system()).system_identifier::text as system`;

/** How long a call waits for a replica once it has the primary's answer. */
const showsWithinMs = 250;
const statementTimeout = '57014';

/** A statement that took too long there would take as long on the primary. */
function isTooSlow(thrown: unknown): boolean {
  const { cause } = thrown as Error;
  const error = cause ?? thrown;
  return error instanceof pg.DatabaseError && error.code === statementTimeout;
}

export function openLateReads(options: LateOptions): { late: LateReads; stop(): void } {
  const { primary, replicas, maxLagMs, onMisuse, onChange } = options;
  let askPrimary = () => primary.watching.one<LogPlace>(primaryPlace);
  const watch =
    replicas.length > 0
      ? watchReplica({
          askPrimary: () => askPrimary(),
          replicas: replicas.map(({ watching, pools }) => ({
            giveUp() {
              for (const pool of pools) {
                pool.onSilence();
                // From now on a new connection may show that it is back.
                pool.onAnswer();
              }
            },
            ask: () => watching.one<LogPlace & { isStandby: boolean }>(replicaPlace),
          })),
          maxLagMs,
          onChange,
        })
      : undefined;
  const counts = { replica: 0, primary: 0 };

  /** The moment up to which reads of the running work must be complete. */
  const demanded = new AsyncLocalStorage<number>();

  function findReplica(): ReadServer | undefined {
    if (isLateAllowed()) {
      return watch?.has(demanded.getStore() ?? Number.NEGATIVE_INFINITY)
        ? replicas[watch.fit ?? -1]
        : undefined;
    }
    onMisuse(new Error("this call reads what may be late: say reads: 'late' in the contract, or read now"));
    return undefined;
  }

  async function read<Result>(
    replica: ReadServer | undefined,
    ask: (server: ReadServer) => Promise<Result>,
  ): Promise<Result> {
    if (replica) {
      try {
        const result = await ask(replica);
        counts.replica++;
        return result;
      } catch (error) {
        // The replica is away, replay cancelled the read, or a migration has not arrived there: the primary knows.
        if (isTooSlow(error)) throw error;
      }
    }
    counts.primary++;
    return ask(primary);
  }

  const queryable = (
    of: (server: ReadServer) => Queryable,
    find: () => ReadServer | undefined,
  ): Queryable => ({
    rows: <Row>(query: Sql) => read(find(), (server) => of(server).rows<Row>(query)),
    row: <Row>(query: Sql) => read(find(), (server) => of(server).row<Row>(query)),
    one: <Row>(query: Sql) => read(find(), (server) => of(server).one<Row>(query)),
    run: () => Promise.reject(new Error('a late read changes nothing')),
  });
  const calls = ({ calls: one }: ReadServer) => one;

  const late: LateReads = {
    ...queryable(calls, findReplica),
    reports: {
      ...queryable(({ reports }) => reports, findReplica),
      transaction: (work) => read(findReplica(), ({ reports }) => reports.transaction(work)),
    },
    async showing(mark) {
      const replica = findReplica();
      if (!replica) return primary.calls;
      const here = mark(primary.calls);
      const waiting = mark(replica.calls).catch(() => undefined);
      const there = here.then(() => inTime(waiting, showsWithinMs));
      const [expected, shown] = await Promise.all([here, there]);
      return shown !== undefined && isDeepStrictEqual(expected, shown)
        ? queryable(calls, () => replica)
        : primary.calls;
    },
    watchOver(ask) {
      askPrimary = async () => (await ask(primaryPlace.text)).rows[0] as LogPlace;
    },
    caughtUp: async (work) => (watch ? demanded.run(await watch.catchUp(), work) : work()),
    state: () => watch && { isUsed: watch.fit !== undefined, lagMs: watch.lagMs, why: watch.why },
    counts,
  };
  return { late, stop: () => watch?.stop() };
}
