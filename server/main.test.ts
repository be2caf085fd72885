// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Challenge } from '../contract/challenges.ts';
import { type RunningApp, startApp } from '../tests/support/e2e/app.ts';
import { createPlayer } from '../tests/support/factories.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const quiet = { info: () => {}, error: () => {} };

let dataDir: string;
beforeEach(() => {
  dataDir = makeScratchFolder('main');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

function getOutput({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk) => (text += chunk));
  return () => text;
}

/** On a slow machine, a step reports that it is still running. */
const withoutProgress = (said: string) => said.replace(/^.*so far\)\n/gm, '');

const codeIn = async (answer: Response) => ((await answer.json()) as { code: string }).code;

describe('a failed start', () => {
  async function start(env: Record<string, string>): Promise<{ said: string; code: number | null }> {
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, ['cli/main.ts', 'start'], {
      cwd: root,
      env: { PATH, HOME, DATA_DIR: dataDir, SANDBOX_PORT: '0', LOG_LEVEL: 'warn', ...env },
    });
    const said = getOutput(child);
    const [code] = await once(child, 'exit');
    return { said: said(), code };
  }

  it('reports in one line that the port is taken, and stops its database', { tags: ['long'] }, async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { said, code } = await start({ PORT: String(port) });
    expect({ said: said.replace(/^Start(ing|ed) the database .*\n/gm, ''), code }).toEqual({
      said: `Could not start: port ${port} is taken: choose others with PORT and SANDBOX_PORT\n`,
      code: 1,
    });
    expect(existsSync(join(dataDir, 'postgres/cluster/PG_VERSION'))).toBe(true);
    expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
    other.close();
  });

  it('reports in one line that the database is unreachable', { tags: ['long'] }, async () => {
    const { said, code } = await start({ SANDBOX: '1', DATABASE_URL: 'postgresql://127.0.0.1:1/none' });
    const reason = 'the database cannot be reached (DATABASE_URL): connect ECONNREFUSED 127.0.0.1:1';
    // The start waits for ten seconds, and logs it.
    expect(said).toContain(`"reason":"${reason}","msg":"waiting for the database"`);
    expect(said.endsWith(`Could not start: ${reason}\n`)).toBe(true);
    expect(code).toBe(1);
  });

  it('reports in one line that its data folder is not writable', { tags: ['long'] }, async () => {
    writeFileSync(join(dataDir, 'file'), '');
    const folder = join(dataDir, 'file/data');
    expect(await start({ DATA_DIR: folder })).toEqual({
      said: `Could not start: the data folder ${folder} is not writable (ENOTDIR): set DATA_DIR to another one\n`,
      code: 1,
    });
  });

  it('lists every fault of the configuration', async () => {
    const { said, code } = await start({ PORT: 'x', TRUST_PROXY: 'yes' });
    expect(said.trim().split('\n')).toHaveLength(3);
    expect(said).toContain('- PORT: must be a number\n');
    expect(code).toBe(1);
  });
});

it('prints each step of a full sandbox with its duration, and the address', {
  tags: ['long'],
}, async () => {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['cli/main.ts', 'start'], {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0', SANDBOX_PORT: '0' },
  });
  const said = getOutput(child);
  const ended = once(child, 'exit');
  await vi.waitFor(() => expect(said()).toContain('start here'), { interval: 50 });
  child.kill('SIGTERM');
  await ended;
  const lines = withoutProgress(said()).split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^Started the database \(\d+\.\d s\)$/),
    expect.stringMatching(/^FinalRing is ready at http:\/\/localhost\S* \(\d+\.\d s\)$/),
    ...Array.from({ length: lines.length - 3 }, () => expect.stringMatching(/^ {2}\S/)),
    '',
  ]);
  expect(lines.length).toBeLessThanOrEqual(5);
});

it.each([
  // Like Ctrl-C: the signal reaches every process that was started.
  { whom: 'every process', group: -1 },
  { whom: 'only the server while its database starts', group: 1 },
])('exits silently when a signal reaches $whom during the start', { tags: ['long'] }, async ({ group }) => {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['cli/main.ts', 'start'], {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: dataDir, SANDBOX_PORT: '0' },
    detached: true,
  });
  const said = getOutput(child);
  const ended = once(child, 'exit');
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'postgres/cluster.new'))).toBe(true), {
    interval: 5,
  });
  process.kill(group * (child.pid as number), 'SIGINT');
  const [code] = await ended;
  expect({ code, said: withoutProgress(said()) }).toEqual({ code: 0, said: '' });
});

