// SPDX-License-Identifier: Apache-2.0

import { fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../server/platform/db/database.ts';
import { type RunningApp, startApp } from '../tests/support/e2e/app.ts';
import type { BenchContext } from './context.ts';
import { type Load, load, residentMb, signInMany } from './crowd.ts';
import { median, type Result } from './report.ts';

/** Each process's share of a core. At this share, neither the machine nor the database is the bottleneck. */
const share = 0.2;
const players = 400;
const connections = 32;
/** Enough connections to keep the processes fully busy. More wouldn't increase throughput. */
const enough = 64;
const timesTooMuch = 5;
const answeredWithinMs = 2_000;
const recoversWithinMs = 10_000;
const starts = 5;
/** How long a started process still does background work. */
const atRestAfterMs = 8_000;
const limits = { startMs: 1_200, restMb: 150, loadedMb: 200, factor: 1.6 };

/** Stops and continues the processes from another process, because this one is busy creating load. */
function limitAll(pids: readonly number[]): () => Promise<void> {
  const child = fork(new URL('./share-of-a-core.ts', import.meta.url), { execArgv: [] });
  child.send({ pids, share });
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.send('done');
    await ended;
  };
}

async function limited<T>(pids: readonly number[], work: () => Promise<T>): Promise<T> {
  const release = limitAll(pids);
  try {
    return await work();
  } finally {
    await release();
  }
}

const atMost = (name: string, unit: string, value: number, reference: number): Result => ({
  ...{ name, unit, value, reference, against: `${unit.split(',')[0]} at most` },
  ratio: reference / value,
  limit: 1,
});

/** Adds up the loads of several processes. */
function addUp(loads: readonly Load[]): Load {
  const sum = (figure: keyof Load) => loads.reduce((all, each) => all + each[figure], 0);
  return {
    acceptedPerSecond: sum('acceptedPerSecond'),
    answeredPerSecond: sum('answeredPerSecond'),
    p99: Math.max(...loads.map(({ p99 }) => p99)),
    refused: sum('refused'),
    limited: sum('limited'),
  };
}

/** Milliseconds until twenty calls in a row are each answered within 250 ms; measured to the first of them. */
async function recovery(url: string, token: string): Promise<number> {
  const began = performance.now();
  let since = began;
  for (let inARow = 0; inARow < 20; ) {
    const asked = performance.now();
    const answer = await fetch(`${url}/api/v1/auth/get-profile`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (answer.ok && performance.now() - asked < 250) inARow++;
    else {
      inARow = 0;
      since = performance.now();
    }
    await delay(20);
  }
  return since - began;
}

async function timeStart(env: Record<string, string>): Promise<number> {
  const began = performance.now();
  const app = await startApp({ env });
  const took = performance.now() - began;
  await app.stop();
  return took;
}

/**
 * What a second process adds, how much throughput remains under five times too much load, how fast a process starts,
 * and its memory.
 */
export async function benchProcesses(context: BenchContext): Promise<Result[]> {
  if (process.platform !== 'linux') {
    return [{ name: 'two processes', skipped: 'needs /proc, which only Linux has' }];
  }
  const env = { ...context.env, ROLE: 'web' };
  const apps: RunningApp[] = [];
  const db = openDatabase(context.databaseUrl, { poolSize: 4, statementMs: 0 });
  try {
    // The first start after a source change compiles the sources and uses 15 MB more until it ends.
    await timeStart(env);
    const first = await startApp({ env });
    apps.push(first);
    // Later processes use the first one's sandbox.
    const alone = { ...env, SANDBOX_PORT: new URL(first.sandboxUrl).port };
    await timeStart(alone);
    const times: number[] = [];
    for (let start = 0; start < starts; start++) times.push(await timeStart(alone));
    const second = await startApp({ env: alone });
    apps.push(second);
    const both = apps.map((app) => app.process.pid as number);
    const single = both.slice(0, 1);
    await delay(atRestAfterMs);
    const rest = Math.max(...both.map(residentMb));

    const tokens = await signInMany(db, 'Crowd', players);
    const seconds = context.secondsPerRound;
    const measureOne = (count = connections) => load(first.url, tokens, { connections: count, seconds });
    /** Splits the same number of connections evenly between both. */
    const measureTwo = async (count = connections, times = 1): Promise<Load> => {
      const half = { connections: count / 2, seconds: seconds * times };
      return addUp(await Promise.all(apps.map(({ url }) => load(url, tokens, half))));
    };
    await measureTwo(2 * connections);
    const ones: Load[] = [];
    const twos: Load[] = [];
    for (let round = 0; round < context.rounds; round++) {
      ones.push(await limited(single, () => measureOne()));
      twos.push(await limited(both, () => measureTwo()));
      context.log(
        `of one process ${ones.at(-1)?.acceptedPerSecond.toFixed(0)} calls/s, of two ${twos.at(-1)?.acceptedPerSecond.toFixed(0)}`,
      );
    }
    const accepted = (loads: readonly Load[]) => median(loads.map((each) => each.acceptedPerSecond));
    const [alonePerSecond, perSecond] = [accepted(ones), accepted(twos)];

    const { borne, crowded, recoveredMs } = await limited(both, async () => ({
      borne: await measureTwo(enough),
      crowded: await measureTwo(timesTooMuch * enough, 8),
      recoveredMs: await recovery(first.url, tokens[0] as string),
    }));
    context.log(
      `${timesTooMuch * enough} connections: ${crowded.answeredPerSecond.toFixed(0)} answers/s, p99 of what is accepted ${crowded.p99.toFixed(0)} ms, ` +
        `${crowded.refused} times 503, ${crowded.limited} times 429`,
    );
    await measureTwo(2 * enough);
    const loaded = Math.max(...both.map(residentMb));
    return [
      {
        name: 'two processes',
        unit: `calls/s, each with ${share} of a core`,
        value: perSecond,
        reference: alonePerSecond,
        against: 'one process',
        ratio: perSecond / alonePerSecond,
        limit: limits.factor,
      },
      {
        name: 'five times too many',
        unit: `calls/s accepted of ${timesTooMuch * enough} connections; else 503 or 429`,
        value: crowded.acceptedPerSecond,
        reference: borne.acceptedPerSecond,
        against: `${enough} connections`,
        ratio: crowded.acceptedPerSecond / borne.acceptedPerSecond,
        limit: 0.6,
      },
      atMost('five times too many, wait', 'ms, p99 of accepted calls', crowded.p99, answeredWithinMs),
      atMost('five times too many, recovery', 'ms', Math.max(1, recoveredMs), recoversWithinMs),
      atMost('warm start', 'ms', median(times), limits.startMs),
      atMost('memory at rest', 'MB', rest, limits.restMb),
      atMost('memory after load', 'MB', loaded, limits.loadedMb),
    ];
  } finally {
    await db.close();
    for (const app of apps.reverse()) await app.stop();
  }
}
