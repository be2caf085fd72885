// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- image`: makes the release, builds the image of `deploy/Dockerfile` on a base bootstrapped from
 * Debian's packages, and starts it like `deploy/compose.yaml`: as nobody, without privileges, on a read-only root.
 * Needs Linux, root, podman, debootstrap and Debian's packages; without them it says so and succeeds. Takes about five
 * minutes.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { freePort, makeRelease, waitUntilReady } from '../release/try-out.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const debian = { suite: 'trixie', mirror: process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian' };
const [base, image, container] = ['localhost/debian:13-slim', 'localhost/finalring:drill', 'finalring-drill'];
/** Podman's default limits aren't permitted everywhere, even for root. */
const limits = ['--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'];
/** As restricted as in `deploy/compose.yaml`. */
const confined = ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges', '--tmpfs=/tmp'];

function run(program: string, args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return { status, said: error ? error.message : `${stdout}${stderr}`.trim() };
}

/** @throws with the program's output if it fails */
function demand(program: string, args: string[]): string {
  const { status, said } = run(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${status}\n${said}`);
  return said;
}

function findMissing(): string[] {
  const missing = ['podman', 'debootstrap'].filter((program) => run('which', [program]).status !== 0);
  return process.getuid?.() === 0 ? missing : [...missing, 'root'];
}

/**
 * Podman with all its data in the folder, and flags for running containers here: its default runtime needs kernel
 * features that some machines lack.
 */
function podmanIn(folder: string): (...args: string[]) => string[] {
  const own = [`--root=${join(folder, 'images')}`, `--runroot=${join(folder, 'run')}`];
  const ways = [[], ['--cgroup-manager=cgroupfs', '--runtime=runc']];
  demand('sh', ['-c', `tar -C '${join(folder, 'base')}' -c . | podman ${own.join(' ')} import - ${base}`]);
  const probe = ['run', '--rm', '--network=host', ...limits, base, '/bin/true'];
  const way = ways.find((flags) => run('podman', [...own, ...flags, ...probe]).status === 0);
  if (!way) throw new Error(`containers cannot run here: ${run('podman', [...own, ...probe]).said}`);
  return (...args) => [...own, ...way, ...args];
}

function expectToAskForSettings(podman: ReturnType<typeof podmanIn>): void {
  const { status, said } = run(
    'podman',
    podman('run', '--rm', '--network=host', ...limits, ...confined, image),
  );
  if (status !== 1 || !/APP_SECRET is missing/.test(said))
    throw new Error(`without settings: exit code ${status}\n${said}`);
  console.log('Without settings it names the missing ones');
}

async function tryOut(podman: ReturnType<typeof podmanIn>, databaseUrl: string): Promise<void> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const settings = {
    ...{ DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: port },
    // The image is for production, which refuses stand-ins.
    ...{ NODE_ENV: 'development', SANDBOX: '1', SANDBOX_PORT: sandboxPort },
  };
  const env = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
  const volumes = ['data', 'journal', 'backups', 'backup-keys'].map((name) => `--volume=${name}:/${name}`);
  const started = ['run', '--detach', `--name=${container}`, '--network=host', ...limits];
  demand('podman', podman(...started, ...confined, ...env, ...volumes, image));
  const inspect = (what: string) =>
    demand('podman', podman('inspect', `--format={{.State.${what}}}`, container));
  const inside = (...args: string[]) => run('podman', podman('exec', container, ...args));
  try {
    const ms = await waitUntilReady(`http://localhost:${port}`, () => inspect('Status') !== 'running');
    console.log(`Ready after ${(ms / 1000).toFixed(1)} s as user ${inside('id', '-u').said}`);
    demand('podman', podman('healthcheck', 'run', container));
    console.log('The health check passes');
    for (const command of ['doctor', 'status', 'audit']) {
      const { status, said } = inside('/opt/finalring/finalring', command);
      if (status !== 0) throw new Error(`finalring ${command}: exit code ${status}\n${said}`);
      console.log(`finalring ${command}: exit code 0`);
    }
    if (inside('id', '-u').said === '0') throw new Error('it runs as root');
    for (const path of ['/opt/finalring/x', '/x', '/root/x']) {
      if (inside('touch', path).status === 0) throw new Error(`${path} is writable`);
    }
    for (const path of ['/data/x', '/journal/x', '/backups/x', '/backup-keys/x']) {
      const { status, said } = inside('touch', path);
      if (status !== 0) throw new Error(`${path} is not writable: ${said}`);
    }
    console.log('Only its volumes are writable');
  } catch (error) {
    throw new Error(
      `${(error as Error).message}\nContainer log:\n${run('podman', podman('logs', container)).said}`,
    );
  } finally {
    run('podman', podman('stop', '--time=35', container));
  }
  const code = inspect('ExitCode');
  if (code !== '0') throw new Error(`stopped with exit code ${code}`);
  console.log('Stopped with exit code 0');
}

async function drill(): Promise<void> {
  const missing = findMissing();
  if (missing.length > 0)
    return console.log(`SKIPPED: install these to build the image: ${missing.join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'finalring-image-'));
  let podman: ReturnType<typeof podmanIn> | undefined;
  try {
    const archive = makeRelease();
    demand('debootstrap', ['--variant=minbase', debian.suite, join(folder, 'base'), debian.mirror]);
    podman = podmanIn(folder);
    const given = [`--build-arg=BASE=${base}`, `--build-arg=ARCHIVE=${basename(archive)}`, `--tag=${image}`];
    // Only Docker's image format has health checks.
    const form = ['--format=docker', '--network=host', ...limits];
    const file = `--file=${join(root, 'deploy/Dockerfile')}`;
    demand('podman', podman('build', ...form, ...given, file, dirname(archive)));
    const bytes = Number(demand('podman', podman('image', 'inspect', '--format={{.Size}}', image)));
    console.log(`Image: ${Math.round(bytes / 1_000_000)} MB including its base`);
    const server = await startEmbeddedPostgres({
      dataDir: join(folder, 'postgres'),
      log: { info: () => {}, error: console.error },
    });
    try {
      expectToAskForSettings(podman);
      await tryOut(podman, server.url);
    } finally {
      await server.stop();
    }
  } finally {
    if (podman) run('podman', podman('rm', '--force', '--all'));
    // Podman bind-mounts its image folder on itself and doesn't unmount it.
    run('umount', ['--lazy', join(folder, 'images/overlay')]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  await drill();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
