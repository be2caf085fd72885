// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- release`: makes the release twice from scratch and compares both. Then unpacks it, starts it as an
 * unprivileged user without a PATH on an empty database, takes and verifies a backup, and runs the doctor. About three
 * minutes.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import type { Finding } from '../../server/platform/finding.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { maxArchiveBytes } from '../release/pack.ts';
import { freePort, makeRelease, waitUntilReady } from '../release/try-out.ts';

/** The user `nobody` on most systems. Only root can switch users. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

interface Trial {
  program: string;
  options: { cwd: string; env: Record<string, string>; uid?: number; gid?: number };
}

/** @returns its output. @throws if its exit code is not 0 */
function run({ program, options }: Trial, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  console.log(`finalring ${args.join(' ')}: exit code ${status}`);
  if (status !== 0) throw new Error(`finalring ${args.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
}

/** Fails on faults and only prints warnings, since many depend on this machine (its disk, its load). */
function examine(trial: Trial): void {
  const { ok, result } = JSON.parse(run(trial, 'doctor', '--json')) as {
    ok: boolean;
    result: { findings: Finding[] };
  };
  const said = (state: Finding['state']) =>
    result.findings.filter((one) => one.state === state).map(({ about, says }) => `${about}: ${says}`);
  for (const line of said('look')) console.log(`The doctor suggests a look at ${line}`);
  const wrong = said('wrong');
  if (!ok || wrong.length > 0) throw new Error(`the doctor reports faults:\n${wrong.join('\n')}`);
  const looked = new Set(result.findings.map(({ about }) => about));
  for (const about of ['configuration', 'database', 'migrations', 'backups', 'address']) {
    if (!looked.has(about)) throw new Error(`the doctor does not check ${about}`);
  }
}

/** Starts the unpacked release with only a database and backup folders, and runs its own commands against it. */
async function tryOut(program: string, home: string, databaseUrl: string): Promise<void> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: databaseUrl,
    SANDBOX: '1',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    BACKUP_URL: join(home, 'backups'),
    BACKUP_KEYS_DIR: join(home, 'backup-keys'),
    PATH: '',
  };
  const trial = { program, options: { cwd: home, env, ...nobody } };
  const app = spawn(program, ['start'], { ...trial.options, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(app, 'exit');
  try {
    const ms = await waitUntilReady(`http://localhost:${port}`, () => app.exitCode !== null);
    console.log(
      `Ready after ${(ms / 1000).toFixed(1)} s as user ${nobody.uid ?? process.getuid?.()}, without a PATH`,
    );
    run(trial, 'backup');
    run(trial, 'backup', 'verify');
    examine(trial);
    run(trial, 'status');
    run(trial, 'audit');
  } finally {
    app.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) process.exitCode = 1;
    console.log(`Stopped with exit code ${code}`);
  }
}

async function drill(): Promise<void> {
  const archive = makeRelease();
  const { size } = statSync(archive);
  if (size > maxArchiveBytes) throw new Error(`the archive has ${size} bytes, more than ${maxArchiveBytes}`);
  console.log(`Archive: ${size} bytes (limit ${maxArchiveBytes})`);
  const first = readFileSync(`${archive}.sha256`, 'utf8');
  makeRelease();
  if (readFileSync(`${archive}.sha256`, 'utf8') !== first) throw new Error('two builds of one commit differ');
  console.log('Two builds produce the same bytes');
  const folder = makeScratchFolder('release-drill');
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    log: { info: () => {}, error: console.error },
  });
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    const home = join(folder, 'home');
    mkdirSync(home);
    if (nobody.uid !== undefined) chownSync(home, nobody.uid, nobody.gid);
    const name = basename(archive).replace(`-${process.platform}-${process.arch}.tar.gz`, '');
    await tryOut(join(folder, name, 'finalring'), home, server.url);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  await drill();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
