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
  /** Of the primary, or of all servers of which one is. */
  primaryUrl: string;
  /** The new data directory. */
  cluster: string;
  /** Its slot at the primary, and what it is called there (`synchronous_standby_names`). */
  name: string;
  runAs: RunAs;
}

const alreadyThere = '42710';

/** Of libpq, which the standby itself asks by: several hosts, of which it follows the one that takes changes. */
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

/** The primary keeps its log for this standby from now on, also while it is away. */
async function reserveLog(replication: Replication, name: string): Promise<void> {
  try {
    await replication.ask(`CREATE_REPLICATION_SLOT ${name} PHYSICAL RESERVE_WAL`);
  } catch (error) {
    if ((error as { code?: string }).code !== alreadyThere) throw error;
    // Of a standby that is made again.
    await replication.ask(`DROP_REPLICATION_SLOT ${name}`);
    await replication.ask(`CREATE_REPLICATION_SLOT ${name} PHYSICAL RESERVE_WAL`);
  }
}

/** Configuration files know no `E'..'`: both are doubled within plain quotes. */
const line = (name: string, value: string) => `${name} = '${value.replaceAll(/['\\]/g, '$&$&')}'`;

/**
 * Copies a running primary into a new data directory that follows it once it is started. The role needs REPLICATION, and
 * the primary has to let it replicate from here (`pg_hba.conf`).
 * @throws where a server follows under that name already, or something is there
 */
export async function makeStandby({ primaryUrl, cluster, name, runAs }: StandbyOptions): Promise<void> {
  if (existsSync(cluster)) throw new Error(`${cluster} is there already`);
  // Beside its final place: a copy that is torn half-way is no standby.
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
    // Rows that a long report here still reads stay at the primary.
    line('hot_standby_feedback', 'on'),
    // What its primary waits for, it must not wait for itself once it is one.
    line('synchronous_standby_names', ''),
    ...Object.entries(settings).map(([setting, value]) => line(setting, String(value))),
    '',
  ];
  const kept = join(draft, 'postgresql.auto.conf');
  await appendFile(kept, lines.join('\n'));
  await chmod(kept, 0o600);
  await writeFile(join(draft, 'standby.signal'), '');
  // Some systems keep these elsewhere.
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
