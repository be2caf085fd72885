// SPDX-License-Identifier: Apache-2.0

import type { IncomingMessage } from 'node:http';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { publishToAll } from '../server/platform/live/publish.ts';
import { startApp } from '../tests/support/e2e/app.ts';
import type { BenchContext } from './context.ts';
import { openStreams, residentMb, signInMany } from './crowd.ts';
import { median, type Result } from './report.ts';

const clients = 2_000;
const updates = 15;
const arrivesWithinMs = 200;
const maxKbPerClient = 30;
/** The server merges broadcasts of one kind that are less than a second apart. */
const apartMs = 1_200;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds from the start of one broadcast until the last stream has received it. */
export async function timeOneUpdate(db: Database, arrived: () => Promise<void>): Promise<number> {
  const all = arrived();
  const began = performance.now();
  await db.transaction((tx) => publishToAll(tx, 'leaderboard', {}));
  await all;
  return performance.now() - began;
}

/** How soon 2,000 open pages on one process receive an event, and how much server memory each page costs. */
export async function benchLive(context: BenchContext): Promise<Result[]> {
  if (process.platform !== 'linux') {
    return [{ name: 'live updates', skipped: 'needs /proc, which only Linux has' }];
  }
  const app = await startApp({ env: context.env });
  const db = openDatabase(context.databaseUrl, { poolSize: 4, statementMs: 0 });
  const streams: IncomingMessage[] = [];
  try {
    const tokens = await signInMany(db, 'Live', clients);
    let missing = 0;
    let done = () => {};
    const onText = (text: string) => {
      if (text.includes('event: leaderboard') && --missing === 0) done();
    };
    const arrived = () =>
      new Promise<void>((resolve) => {
        missing = clients;
        done = resolve;
      });
    const pid = app.process.pid as number;
    const before = 1024 * residentMb(pid);
    streams.push(...(await openStreams(app.url, tokens, onText)));
    const times: number[] = [];
    for (let update = 0; update < updates; update++) {
      await wait(apartMs);
      times.push(await timeOneUpdate(db, arrived));
      context.log(`live update ${update + 1}: all ${clients} after ${times.at(-1)?.toFixed(0)} ms`);
    }
    const perClient = (1024 * residentMb(pid) - before) / clients;
    return [
      {
        name: 'live updates',
        unit: `ms until ${clients} streams have it`,
        value: median(times),
        reference: arrivesWithinMs,
        against: 'ms at most',
        ratio: arrivesWithinMs / median(times),
        limit: 1,
      },
      {
        name: 'live memory',
        unit: 'KB per open stream',
        value: perClient,
        reference: maxKbPerClient,
        against: 'KB at most',
        ratio: maxKbPerClient / perClient,
        limit: 1,
      },
    ];
  } finally {
    for (const stream of streams) stream.destroy();
    await db.close();
    await app.stop();
  }
}
