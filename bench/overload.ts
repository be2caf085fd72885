// SPDX-License-Identifier: Apache-2.0

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openDatabase } from '../server/platform/db/database.ts';
import { startApp } from '../tests/support/e2e/app.ts';
import type { BenchContext } from './context.ts';
import { type Load, load, percentile, signInMany } from './crowd.ts';
import type { Result } from './report.ts';

const players = 400;
const crowd = 400;
/** Numbers of connections for smaller loads. The best result shows the server's capacity. */
const fewer = [16, 64, 128];
/** Relative to the length of other benches' rounds: 60 s if a round is 2 s. */
const crowdLasts = 30;
const answeredWithinMs = 1_500;
const readyWithinMs = 200;

/** Requests `/readyz` repeatedly during `work`, and returns how long each answer took, in ms. */
async function askReadyDuring(url: string, work: Promise<unknown>): Promise<number[]> {
  const asker = fork(new URL('./ready-asker.ts', import.meta.url), { execArgv: [] });
  asker.send(url);
  const answered = once(asker, 'message');
  const failed = once(asker, 'exit').then(([code]) => {
    if (code !== 0) throw new Error('/readyz failed');
    return [[]];
  });
  await Promise.race([work, failed]);
  asker.send('done');
  const [times] = await Promise.race([answered, failed]);
  return times as number[];
}

/**
 * A crowd that never backs off. The server answers as many calls as it can within a second and refuses the rest with
 * 503, and its throughput hardly drops. Fails on any other answer, or if none comes.
 */
export async function benchOverload(context: BenchContext): Promise<Result[]> {
  const app = await startApp({ env: { ...context.env, ROLE: 'web' } });
  const db = openDatabase(context.databaseUrl, { poolSize: 4, statementMs: 0 });
  const say = (connections: number, { acceptedPerSecond, p99, refused }: Load, more = '') =>
    context.log(
      `${connections} connections: ${acceptedPerSecond.toFixed(0)} accepted/s, p99 ${p99.toFixed(0)} ms, ${refused} refused${more}`,
    );
  try {
    const tokens = await signInMany(db, 'Crowd', players);
    await load(app.url, tokens, { connections: fewer[0] as number, seconds: 2 });
    const sums = new Map(fewer.map((connections) => [connections, 0]));
    const measureFewer = async () => {
      for (const connections of fewer) {
        const measured = await load(app.url, tokens, { connections, seconds: context.secondsPerRound * 3 });
        say(connections, measured);
        sums.set(connections, (sums.get(connections) as number) + measured.acceptedPerSecond / 2);
      }
    };
    // Before and after, since the load from other programs changes meanwhile.
    await measureFewer();
    const seconds = context.secondsPerRound * crowdLasts;
    const loading = load(app.url, tokens, { connections: crowd, seconds });
    const times = await askReadyDuring(app.url, loading);
    const [crowded, ready] = [await loading, percentile(times, 0.99)];
    const slowest = Math.max(...times);
    await measureFewer();
    const best = Math.max(...sums.values());
    say(crowd, crowded, `, /readyz p99 ${ready.toFixed(0)} ms, at most ${slowest.toFixed(0)} ms`);
    return [
      {
        name: 'overload throughput',
        unit: `accepted/s of ${crowd} connections`,
        value: crowded.acceptedPerSecond,
        reference: best,
        against: 'the best of fewer',
        ratio: crowded.acceptedPerSecond / best,
        limit: 0.8,
      },
      {
        name: 'overload wait',
        unit: 'ms, p99 of accepted calls',
        value: crowded.p99,
        reference: answeredWithinMs,
        against: 'ms at most',
        ratio: answeredWithinMs / crowded.p99,
        limit: 1,
      },
      {
        name: 'overload readiness',
        unit: 'ms, p99 of /readyz',
        value: ready,
        reference: readyWithinMs,
        against: 'ms at most',
        ratio: readyWithinMs / ready,
        limit: 1,
      },
    ];
  } finally {
    await db.close();
    await app.stop();
  }
}
