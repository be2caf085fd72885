// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { BenchContext } from './context.ts';
import { median, type Result } from './report.ts';

const counts = [1, 10, 100] as const;
const writers = 16;
const rounds = 3;
/** The kernel's clock tick, the unit of processor time in /proc. */
const tickMs = 10;

/** When a commit's notification is sent. */
const ways = ['never', 'after', 'within'] as const;
interface Round {
  commitsPerSecond: number;
  /** Processor time of the listening backends, per commit. */
  listeningUs: number;
}

/** Processor time of these processes so far, in milliseconds. */
function cpuMs(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    // The process name in brackets may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return tickMs * ticks.reduce((sum, each) => sum + each, 0);
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return client;
}

const getPid = async (client: pg.Client) =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number;

/**
 * Notifies like the server's processes: one statement at a time, covering everything committed during the previous one.
 */
function createNotifier(client: pg.Client): { tell(): void; end(): Promise<void> } {
  let waiting = 0;
  let under: Promise<void> | undefined;
  const next = async () => {
    while (waiting > 0) {
      const count = waiting;
      waiting = 0;
      await client.query('select pg_notify($1, n::text) from generate_series(1, $2::int) n', ['told', count]);
    }
    under = undefined;
  };
  return {
    tell() {
      waiting++;
      under ??= next();
    },
    end: async () => under,
  };
}

/** Sixteen connections commit five rows at a time for `seconds`, with or without notification. */
async function commitFor(
  seconds: number,
  { clients, teller, pids }: { clients: readonly pg.Client[]; teller: pg.Client; pids: readonly number[] },
  when: (typeof ways)[number],
): Promise<Round> {
  const insert = 'insert into bench_listeners select n from generate_series(1, 5) n';
  const text = when === 'within' ? `with told as (${insert}) select pg_notify('told', '')` : insert;
  const after = createNotifier(teller);
  const before = cpuMs(pids);
  const began = performance.now();
  let commits = 0;
  const commitOn = async (client: pg.Client) => {
    while (performance.now() - began < seconds * 1_000) {
      await client.query({ name: `bench listeners ${when}`, text });
      if (when === 'after') after.tell();
      commits++;
    }
  };
  await Promise.all(clients.map(commitOn));
  await after.end();
  const tookSeconds = (performance.now() - began) / 1_000;
  return {
    commitsPerSecond: commits / tookSeconds,
    listeningUs: ((cpuMs(pids) - before) * 1_000) / commits,
  };
}

/**
 * The cost of a notification while many processes listen. PostgreSQL wakes every connection that listens on any
 * channel. Here, as for most processes, none of the notifications is for the listener.
 */
export async function benchListeners(context: BenchContext): Promise<Result[]> {
  if (process.platform !== 'linux') {
    return [{ name: 'listeners', skipped: 'needs /proc, which only Linux has' }];
  }
  const connectMany = (count: number) =>
    Promise.all(Array.from({ length: count }, () => connect(context.databaseUrl)));
  const [teller, ...clients] = await connectMany(writers + 1);
  const listeners: pg.Client[] = [];
  const pids: number[] = [];
  if (!teller) throw new Error('no connection');
  /** The variants alternate, so that other work on the machine affects all of them. */
  const measure = async (): Promise<Record<(typeof ways)[number], Round>> => {
    const measured = { never: [], after: [], within: [] } as Record<(typeof ways)[number], Round[]>;
    for (let round = 0; round < rounds; round++) {
      for (const when of ways)
        measured[when].push(await commitFor(context.secondsPerRound, { clients, teller, pids }, when));
    }
    const middle = (when: (typeof ways)[number]) => ({
      commitsPerSecond: median(measured[when].map((round) => round.commitsPerSecond)),
      listeningUs: median(measured[when].map((round) => round.listeningUs)),
    });
    return { never: middle('never'), after: middle('after'), within: middle('within') };
  };
  try {
    await teller.query('create table bench_listeners (n integer)');
    const results: Result[] = [];
    for (const count of counts) {
      const more = await connectMany(count - listeners.length);
      listeners.push(...more);
      for (const client of more) {
        pids.push(await getPid(client));
        await client.query('listen bench_other');
      }
      const { never, ...told } = await measure();
      for (const [when, { commitsPerSecond, listeningUs }] of Object.entries(told)) {
        context.log(`${count} listeners, notified ${when}: ${commitsPerSecond.toFixed(0)} commits/s`);
        results.push({
          name: `${count} listeners, notified ${when === 'after' ? 'after the commit' : 'within the transaction'}`,
          unit: `commits/s, ${listeningUs.toFixed(0)} µs each for the listeners`,
          value: commitsPerSecond,
          reference: never.commitsPerSecond,
          against: 'without notifying',
          ratio: commitsPerSecond / never.commitsPerSecond,
          limit: 0,
          reason: 'none',
        });
      }
    }
    return results;
  } finally {
    await teller.query('drop table if exists bench_listeners');
    await Promise.all([teller, ...clients, ...listeners].map((client) => client.end()));
  }
}
