// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import autocannon from 'autocannon';
import sql from 'sql-template-tag';
import { hashToken, newToken } from '../server/features/accounts/tokens.ts';
import type { Database } from '../server/platform/db/database.ts';

/** Simulates many concurrent players: their sessions, the calls of their pages, and their live streams. */

/** One session for each of `count` new players. */
export async function signInMany(db: Database, name: string, count: number): Promise<string[]> {
  const players = await db.rows<{ id: string }>(sql`
    insert into players (name, email, referral_code)
    select ${name}::text || ' ' || n, lower(${name}) || n || '@bench.test', upper(${name}) || lpad(n::text, 8, '0')
    from generate_series(1, ${count}) n returning id`);
  const tokens = players.map(() => newToken());
  const hashes = tokens.map((token) => `\\x${hashToken(token).toString('hex')}`);
  await db.run(sql`
    insert into sessions (token_hash, player_id, expires_at)
    select hash::bytea, player, now() + interval '1 hour'
    from unnest(${hashes}::text[], ${players.map(({ id }) => id)}::uuid[]) as s (hash, player)`);
  return tokens;
}

/** The calls of a player's pages, and one write. The server answers none of them from memory. */
const calls: readonly Pick<autocannon.Request, 'method' | 'path' | 'body'>[] = [
  { path: '/auth/get-profile' },
  { path: '/transaction/history' },
  { path: '/challenge/my-attempts' },
  { path: '/notifications' },
  { path: '/leaderboard?period=week' },
  { method: 'POST', path: '/notifications/read', body: '{"upTo":"0"}' },
];

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface Load {
  acceptedPerSecond: number;
  /** All answers per second, including refusals. */
  answeredPerSecond: number;
  /** Of accepted calls, in ms. */
  p99: number;
  /** Answers with 503. */
  refused: number;
  /** Answers with 429. */
  limited: number;
}

/**
 * Loads the server with clients that send the next call immediately after any answer.
 * @throws if an answer is not 200, 429 or 503, or if no answer comes
 */
export async function load(
  url: string,
  tokens: readonly string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const accepted: number[] = [];
  const others = new Map<number, number>();
  const requests = tokens.flatMap((token) =>
    calls.map((call) => ({
      ...call,
      path: `/api/v1${call.path}`,
      headers: { authorization: `Bearer ${token}`, ...(call.body && { 'content-type': 'application/json' }) },
    })),
  );
  let next = 0;
  const running = autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 30,
    setupClient(client) {
      // Each connection belongs to another player, and each starts at a different call.
      const first = (next++ * calls.length) % requests.length;
      client.setRequests([...requests.slice(first, first + calls.length)]);
      client.on('response', (status: number, _bytes: number, ms: number) => {
        if (status === 200) accepted.push(ms);
        else others.set(status, (others.get(status) ?? 0) + 1);
      });
    },
  });
  const { errors, duration } = await running;
  const refused = others.get(503) ?? 0;
  const limited = others.get(429) ?? 0;
  const strange = [...others].filter(([status]) => status !== 503 && status !== 429);
  if (errors > 0 || strange.length > 0) {
    throw new Error(`${connections} connections: ${errors} failed, answers ${JSON.stringify(strange)}`);
  }
  return {
    acceptedPerSecond: accepted.length / duration,
    answeredPerSecond: (accepted.length + refused + limited) / duration,
    p99: percentile(accepted, 0.99),
    refused,
    limited,
  };
}

const openedAtOnce = 50;

/** A live stream for each player, on separate connections. @param onText gets the text of one of them */
export async function openStreams(
  url: string,
  tokens: readonly string[],
  onText: (text: string) => void,
): Promise<IncomingMessage[]> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const streams: IncomingMessage[] = [];
  const open = (token: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
      const asked = request(`${url}/api/v1/live`, { agent, headers }, (stream) => {
        if (stream.statusCode !== 200) return reject(new Error(`/live answered ${stream.statusCode}`));
        stream.setEncoding('utf8').on('data', onText);
        stream.once('data', () => resolve(stream));
      });
      asked.on('error', reject).end();
    });
  for (let from = 0; from < tokens.length; from += openedAtOnce) {
    streams.push(...(await Promise.all(tokens.slice(from, from + openedAtOnce).map(open))));
  }
  return streams;
}

/** A process's resident memory; only Linux reports it. */
export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
