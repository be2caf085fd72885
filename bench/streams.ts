// SPDX-License-Identifier: Apache-2.0

import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { publishLiveToMany, publishToAll } from '../server/platform/live/publish.ts';
import { startApp } from '../tests/support/e2e/app.ts';
import type { BenchContext } from './context.ts';
import { openStreams, signInMany } from './crowd.ts';
import { median, type Result } from './report.ts';

const clients = 10_000;
const updates = 10;
const arrivesWithinMs = 500;
/** The server merges broadcasts of one kind that are less than a second apart. */
const apartMs = 1_200;
/** How many of the pages get their own event at the same moment. */
const notifiedClients = 100;

/** Milliseconds from the start of one broadcast until the last stream has received it. */
async function timeOneUpdate(db: Database, arrived: () => Promise<void>): Promise<number> {
  const all = arrived();
  const began = performance.now();
  await db.transaction((tx) => publishToAll(tx, 'leaderboard', {}));
  await all;
  return performance.now() - began;
}

/**
 * How soon 10,000 open pages on two processes receive a broadcast, and how soon a hundred of them receive their own
 * event.
 */
export async function benchStreams(context: BenchContext): Promise<Result[]> {
  const env = { ...context.env, ROLE: 'web' };
  const first = await startApp({ env });
  const second = await startApp({ env: { ...env, SANDBOX_PORT: new URL(first.sandboxUrl).port } });
  const db = openDatabase(context.databaseUrl, { poolSize: 4, statementMs: 0 });
  let streams: IncomingMessage[] = [];
  try {
    const tokens = await signInMany(db, 'Stream', clients);
    let [awaited, missing, done] = ['', 0, () => {}];
    const onText = (text: string) => {
      if (awaited && text.includes(awaited) && --missing === 0) done();
    };
    const arrivedAt = (event: string, count: number) =>
      new Promise<void>((resolve) => {
        [awaited, missing, done] = [`event: ${event}`, count, resolve];
      });
    const half = clients / 2;
    streams = [
      ...(await openStreams(first.url, tokens.slice(0, half), onText)),
      ...(await openStreams(second.url, tokens.slice(half), onText)),
    ];
    const times: number[] = [];
    for (let update = 0; update < updates; update++) {
      await delay(apartMs);
      times.push(await timeOneUpdate(db, () => arrivedAt('leaderboard', clients)));
      context.log(`live update ${update + 1}: all ${clients} after ${times.at(-1)?.toFixed(0)} ms`);
    }
    const own: number[] = [];
    for (let update = 0; update < updates; update++) {
      const players = await db.rows<{ id: string }>(sql`
        select id from players where email like 'stream%' order by random() limit ${notifiedClients}`);
      const all = arrivedAt('profile', notifiedClients);
      const began = performance.now();
      await db.transaction((tx) =>
        publishLiveToMany(
          tx,
          'profile',
          players.map(({ id }) => ({ playerId: id, data: {} })),
        ),
      );
      await all;
      own.push(performance.now() - began);
    }
    return [
      { name: 'streams on two processes', told: `${clients} streams have it`, value: median(times) },
      { name: 'own updates', told: `${notifiedClients} of ${clients} have theirs`, value: median(own) },
    ].map(({ name, told, value }) => ({
      ...{ name, unit: `ms until ${told}`, value, reference: arrivesWithinMs, against: 'ms at most' },
      ratio: arrivesWithinMs / value,
      limit: 1,
    }));
  } finally {
    for (const stream of streams) stream.destroy();
    await db.close();
    await second.stop();
    await first.stop();
  }
}
