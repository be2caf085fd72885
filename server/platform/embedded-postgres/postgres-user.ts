// SPDX-License-Identifier: Apache-2.0

import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * PostgreSQL refuses to run as root. As root, we therefore run it as the `postgres` user if that user can reach the
 * programs and the data. Otherwise as another user in a user namespace: outside, the files stay root's; works in a
 * folder that is closed to other users. Otherwise as a `postgres` user created for it.
 */
export interface RunAs {
  /** uid and gid that own the data; undefined: this process's user. */
  owner: { uid: number; gid: number } | undefined;
  /** Words in front of the program, such as `unshare ...`. */
  prefix: string[];
}

const ourselves: RunAs = { owner: undefined, prefix: [] };

function passwordFile(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length > 3)
    .map((fields) => ({ name: fields[0] ?? '', uid: Number(fields[2]), gid: Number(fields[3]) }));
}

function asUser(uid: number): RunAs | undefined {
  const entry = passwordFile().find((line) => line.uid === uid);
  return entry && { owner: { uid: entry.uid, gid: entry.gid }, prefix: [] };
}

function asPostgresUser(): RunAs | undefined {
  const entry = passwordFile().find((line) => line.name === 'postgres' && line.uid !== 0);
  return entry && { owner: { uid: entry.uid, gid: entry.gid }, prefix: [] };
}

function inNamespace(): RunAs | undefined {
  // initdb needs a name for its user id, so the machine must know the id.
  const entry = passwordFile().find((line) => line.uid !== 0);
  if (entry === undefined) return undefined;
  const map = [`--map-user=${entry.uid}`, `--map-group=${entry.gid}`];
  return { owner: undefined, prefix: ['unshare', '-U', ...map] };
}

function afterCreatingPostgresUser(): RunAs | undefined {
  if (asPostgresUser() !== undefined) return undefined;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' });
  return asPostgresUser();
}

/** Tests it for real: writes into a folder beside the data, and loads the program. */
function works(runAs: RunAs, dataDir: string, program: string): boolean {
  const trial = join(dataDir, `trial-${process.pid}`);
  mkdirSync(trial, { recursive: true, mode: 0o700 });
  try {
    if (runAs.owner) chownSync(trial, runAs.owner.uid, runAs.owner.gid);
    const script = 'test "$(id -u)" != 0 && : > "$0/file" && exec "$1" --version';
    const [command = 'sh', ...args] = [...runAs.prefix, 'sh', '-c', script, trial, program];
    execFileSync(command, args, { ...runAs.owner, stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

/**
 * Decides which user PostgreSQL runs as in `dataDir`; `cluster` is the data folder of an earlier start, if any. Throws
 * one clear line if root has no way to run it.
 */
export function chooseRunAs(dataDir: string, cluster: string | undefined, program: string): RunAs {
  if (process.getuid?.() !== 0) return ourselves;
  const ownerUid = cluster === undefined ? undefined : statSync(cluster).uid;
  const ways =
    ownerUid === undefined
      ? [asPostgresUser, inNamespace, afterCreatingPostgresUser]
      : [ownerUid === 0 ? inNamespace : () => asUser(ownerUid)];
  for (const way of ways) {
    const runAs = way();
    if (runAs && works(runAs, dataDir, program)) return runAs;
  }
  throw new Error(
    'PostgreSQL cannot run as root, and no other user or user namespace can reach ' +
      `${dataDir}. Set DATABASE_URL to a PostgreSQL server (15 or newer), or start as another user.`,
  );
}
