import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import sql from 'sql-template-tag';
import { hashToken, newToken } from '../server/features/accounts/tokens.ts';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { publishToAll } from '../server/platform/live/publish.ts';
import { startApp } from '../tests/support/e2e/app.ts';
import type { BenchContext } from './context.ts';
import { median, type Result } from './report.ts';

const clients = 2_000;
const updates = 15;
const openedAtOnce = 50;
const arrivesWithinMs = 200;
const maxKbPerClient = 30;
/** Broadcasts of one kind less than a second apart fold into one. */
const apartMs = 1_200;

/** One session for each of so many new players. */
async function createSessions(db: Database): Promise<string[]> {
  const players = await db.rows<{ id: string }>(sql`
    insert into players (name, email, referral_code)
    select 'Live ' || n, 'live' || n || '@bench.test', 'LIVE' || lpad(n::text, 8, '0')
    from generate_series(1, ${clients}) n returning id`);
  const tokens = players.map(() => newToken());
  const hashes = tokens.map((token) => `\\x${hashToken(token).toString('hex')}`);
  await db.run(sql`
    insert into sessions (token_hash, player_id, expires_at)
    select hash::bytea, player, now() + interval '1 hour'
    from unnest(${hashes}::text[], ${players.map(({ id }) => id)}::uuid[]) as s (hash, player)`);
  return tokens;
}

function openStream(url: string, token: string, agent: Agent, onText: (text: string) => void) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const asked = request(`${url}/api/v1/live`, { agent, headers }, (stream) => {
      if (stream.statusCode !== 200) return reject(new Error(`/live answered ${stream.statusCode}`));
      stream.setEncoding('utf8').on('data', onText);
      stream.once('data', () => resolve(stream));
    });
    asked.on('error', reject).end();
  });
}

function residentKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds from the commit of one broadcast until the last of all streams has it. */
async function timeOneUpdate(db: Database, arrived: () => Promise<void>): Promise<number> {
  const all = arrived();
  const began = performance.now();
  await db.transaction((tx) => publishToAll(tx, 'leaderboard', {}));
  await all;
  return performance.now() - began;
}

/** How soon 2,000 open pages on one process hear of something, and what each costs the server in memory. */
export async function benchLive(context: BenchContext): Promise<Result[]> {
  if (process.platform !== 'linux') {
    return [{ name: 'live updates', skipped: 'memory is read from /proc, which only Linux has' }];
  }
  const env = { DATABASE_URL: context.databaseUrl, SANDBOX: '1', RATE_LIMIT_PER_MINUTE: '1000000000' };
  const app = await startApp({ env });
  const db = openDatabase(context.databaseUrl, { poolSize: 4, statementMs: 0 });
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const streams: IncomingMessage[] = [];
  try {
    const tokens = await createSessions(db);
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
    const before = residentKb(pid);
    for (let from = 0; from < clients; from += openedAtOnce) {
      const batch = tokens.slice(from, from + openedAtOnce);
      streams.push(...(await Promise.all(batch.map((token) => openStream(app.url, token, agent, onText)))));
    }
    const times: number[] = [];
    for (let update = 0; update < updates; update++) {
      await wait(apartMs);
      times.push(await timeOneUpdate(db, arrived));
      context.log(`live update ${update + 1}: all ${clients} after ${times.at(-1)?.toFixed(0)} ms`);
    }
    const perClient = (residentKb(pid) - before) / clients;
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