describe('a running process', () => {
  const apps: RunningApp[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0).reverse()) await app.stop();
  });

  async function run(env: Record<string, string> = {}): Promise<RunningApp> {
    const app = await startApp({ dataDir, env });
    apps.push(app);
    return app;
  }

  /** Works on the running app's own database, and releases it. */
  async function withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: quiet });
    const db = openDatabase(server.url, { poolSize: 1 });
    try {
      return await work(db);
    } finally {
      await db.close();
      await server.stop();
    }
  }

  const signIn = (gamerCoins: number) =>
    withDatabase(async (db) => {
      const { id } = await createPlayer(db, { gamerCoins });
      const token = randomBytes(32).toString('base64url');
      await db.run(sql`
        insert into sessions (token_hash, player_id, expires_at)
        values (${createHash('sha256').update(token).digest()}, ${id}, now() + interval '1 day')`);
      return `Bearer ${token}`;
    });

  it('finishes its work when told to stop, however often, and stops the database last', async () => {
    const app = await run();
    const said = getOutput(app.process);
    const authorization = await signIn(500);
    const stream = await fetch(`${app.url}/api/v1/live`, { headers: { authorization } });
    const streamed = stream.text();

    const arena = (status: number | 'hang') =>
      fetch(`${app.sandboxUrl}/arena/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      });
    await arena('hang');
    const list = await fetch(`${app.url}/api/v1/challenge/get-all`, { headers: { authorization } });
    const { data } = (await list.json()) as { data: Challenge[] };
    const [challenge] = data;
    const entry = fetch(`${app.url}/api/v1/challenge/start`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'entered-once' },
      body: JSON.stringify({
        challengeId: challenge?._id,
        challengeType: challenge?.challengeVariants[0]?.challengeType,
        epicId: 'somebody',
      }),
    });
    const isUnderWay = () =>
      withDatabase(async (db) => {
        const row = await db.row<{ used: boolean }>(
          sql`select bool_or(next_slot_at > '-infinity') as used from source_budget`,
        );
        return row?.used;
      });
    await vi.waitFor(async () => expect(await isUnderWay()).toBe(true));

    const exited = once(app.process, 'exit');
    for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) app.process.kill(signal);
    const answer = await entry;
    expect([answer.status, await codeIn(answer)]).toEqual([503, 'stats_unavailable']);
    expect(await exited).toEqual([0, null]);
    expect(await streamed).toContain('event: ready');
    const told = said().split('\n').filter(Boolean);
    expect(told.map((line) => JSON.parse(line).msg)).toEqual([
      'could not read game statistics for an entry',
      'answered',
    ]);
    expect(existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
  });

  it('keeps serving for a while after a stop signal, so that a proxy notices', {
    tags: ['long'],
  }, async () => {
    const app = await run({ DRAIN_SECONDS: '2' });
    const exited = once(app.process, 'exit');
    app.process.kill('SIGTERM');
    await vi.waitFor(async () => expect((await fetch(`${app.url}/readyz`)).status).toBe(503));
    const answer = await fetch(`${app.url}/api/v1/config`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await exited).toEqual([0, null]);
  });

  it('resolves a relative data folder', {
    tags: ['long'],
  }, async () => {
    const app = await startApp({ env: { DATA_DIR: relative(root, dataDir) } });
    await app.stop();
    expect(existsSync(join(dataDir, 'postgres/cluster/PG_VERSION'))).toBe(true);
  });

  it("runs as server or worker by its role, and the worker uses the server's sandbox", {
    tags: ['long'],
  }, async () => {
    const waiting = () =>
      withDatabase((db) =>
        db.rows(sql`select attempts from graphile_worker.jobs where key = 'register-discord-commands'`),
      );
    const web = await run({ ROLE: 'web' });
    expect((await fetch(`${web.url}/api/v1/config`)).status).toBe(200);
    expect(await waiting()).toEqual([{ attempts: 0 }]);

    const second = await run({ ROLE: 'web', SANDBOX_PORT: new URL(web.sandboxUrl).port });
    const config = (await (await fetch(`${second.url}/api/v1/config`)).json()) as { data: object };
    expect(config.data).toMatchObject({ sandboxUrl: web.sandboxUrl });

    const worker = await run({ ROLE: 'worker', SANDBOX_PORT: new URL(web.sandboxUrl).port });
    await vi.waitFor(async () => expect(await waiting()).toEqual([]));
    for (const path of ['/', '/api/v1/config', '/api/docs']) {
      const answer = await fetch(worker.url + path);
      expect([answer.status, await codeIn(answer)]).toEqual([404, 'not_found']);
    }
  });
});
