// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { silence } from './limits.ts';
import { getPrimary } from './primary.ts';
import { DatabaseUnavailable, toUnavailable } from './unavailable.ts';

/** How often a held connection is checked: four short statements a second. */
const heartbeatMs = 250;
/**
 * A connection that leaves a heartbeat unanswered is given up after `silence.afterMs`. Serving again within two seconds
 * of an outage's end depends on it: bytes sent right before that end may be lost. The time between two checks counts
 * for at most this long, so giving up takes at least three checks. Otherwise a pause of the process, or of a machine
 * with its database, would count as silence.
 */
const countedAtOnceMs = 350;
/** An answer older than this no longer proves anything. */
const getTrustedForMs = () => 2 * heartbeatMs + silence.afterMs;
/** The first connection belongs to a start, which has time. */
const firstConnectMs = 60_000;
/** How long an attempt to reconnect may take: one that began in an outage may never end. */
const reconnectWithinMs = 1_250;
/**
 * The longer timeout of a second attempt beside the short ones: those alone would never reach a database that is merely
 * slow.
 */
const maxPatienceMs = 15_000;
const reconnectAfterMs = { least: 50, most: 150 };
/** Every ten seconds: checks whether another server has become the primary while this one keeps running. */
const lookEveryBeats = 40;
/** The kernel finds dead peers too, in case nothing is sent on a connection. */
const keepAliveAfterMs = 5_000;

/** Is notified when the database goes silent, and when it answers again. */
export interface SilenceWatcher {
  onSilence(): void;
  onAnswer(): void;
}

export interface HoldOptions {
  connectionString: string;
  /** Its name in `pg_stat_activity` and in the log. */
  name: string;
  log: Logger;
  /**
   * Sets a fresh connection up for its purpose. If this throws or takes too long, the connection is discarded. Runs on
   * one connection at a time, and never while another is held: everything that it records elsewhere concerns the
   * connection that is kept.
   */
  prepare(client: pg.Client): Promise<void>;
  onNotification?(channel: string, payload: string): void;
  /** A new connection has replaced the lost one. */
  onRestored?(): void;
  /** Notified of any silence on this connection, and of every answer after one; a refusal is an answer. */
  watcher?: SilenceWatcher;
}

