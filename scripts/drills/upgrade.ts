// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- upgrade`: builds the previous release from its commit, runs two web processes and a worker of it on
 * its own database under load through a proxy, and upgrades them one by one to this checkout, following
 * docs/operate.md. About four minutes. Exit code 1 if a call failed, or if books or answers are wrong at the end.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import { openDatabase } from '../../server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { judgeEnd, settle } from '../../tests/chaos/invariants.ts';
import { startSurroundings } from '../../tests/chaos/surroundings.ts';
import { type RunningApp, startApp } from '../../tests/support/e2e/app.ts';
import { startRollingProxy } from '../../tests/support/rolling-proxy.ts';
import { command, toCount } from '../command.ts';
import { prepare } from '../install.mjs';
import { findPreviousRelease } from './previous-release.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const roles = ['web', 'web', 'worker'] as const;
const stock = 100_000;
/** The load before, between and after the steps. */
const loadMs = 5_000;
const entryWithinMs = 60_000;
const pages = ['/', '/challenges', '/leaderboard', '/api/v1/config'];
const lookMs = 100;
const shownFaults = 20;

const options = command('drill upgrade', 'Upgrades from the previous release under load, process by process.')
  .option('--from <commit or tag>', 'the previous release (default: the newest tag, else dc915e32)')
  .option('--checkout <folder>', 'a built checkout of the previous release')
  .option('--players <n>', 'number of players', toCount, 6)
  .parse()
  .opts<{ from?: string; checkout?: string; players: number }>();

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** The files of the commit with its own packages, built. */
function makePrevious(commit: string, folder: string): void {
  const archive = `${folder}.tar`;
  mkdirSync(folder);
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  const env = { ...process.env, npm_config_prefer_offline: 'true' };
  execFileSync('npm', ['run', 'build'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Simulated players of the previous release, with only its calls and tables. */
async function importLoad(checkout: string) {
  const load = (path: string) => import(pathToFileURL(join(checkout, path)).href);
  const { startLoad } = (await load('tests/chaos/load.ts')) as typeof import('../../tests/chaos/load.ts');
  return startLoad;
}

/** A visitor who opens page after page with all assets, until the end. */
async function lookAround(url: string, isOver: () => boolean): Promise<void> {
  const get = async (path: string) => (await fetch(`${url}${path}`).catch(() => undefined))?.text();
  while (!isOver()) {
    for (const page of pages) {
      const markup = (await get(page)) ?? '';
      const parts = new Set(
        [...markup.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path),
      );
      await Promise.all([...parts].map(get));
      await delay(lookMs);
    }
  }
}

/** The server refuses entries while readings are overdue. A working worker catches up. */
async function growsWithin(ms: number, read: () => number): Promise<boolean> {
  const [before, from] = [read(), performance.now()];
  while (read() === before && performance.now() - from < ms) await delay(lookMs);
  return read() > before;
}

async function stopAsOperatorsDo({ process: app }: RunningApp): Promise<string[]> {
  const exited = once(app, 'exit');
  app.kill('SIGTERM');
  const [code, signal] = await exited;
  return code === 0 ? [] : [`a process ended with ${code ?? signal}`];
}

async function upgrade(previous: string, folder: string): Promise<void> {
  const log = { info: () => {}, error: console.error };
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log });
  const surroundings = await startSurroundings(server);
  const proxy = await startRollingProxy();
  const db = openDatabase(server.url, { poolSize: 8, statementMs: 0 });
  const apps: RunningApp[] = [];
  const env = { ...surroundings.env, PUBLIC_URL: proxy.url, TRUST_PROXY: '1', DRAIN_SECONDS: '3' };
  const start = async (role: (typeof roles)[number], checkout: string) => {
    const app = await startApp({ env: { ...env, ROLE: role }, checkout });
    apps.push(app);
    if (role === 'web') proxy.add(app.url);
    return app;
  };
  const countMigrations = async () =>
    (await db.one<{ count: number }>(sql`select count(*) from migrations`)).count;
  try {
    const { sandbox, sandboxUrl, vault } = surroundings;
    sandbox.setAppUrl(proxy.url);
    const old: RunningApp[] = [];
    for (const role of roles) old.push(await start(role, previous));
    const before = await countMigrations();
    const startLoad = await importLoad(previous);
    const load = await startLoad(db, {
      urls: () => [proxy.url],
      ...{ sandboxUrl, vault, stock, players: options.players, seed: 1 },
    });
    let isOver = false;
    const looking = lookAround(proxy.url, () => isOver);
    await delay(loadMs);
    const faults: string[] = [];
    const began = performance.now();
    for (const [index, role] of roles.entries()) {
      await start(role, root);
      faults.push(...(await stopAsOperatorsDo(old[index] as RunningApp)));
      await delay(loadMs);
    }
    const seconds = Math.round((performance.now() - began) / 1_000);
    if (!(await growsWithin(entryWithinMs, () => load.done.attempts.size))) {
      faults.push(
        `no entry was accepted within ${entryWithinMs / 1_000} s after the last process was replaced`,
      );
    }
    isOver = true;
    await Promise.all([load.stop(), looking]);
    const left = await settle(db, load.done);
    faults.push(...proxy.failed, ...load.strange, ...left, ...(await judgeEnd(db, load.done)));
    for (const fault of faults.slice(0, shownFaults)) console.log(fault);
    const { orders, attempts, payments } = load.done;
    console.log(
      `Upgraded in ${seconds} s with ${(await countMigrations()) - before} migrations: ` +
        `${proxy.looked} reads and ${proxy.changed} writes, ${proxy.failed.length} failed, ` +
        `${proxy.limited} rate-limited, ${proxy.busy} entries refused because readings were late, ` +
        `${proxy.ofOthers} requests for page parts of the other release; ${orders.length} orders, ${attempts.size} attempts, ` +
        `${payments.size} card payments; ${faults.length} faults in total`,
    );
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await proxy.close();
    await db.close();
    await surroundings.close();
    await server.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'finalring-upgrade-'));
const previous = join(folder, 'previous');
try {
  // As root, PostgreSQL runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o711);
  await prepare();
  const commit = options.checkout ? undefined : (options.from ?? findPreviousRelease(git));
  if (commit) makePrevious(commit, previous);
  await upgrade(options.checkout ?? previous, folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
