// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, fork } from 'node:child_process';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { playerRow } from '../server/features/accounts/player-store.ts';
import { askFor } from '../server/features/accounts/profile/read-profile.ts';
import { createSessions } from '../server/features/accounts/sessions/sessions.ts';
import { challengeStatsPart } from '../server/features/challenges/attempts/attempt-record-queries.ts';
import { boundAccountsPart } from '../server/features/challenges/game-accounts/account-proof-queries.ts';
import { termsAskedPart } from '../server/features/responsible-play/play-gate.ts';
import { purchasesPart } from '../server/features/shop/purchases/purchase-store.ts';
import { balancesPart } from '../server/ledger/balances.ts';
import { systemClock } from '../server/platform/clock.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { compose } from '../server/platform/db/parts.ts';
import { createListener } from '../server/platform/listen.ts';
import { createLogger } from '../server/platform/log.ts';
import { startApp } from '../tests/support/e2e/app.ts';
import { createPlayer } from '../tests/support/factories.ts';
import type { BenchContext } from './context.ts';
import { residentMb } from './crowd.ts';
import { preparePgbench } from './pgbench.ts';
import { profileOf } from './profile.ts';
import { type Figure, median, type Result } from './report.ts';

const connections = 32;
const memoryLimitMb = 200;
/** Many short turns, because other work on the machine lasts some seconds and should affect both sides. */
const turnsPerRound = 2;
/** Headers about the connection, not the answer. */
const perConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

interface Target {
  name: string;
  path: string;
  limit: number;
  /** What browsers send. Without it, the server doesn't compress. */
  encodings?: string;
}

const targets: readonly Target[] = [
  { name: 'challenge list', path: '/api/v1/challenge/get-all', limit: 0.65 },
  { name: 'product list', path: '/api/v1/gift-card/get', limit: 0.65 },
  {
    name: 'product list, browsers',
    path: '/api/v1/gift-card/get',
    limit: 0.65,
    encodings: 'gzip, deflate, br, zstd',
  },
  { name: 'profile', path: '/api/v1/auth/get-profile', limit: 0.1 },
];

const toHeaders = (token: string, encodings = 'identity') => ({
  authorization: `Bearer ${token}`,
  'accept-encoding': encodings,
});

async function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers had an error status, ${result.errors} requests failed`);
  }
  return result.requests.average;
}

/** Starts the bare server with exactly the answer that the app gives. */
async function startBare(answer: IncomingMessage): Promise<{ url: string; process: ChildProcess }> {
  const body = await buffer(answer);
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !perConnection.has(name)),
  );
  const child = fork(new URL('./bare-server.ts', import.meta.url), { execArgv: [] });
  child.send({ headers: { ...headers, 'content-length': body.length }, body: body.toString('base64') });
  const port = await new Promise<number>((listening) =>
    child.once('message', (value) => listening(value as number)),
  );
  return { url: `http://127.0.0.1:${port}/`, process: child };
}

async function measure(base: string, target: Target, token: string, context: BenchContext): Promise<Figure> {
  const url = base + target.path;
  const headers = toHeaders(token, target.encodings);
  const answer = await new Promise<IncomingMessage>((answered, failed) => {
    get(url, { headers }, answered).on('error', failed);
  });
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  const bare = await startBare(answer);
  const ours: number[] = [];
  const theirs: number[] = [];
  const seconds = Math.max(1, context.secondsPerRound / turnsPerRound);
  try {
    await requestsPerSecond(url, headers, 2);
    await requestsPerSecond(bare.url, headers, 2);
    for (let round = 0; round < context.rounds * turnsPerRound; round++) {
      ours.push(await requestsPerSecond(url, headers, seconds));
      theirs.push(await requestsPerSecond(bare.url, headers, seconds));
      context.log(`${target.name}: ${ours.at(-1)} of ${theirs.at(-1)} requests/s`);
    }
  } finally {
    bare.process.disconnect();
  }
  const [value, reference] = [median(ours), median(theirs)];
  const against = 'bare node:http, same bytes';
  return { ...target, unit: 'requests/s', value, reference, against, ratio: value / reference };
}

/** The SQL of a profile for pgbench, with the player's id filled in. */
function toScript(playerId: string): string {
  const parts = askFor(playerId, {
    balances: balancesPart,
    challengeStats: challengeStatsPart,
    areTermsAsked: (id) => termsAskedPart(id, false),
    gameAccounts: boundAccountsPart,
    purchasedGiftCards: purchasesPart,
  });
  const { text, values } = compose(playerRow(playerId), parts);
  if (values.some((value) => value !== playerId)) throw new Error('A profile asks for more than its player.');
  return `${text.replace(/\$\d+/g, `'${playerId}'::uuid`).replace(/\s+/g, ' ')};\n`;
}

/** The profile's throughput as a share of the database's own. */
async function measureProfile(
  base: string,
  who: { token: string; playerId: string },
  { databaseUrl, rounds, secondsPerRound, log }: BenchContext,
): Promise<Result> {
  const name = 'profile, against its statement';
  const pgbench = preparePgbench({ script: toScript(who.playerId), databaseUrl, connections });
  if ('missing' in pgbench) return { name, skipped: pgbench.missing };
  const url = `${base}/api/v1/auth/get-profile`;
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round++) {
      ours.push(await requestsPerSecond(url, toHeaders(who.token), secondsPerRound));
      theirs.push(await pgbench.perSecond(secondsPerRound));
      log(`${name}: ${ours.at(-1)} requests/s, pgbench ${theirs.at(-1)}`);
    }
  } finally {
    pgbench.close();
  }
  const [value, reference] = [median(ours), median(theirs)];
  const against = 'pgbench, that one statement';
  return { name, unit: 'requests/s', value, reference, against, ratio: value / reference, limit: 0.5 };
}

/**
 * The calls that every page makes against bare `node:http`, and the profile also against its own SQL. Then the server's
 * memory.
 */
export async function benchHttp(context: BenchContext): Promise<Result[]> {
  const profile = profileOf('http', context);
  const app = await startApp({ env: context.env, nodeFlags: profile.flags });
  const db = openDatabase(context.databaseUrl, { poolSize: 4, statementMs: 0 });
  const listener = await createListener(context.databaseUrl, createLogger('silent'));
  try {
    const player = await createPlayer(db, { gamerCoins: 500 });
    const sessions = createSessions({
      db,
      clock: systemClock,
      listener,
      adminIdleMs: 24 * 3_600_000,
      isFactorDemanded: false,
    });
    const token = await db.transaction((tx) => sessions.start(tx, player.id));
    const results: Result[] = [];
    for (const target of targets) results.push(await measure(app.url, target, token, context));
    results.push(await measureProfile(app.url, { token, playerId: player.id }, context));
    if (process.platform !== 'linux') {
      return [...results, { name: 'server memory', skipped: 'needs /proc, which only Linux has' }];
    }
    const value = residentMb(app.process.pid as number);
    const memory = {
      name: 'server memory',
      unit: 'MB resident after the load',
      value,
      reference: memoryLimitMb,
      against: 'MB at most',
      ratio: memoryLimitMb / value,
      limit: 1,
    };
    return [...results, memory];
  } finally {
    await listener.close();
    await db.close();
    await app.stop();
    profile.report();
  }
}