export interface HeldConnection {
  /** Whether the database has recently answered on this connection. */
  readonly isAnswering: boolean;
  /** Runs a statement after the earlier ones. @throws DatabaseUnavailable without a connection */
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

class NoAnswerInTime extends DatabaseUnavailable {}

async function isStandby(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
  return rows[0]?.is === true;
}

/**
 * Connects, and lets `prepare` take the connection over.
 * @throws NoAnswerInTime if it takes longer than `withinMs`, DatabaseUnavailable if it is refused
 */
async function connect(
  { connectionString, name }: HoldOptions,
  prepare: (client: pg.Client, url: string) => Promise<void>,
  withinMs: number,
): Promise<void> {
  const primary = getPrimary(connectionString);
  await primary.look();
  const { url } = primary;
  const client = new pg.Client({
    connectionString: url,
    fallback_application_name: `finalring ${name}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  });
  client.on('error', () => {});
  let silence: NoAnswerInTime | undefined;
  const late = setTimeout(() => {
    silence = new NoAnswerInTime(`no connection within ${withinMs} ms`);
    client.connection.stream.destroy(silence);
  }, withinMs);
  try {
    await client.connect();
    if (primary.isChosen && (await isStandby(client))) throw new DatabaseUnavailable('it is read-only');
    await prepare(client, url);
  } catch (error) {
    client.connection.stream.destroy();
    throw silence ?? toUnavailable(error);
  } finally {
    clearTimeout(late);
  }
}

/**
 * Holds one connection as long as the process runs: checks four times a second whether it still answers, gives it up
 * when it breaks or goes silent, and reconnects.
 * @throws DatabaseUnavailable, or what `prepare` throws, if the first connection cannot be made
 */
export async function holdConnection(options: HoldOptions): Promise<HeldConnection> {
  const { name, log } = options;
  const primary = getPrimary(options.connectionString);
  const closing = new AbortController();
  let client: pg.Client | undefined;
  /** One statement at a time: queued here, not in the driver. */
  let queue: Promise<unknown> = Promise.resolve();
  /** The heartbeat without an answer so far. */
  let question: symbol | undefined;
  let silentMs = 0;
  let beatAt = 0;
  let lastReceivedAt = 0;
  let heldAt = '';
  let beats = 0;

  function adopt(fresh: pg.Client, url: string): void {
    client = fresh;
    heldAt = url;
    queue = Promise.resolve();
    question = undefined;
    lastReceivedAt = performance.now();
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (client === fresh) options.onNotification?.(channel, payload);
    });
    fresh.on('end', () => giveUp(fresh, 'torn'));
    fresh.on('error', () => giveUp(fresh, 'torn'));
  }

  /** @param loss it ended, is open but silent (a frozen server, lost packets), or its server is no longer the primary */
  function giveUp(lost: pg.Client, loss: 'torn' | 'silent' | 'superseded'): void {
    if (client !== lost || closing.signal.aborted) return;
    client = undefined;
    primary.doubt();
    lost.connection.stream.destroy(new DatabaseUnavailable(`the ${name} connection is ${loss}`));
    log.warn({ loss }, `${name} connection lost`);
    if (loss === 'silent') options.watcher?.onSilence();
    void restore();
  }

  let preparing: Promise<unknown> = Promise.resolve();
  /**
   * Prepares and adopts a connection if none is held: of two attempts, only one is needed. The later one waits for the
   * earlier: if both ran `prepare` at the same time, the discarded one might be the last to record itself.
   */
  function take(fresh: pg.Client, url: string): Promise<void> {
    const taken = preparing.then(async () => {
      if (!client && !closing.signal.aborted) await options.prepare(fresh);
      if (client || closing.signal.aborted) throw new DatabaseUnavailable(`no ${name} connection is needed`);
      adopt(fresh, url);
      options.watcher?.onAnswer();
      log.info(`${name} connection restored`);
      try {
        options.onRestored?.();
      } catch (error) {
        // Not the connection's fault, so another one would not help.
        log.error({ err: error }, `work after restoring the ${name} connection failed`);
      }
    });
    preparing = taken.catch(() => {});
    return taken;
  }

  let isPatientUnderWay = false;
  async function tryPatiently(): Promise<void> {
    if (isPatientUnderWay) return;
    isPatientUnderWay = true;
    await connect(options, take, maxPatienceMs).catch(() => {});
    isPatientUnderWay = false;
  }

  let isRestoring = false;
  async function restore(): Promise<void> {
    if (isRestoring) return;
    isRestoring = true;
    for (let attempt = 0; !client && !closing.signal.aborted; attempt++) {
      try {
        await connect(options, take, reconnectWithinMs);
      } catch (error) {
        if (client || closing.signal.aborted) break;
        if (attempt % 20 === 0) log.warn({ err: error }, `${name} connection cannot be restored yet`);
        if (error instanceof NoAnswerInTime) {
          options.watcher?.onSilence();
          void tryPatiently();
        } else options.watcher?.onAnswer();
      }
      const waitMs = Math.min(reconnectAfterMs.least * 2 ** attempt, reconnectAfterMs.most);
      await delay(waitMs, undefined, { signal: closing.signal }).catch(() => {});
    }
    isRestoring = false;
  }

  function query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const onto = client;
    const run = async () => {
      if (!onto || client !== onto) throw new DatabaseUnavailable(`there is no ${name} connection`);
      return onto.query(text, values);
    };
    const answer = queue.then(run).catch((error) => {
      throw toUnavailable(error);
    });
    queue = answer.catch(() => {});
    return answer;
  }

  function beat(): void {
    if (!client) return;
    if (heldAt !== primary.url) {
      giveUp(client, 'superseded');
      return;
    }
    if (++beats % lookEveryBeats === 0) void primary.look();
    const sinceBeatMs = performance.now() - beatAt;
    beatAt += sinceBeatMs;
    if (!question) {
      ask(client);
      return;
    }
    silentMs += Math.min(sinceBeatMs, countedAtOnceMs);
    // Timers sometimes fire a little early.
    if (silentMs < silence.afterMs - heartbeatMs / 2) return;
    const silent = client;
    const unanswered = question;
    // If this process stalled, the answer may have arrived unread: it is read before this runs.
    setImmediate(() => {
      if (question === unanswered) giveUp(silent, 'silent');
    });
  }

  function ask(onto: pg.Client): void {
    const asked = Symbol('question');
    question = asked;
    silentMs = 0;
    query('select 1').then(
      () => {
        if (client !== onto) return;
        question = undefined;
        lastReceivedAt = performance.now();
      },
      () => {},
    );
  }

  await connect(
    options,
    async (first, url) => {
      await options.prepare(first);
      adopt(first, url);
    },
    firstConnectMs,
  );
  const heartbeat = setInterval(beat, heartbeatMs);
  return {
    get isAnswering() {
      return client !== undefined && performance.now() - lastReceivedAt <= getTrustedForMs();
    },
    query,
    async close() {
      closing.abort();
      clearInterval(heartbeat);
      const last = client;
      client = undefined;
      if (!last) return;
      // A proper end is optional; a silent server does not get more time for it.
      const late = setTimeout(() => last.connection.stream.destroy(), silence.afterMs);
      await last.end().catch(() => {});
      clearTimeout(late);
    },
  };
}
