// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { ask, type Client, signInPlayer } from './chaos/client.ts';
import { judgeEnd, settle } from './chaos/invariants.ts';
import { startLoad } from './chaos/load.ts';
import { startSurroundings } from './chaos/surroundings.ts';
import { signInLocally } from './specification-client/sign-in.ts';
import { type RunningApp, startApp } from './support/e2e/app.ts';
import { patient } from './support/patience.ts';
import { type RollingProxy, startRollingProxy } from './support/rolling-proxy.ts';
import { makeScratchFolder } from './support/scratch.ts';

/**
 * Two web and two worker processes behind a proxy: every call sees the same product, whichever process answers, even
 * while all are replaced under load.
 */
const perMinute = 600;
const metricsToken = 'a token for tests';
const dataDir = makeScratchFolder('processes');
const apps: RunningApp[] = [];
let server: EmbeddedPostgres;
let surroundings: Awaited<ReturnType<typeof startSurroundings>>;
let proxy: RollingProxy;
let db: Database;

const start = async (role: 'web' | 'worker'): Promise<RunningApp> => {
  const app = await startApp({
    env: {
      ...surroundings.env,
      ROLE: role,
      PUBLIC_URL: proxy.url,
      DRAIN_SECONDS: '3',
      METRICS_TOKEN: metricsToken,
      RATE_LIMIT_PER_MINUTE: String(perMinute),
    },
  });
  apps.push(app);
  if (role === 'web') proxy.add(app.url);
  return app;
};

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, error: () => {} } });
  await migrate(server.url);
  surroundings = await startSurroundings(server);
  proxy = await startRollingProxy({ keepsAddresses: true });
  surroundings.sandbox.setAppUrl(proxy.url);
  db = openDatabase(server.url, { poolSize: 4, statementMs: 0 });
  for (const role of ['web', 'web', 'worker', 'worker'] as const) await start(role);
  await vi.waitFor(async () => expect((await fetch(`${proxy.url}/readyz`)).status).toBe(200));
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await proxy?.close();
  await db?.close();
  await surroundings?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** One figure of a process's metrics. */
async function figure({ url }: RunningApp, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const line = (await answer.text()).split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

/** Opens a page of the player on a separate connection, and counts its live events by name. */
async function openPage(url: string, { token }: Client): Promise<{ told: string[]; close(): void }> {
  const headers = { authorization: `Bearer ${token}` };
  const [stream] = (await once(get(`${url}/api/v1/live`, { agent: new Agent(), headers }), 'response')) as [
    IncomingMessage,
  ];
  const told: string[] = [];
  const parser = createParser({ onEvent: ({ event, id }) => void told.push(`${event} ${id ?? ''}`.trim()) });
  stream.setEncoding('utf8').on('data', (text: string) => parser.feed(text));
  stream.on('error', () => {});
  await vi.waitFor(() => expect(told[0]).toMatch(/^ready/));
  return { told, close: () => stream.destroy() };
}

it('signs players in through any mix of processes, and recognizes them at each', async () => {
  const signedIn = await Promise.all([1, 2, 3, 4].map(() => signInLocally(proxy.url)));
  const [first, second] = apps as [RunningApp, RunningApp];
  for (const { token } of signedIn) {
    for (const { url } of [first, second, first, second]) {
      const [answer] = (await once(
        get(`${url}/api/v1/auth/get-profile`, {
          agent: false,
          headers: { authorization: `Bearer ${token}` },
        }),
        'response',
      )) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode).toBe(200);
    }
  }
  const { token } = signedIn[0] as { token: string };
  const signOut = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
  expect((await fetch(`${second.url}/api/v1/auth/logout`, signOut)).status).toBe(200);
  await vi.waitFor(async () => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${first.url}/api/v1/auth/get-profile`, { headers })).status).toBe(401);
  });
});

it('counts the calls of an address across all processes', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const statuses: number[] = [];
  const asking = Array.from({ length: 8 }, async () => {
    for (let turn = 0; turn < (perMinute * 1.2) / 8; turn++) {
      const { url } = apps[turn % 2] as RunningApp;
      const answer = await fetch(`${url}/api/v1/config`, { headers });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  });
  await Promise.all(asking);
  const served = statuses.filter((status) => status === 200).length;
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(served).toBeLessThanOrEqual(perMinute);
  expect(served).toBeGreaterThan(perMinute * 0.9);
});

it("sends a player's events to pages on every process", async () => {
  const player = await signInPlayer(db, 1_000);
  const webs = apps.slice(0, 2);
  const pages = [];
  for (const { url } of webs) for (let page = 0; page < 3; page++) pages.push(await openPage(url, player));
  for (const app of webs) expect(await figure(app, 'live_streams')).toBe(3);
  const marked = await ask(proxy.url, player, '/notifications/read', { payload: { upTo: '0' } });
  expect(marked?.status).toBe(200);
  await db.run(sql`select publish_live_event(${player.playerId}, 'profile', '{}')`);
  for (const { told } of pages) {
    await vi.waitFor(() => expect(told.filter((each) => each.startsWith('profile'))).toHaveLength(1));
  }
  for (const { close } of pages) close();
});

it('replaces every process under load without a failed call, and runs each job once', {
  timeout: patient(300_000),
}, async () => {
  const { sandboxUrl, vault } = surroundings;
  const load = await startLoad(db, {
    urls: () => [proxy.url],
    ...{ sandboxUrl, vault, stock: 20_000, players: 3, seed: 3 },
  });
  const untilSold = (orders: number) =>
    vi.waitFor(() => expect(load.done.orders.length).toBeGreaterThan(orders), { timeout: patient(90_000) });
  await untilSold(10);
  // As a new release replaces the old one.
  for (const [number, old] of apps.slice().entries()) {
    await start(number < 2 ? 'web' : 'worker');
    const exited = once(old.process, 'exit');
    old.process.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  }
  await untilSold(Math.max(50, load.done.orders.length + 20));
  await load.stop();
  expect(await settle(db, load.done)).toEqual([]);
  expect([...proxy.failed, ...load.strange, ...(await judgeEnd(db, load.done))]).toEqual([]);
  expect(proxy.busy).toBe(0);
  const mails = (await (await fetch(`${sandboxUrl}/inbox/messages`)).json()) as { messageId: string }[];
  const ids = mails.map(({ messageId }) => messageId);
  expect(ids.length).toBeGreaterThan(20);
  expect(new Set(ids).size).toBe(ids.length);
});
