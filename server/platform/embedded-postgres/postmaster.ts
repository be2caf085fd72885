// SPDX-License-Identifier: Apache-2.0

import { readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The contents of `postmaster.pid`, which a running PostgreSQL writes into its data folder. */
export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

/** Reads `postmaster.pid`; undefined when it is missing or incomplete. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/** True while a process with this id exists (a zombie counts). */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * True if `pid` is a PostgreSQL that uses this data folder. After a crash of the machine or in a new container, the
 * number in `postmaster.pid` often belongs to another program, which PostgreSQL cannot tell.
 */
export function servesCluster(pid: number, cluster: string): boolean {
  if (!processExists(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
    const works = statSync(`/proc/${pid}/cwd`);
    const folder = statSync(cluster);
    return basename(title).startsWith('postgres') && works.dev === folder.dev && works.ino === folder.ino;
  } catch {
    // The process is gone, a zombie, or belongs to a user that we may not inspect: not ours.
    return false;
  }
}

/** The live PostgreSQL of this data folder, if any. Removes a `postmaster.pid` that names an unrelated process. */
export function findLivePostmaster(cluster: string): Postmaster | undefined {
  const found = readPostmaster(cluster);
  if (found === undefined) return undefined;
  if (servesCluster(found.pid, cluster)) return found;
  // The file of a dead process is left to PostgreSQL, which also uses it to check for leftover backends.
  if (processExists(found.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true });
  return undefined;
}
