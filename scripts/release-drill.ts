/**
 * `npm run release-drill`: makes the release twice, each time from nothing, and compares; unpacks it, starts it as a user without
 * rights and without a PATH on an empty database, and has the doctor look at it. About five minutes.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { freePort, makeRelease, waitUntilReady } from './release/try-out.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** `nobody` almost everywhere; only root may become somebody else. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Starts the unpacked release with nothing but a database, and has its doctor look at it. */
async function tryOut(program: string, home: string, databaseUrl: string): Promise<void> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: databaseUrl,
    SANDBOX: '1',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    PATH: '',
  };
  const options = { cwd: home, env, ...nobody };
  const app = spawn(program, ['start'], { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(app, 'exit');
  try {
    const ms = await waitUntilReady(`http://localhost:${port}`, () => app.exitCode !== null);
    console.log(
      `Ready after ${(ms / 1000).toFixed(1)} s as user ${nobody.uid ?? process.getuid?.()}, without a PATH`,
    );
    for (const command of ['doctor', 'status', 'audit']) {
      const { status, stdout, stderr } = spawnSync(program, [command], { ...options, encoding: 'utf8' });
      console.log(`finalring ${command}: exit code ${status}`);
      if (status !== 0) throw new Error(`finalring ${command}:\n${stdout}${stderr}`);
    }
  } finally {
    app.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) process.exitCode = 1;
    console.log(`Stopped with exit code ${code}`);
  }
}

async function drill(): Promise<void> {
  const archive = makeRelease();
  const first = readFileSync(`${archive}.sha256`, 'utf8');
  makeRelease();
  if (readFileSync(`${archive}.sha256`, 'utf8') !== first) throw new Error('two builds of one commit differ');
  console.log('Two builds, the same bytes');
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
    const name = `finalring-${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}`;
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
