// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { openReplication, type Replication, sendBaseBackup } from '../backup/replication.ts';
import { giveTo } from '../backup/restore.ts';
import { readNames } from '../backup/take-backup.ts';
import { toHosts } from '../db/hosts.ts';
import type { RunAs } from '../embedded-postgres/run-as.ts';
import { makeFolder } from '../make-folder.ts';

export interface StandbyOptions {
  /** The address of the primary, or of several servers, one of which is the primary. */
  primaryUrl: string;
  /** The new data directory. */
  cluster: string;
  /** The name of its slot at the primary, and of the standby in `synchronous_standby_names`. */
  name: string;
  runAs: RunAs;
}

const alreadyThere = '42710';

/** For libpq, which the standby itself connects with: several hosts, of which it follows the one that takes changes. */
function toConnectionInfo(primaryUrl: string, name: string): string {
  const hosts = toHosts(primaryUrl).map((url) => new URL(url));
  const { username, password, searchParams } = hosts[0] as URL;
  const values: Record<string, string> = {
    host: hosts.map(({ hostname }) => hostname.replace(/^\[|\]$/g, '')).join(','),
    port: hosts.map(({ port }) => port || '5432').join(','),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    application_name: name,
    ...(hosts.length > 1 && { target_session_attrs: 'primary' }),
    ...(searchParams.has('sslmode') && { sslmode: searchParams.get('sslmode') as string }),
    ...(searchParams.has('sslrootcert') && { sslrootcert: searchParams.get('sslrootcert') as string }),
  };
  return Object.entries(values)
    .map(([key, value]) => `${key}='${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`)
    .join(' ');
}

/** From now on the primary keeps its log for this standby, even while that is away. */
async function reserveLog(replication: Replication, name: string): Promise<void> {
  try {
    await replication.ask(`CREATE_REPLICATION_SLOT ${name} PHYSICAL RESERVE_WAL`);
  } catch (error) {
    if ((error as { code?: string }).code !== alreadyThere) throw error;
    // Left over if the standby is made again.
    await replication.ask(`DROP_REPLICATION_SLOT ${name}`);
    await replication.ask(`CREATE_REPLICATION_SLOT ${name} PHYSICAL RESERVE_WAL`);
  }
}

/** Configuration files do not support `E'..'`: both characters are doubled within plain quotes. */
const line = (name: string, value: string) => `${name} = '${value.replaceAll(/['\\]/g, '$&$&')}'`;

/**
 * Copies a running primary into a new data directory that follows it once it is started. The role needs REPLICATION, and
 * the primary must allow replication from here (`pg_hba.conf`).
 * @throws if a server follows under that name already, or the directory exists
 */
export async function makeStandby({ primaryUrl, cluster, name, runAs }: StandbyOptions): Promise<void> {
  if (existsSync(cluster)) throw new Error(`${cluster} is there already`);
  // Copied beside its final place: a copy that is interrupted halfway is no standby.
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  const { settings } = await readNames(primaryUrl);
  const replication = await openReplication(primaryUrl);
  try {
    await reserveLog(replication, name);
    await makeFolder(draft, 0o700);
    const { tar, places } = sendBaseBackup(replication, name);
    await Promise.all([pipeline(tar, extract({ cwd: draft, preserveOwner: false, strict: true })), places]);
  } finally {
    await replication.close().catch(() => replication.abandon());
  }
  const lines = [
    '',
    '# Written by finalring standby.',
    line('primary_conninfo', toConnectionInfo(primaryUrl, name)),
    line('primary_slot_name', name),
    // Makes the primary keep row versions that a long report here still reads.
    line('hot_standby_feedback', 'on'),
    // Overrides the copied setting: once promoted, it must not wait for the primary's standbys.
    line('synchronous_standby_names', ''),
    ...Object.entries(settings).map(([setting, value]) => line(setting, String(value))),
    '',
  ];
  const kept = join(draft, 'postgresql.auto.conf');
  await appendFile(kept, lines.join('\n'));
  await chmod(kept, 0o600);
  await writeFile(join(draft, 'standby.signal'), '');
  // Some systems keep these files elsewhere.
  if (!existsSync(join(draft, 'postgresql.conf'))) await writeFile(join(draft, 'postgresql.conf'), '');
  if (!existsSync(join(draft, 'pg_hba.conf'))) {
    await writeFile(join(draft, 'pg_hba.conf'), 'host all,replication all samehost scram-sha-256\n');
  }
  if (runAs.owner) {
    await giveTo(draft, runAs.owner);
    await chown(draft, runAs.owner.uid, runAs.owner.gid);
  }
  await rename(draft, cluster);
}
