// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailable } from './unavailable.ts';

/** The server process behind a connection. Its pid alone may have been reused by the time we act on it. */
export interface Backend {
  pid: number;
  /** In seconds since 1970, as the server prints it. */
  startedAt: string;
}

/** Runs a statement on a connection that is held for as long as the process runs. */
type Ask = (text: string, values: unknown[]) => Promise<pg.QueryResult>;

/**
 * Watches for commits that wait for a standby which is away. `statement_timeout` does not end such a wait, and the
 * backend does not notice that its client is gone: every change would use up a connection for good, until none are left
 * for reads. So changes are refused for as long as a probe commit of this process gets no answer (docs/decisions/0055).
 */
export interface CommitWatch {
  /** Whether changes are refused. */
  readonly areStuck: boolean;
  /** Sets the connection to ask over. Without one nothing is noticed, and no backend is terminated. */
  watchOver(ask: Ask): void;
  /** Which of these backends wait for a standby, by `pid`. */
  findWaiting(backends: readonly Backend[]): Promise<ReadonlySet<number>>;
  /** A commit has waited for too long: changes are refused until one gets through. */
  refuseChanges(): void;
  /** Terminates the backend of a discarded connection, which frees its locks and its connection slot. */
  end(backend: Backend): void;
  toRefusal(): DatabaseUnavailable;
  /** Whether a statement only changes unlogged tables. Those are not replicated, so its commit waits for no standby. */
  changesUnloggedAlone(text: string): boolean;
  /** Remembers a statement that was refused because it changes something: next time it can be refused without being sent. */
  noteChange(text: string): void;
  isKnownToChange(text: string): boolean;
  close(): void;
}

const endAgainAfterMs = 250;
const probeAgainAfterMs = 1_000;

const given = 'unnest($1::int[], $2::numeric[]) as given (pid, started_at)';
const isGiven = 'a.pid = given.pid and extract(epoch from a.backend_start) = given.started_at';
const findThoseThatWait = `
  select a.pid from pg_stat_activity a join ${given} on ${isGiven} where a.wait_event = 'SyncRep'`;
/**
 * Terminated, not cancelled: a commit that is cancelled during this wait is reported as done. Either way its effects are
 * committed on the primary, and reach the standby once it is back.
 */
const endThem = `select pg_terminate_backend(a.pid) from pg_stat_activity a join ${given} on ${isGiven}`;
const findUnlogged = `select relname from pg_class where relpersistence = 'u' and relkind in ('r', 'p')`;
/** Writes a meaningless message to the log, and waits for the standby as every commit does. */
const probe = `
  begin read write; set local synchronous_commit to default; select pg_logical_emit_message(true, 'finalring', 'probe'); commit`;

const targets = /(?<!do |for |key )\b(?:insert into|update|delete from|merge into)\s+(\w+)/gi;

const toRefusal = () =>
  new DatabaseUnavailable('the standby that commits wait for is away', { isConnectionLost: false });

const toValues = (backends: readonly Backend[]) => [
  backends.map(({ pid }) => pid),
  backends.map(({ startedAt }) => startedAt),
];

export interface CommitWatchOptions {
  /** The pool that lends the probe a connection. */
  getPool(): Pick<pg.Pool, 'connect'>;
  onChange?: (areStuck: boolean) => void;
}

export function createCommitWatch({ getPool, onChange = () => {} }: CommitWatchOptions): CommitWatch {
  const closing = new AbortController();
  const toEnd = new Map<string, Backend>();
  const changes = new Set<string>();
  let unlogged = new Set<string>();
  let ask: Ask | undefined;
  let isEnding = false;
  let areStuck = false;

  const pause = (ms: number) => delay(ms, undefined, { signal: closing.signal, ref: false }).catch(() => {});

  async function endAll(): Promise<void> {
    isEnding = true;
    while (toEnd.size > 0 && ask && !closing.signal.aborted) {
      const some = [...toEnd];
      try {
        await ask(endThem, toValues(some.map(([, backend]) => backend)));
        for (const [key] of some) toEnd.delete(key);
      } catch {
        await pause(endAgainAfterMs);
      }
    }
    isEnding = false;
  }

  async function getsThrough(): Promise<boolean> {
    try {
      const client = await getPool().connect();
      let broken: Error | undefined;
      try {
        await client.query(probe);
        return true;
      } catch (error) {
        broken = error as Error;
        return false;
      } finally {
        client.release(broken);
      }
    } catch {
      return false;
    }
  }

  /** One probe commit at a time. It is answered as soon as the standby has it; the pool discards one that takes too long. */
  async function refuseUntilOneGetsThrough(): Promise<void> {
    areStuck = true;
    onChange(true);
    await learnUnlogged();
    while (!closing.signal.aborted && !(await getsThrough())) {
      await pause(probeAgainAfterMs);
      await learnUnlogged();
    }
    if (closing.signal.aborted) return;
    areStuck = false;
    changes.clear();
    onChange(false);
  }

  /** Until the unlogged tables are known, statements that only change those count as changes. */
  async function learnUnlogged(): Promise<void> {
    if (unlogged.size > 0) return;
    const answer = await ask?.(findUnlogged, []).catch(() => undefined);
    unlogged = new Set(answer?.rows.map(({ relname }) => relname));
    for (const text of changes) if (changesUnloggedAlone(text)) changes.delete(text);
  }

  function changesUnloggedAlone(text: string): boolean {
    const changed = [...text.matchAll(targets)].map(([, table]) => table as string);
    return changed.length > 0 && changed.every((table) => unlogged.has(table));
  }

  return {
    get areStuck() {
      return areStuck;
    },
    watchOver(given) {
      ask = given;
    },
    async findWaiting(backends) {
      const answer = await ask?.(findThoseThatWait, toValues(backends)).catch(() => undefined);
      return new Set(answer?.rows.map(({ pid }) => pid));
    },
    refuseChanges() {
      if (!areStuck && !closing.signal.aborted) void refuseUntilOneGetsThrough();
    },
    end(backend) {
      if (!ask) return;
      toEnd.set(`${backend.pid} ${backend.startedAt}`, backend);
      if (!isEnding) void endAll();
    },
    toRefusal,
    changesUnloggedAlone,
    noteChange(text) {
      if (!changesUnloggedAlone(text)) changes.add(text);
    },
    isKnownToChange: (text) => changes.has(text),
    close: () => closing.abort(),
  };
}
