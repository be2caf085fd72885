// SPDX-License-Identifier: Apache-2.0

import { constants, existsSync } from 'node:fs';
import { appendFile, chown, copyFile, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { makeFolder } from '../make-folder.ts';
import {
  type BackupInfo,
  type BackupPlaces,
  baseName,
  type LogPiece,
  reasonNoneIsThere,
  surveyBackups,
  type UnreadableBackup,
} from './catalog.ts';
import { findLog } from './find-log.ts';
import { formatLsn, segmentName } from './lsn.ts';
import { unseal } from './sealed.ts';

export interface RestoreOptions {
  /** The new data directory: missing, empty, or left behind by an interrupted restore. */
  target: string;
  /** The time to restore to; undefined: as far as the log reaches. */
  at?: Date | undefined;
  /** The backup to start from; undefined: the newest before that time. */
  id?: string | undefined;
  /** The owner of the files; undefined: this process's user. */
  owner?: { uid: number; gid: number } | undefined;
  /** Called with how many files have been written: the backup counts as one, each piece of the log as another. */
  onLaid?: ((done: number, of: number) => void) | undefined;
  /** Stops halfway. Written files stay, and the next restore starts over. */
  stop?: AbortSignal | undefined;
}

export interface Restored {
  backup: BackupInfo;
  /** How far the found log reaches. */
  logUntil: string;
  keptUntil: Date;
  pieces: number;
}

const piecesAtOnce = 16;

function choose(
  backups: readonly BackupInfo[],
  unreadable: readonly UnreadableBackup[],
  { at, id }: RestoreOptions,
): BackupInfo {
  const fitting = id
    ? backups.filter((one) => one.id === id)
    : backups.filter((one) => !at || one.endedAt <= at);
  const chosen = fitting.at(-1);
  if (chosen) return chosen;
  const named = unreadable.find((one) => one.id === id);
  if (named) throw new Error(`backup ${id} cannot be read: ${named.why}`);
  if (id) throw new Error(`no complete backup ${id} has its key here: run "finalring backup list"`);
  throw new Error(`no backup is older than ${at?.toISOString()}`);
}

/** Stays in the folder until the restore is complete: marks that it is not a data directory and may be deleted. */
const unfinished = 'finalring-restore-is-unfinished';

/** Prepares the folder; empties one that an interrupted restore left, but keeps the folder: it may be a mount point. */
async function beginFolder(target: string): Promise<void> {
  const found = await readdir(target).catch((): string[] => []);
  if (found.length > 0 && !found.includes(unfinished)) {
    throw new Error(`${target} is not empty: name a new folder, or move it away`);
  }
  // Deletes the mark last, in case this is interrupted too.
  for (const name of found.filter((each) => each !== unfinished)) {
    await rm(join(target, name), { recursive: true });
  }
  await makeFolder(target, 0o700);
  await writeFile(join(target, unfinished), '');
}

/** Writes a piece at its position in the log's files, which all have the same size. */
async function writePiece(
  { name, id, from, timeline }: LogPiece,
  { objects, keys }: BackupPlaces,
  { folder, segmentBytes }: { folder: string; segmentBytes: bigint },
): Promise<void> {
  const sealed = await objects.get(name);
  if (!sealed) throw new Error(`${name} has vanished`);
  const content = await unseal(sealed, await keys.read(id))
    .then(buffer)
    .catch((error) => {
      throw new Error(`${name} cannot be read (${error.message}): move it away to restore up to it`, {
        cause: error,
      });
    });
  for (let at = 0; at < content.length; ) {
    const place = from + BigInt(at);
    const offset = Number(place % segmentBytes);
    const length = Math.min(content.length - at, Number(segmentBytes) - offset);
    const path = join(folder, segmentName(timeline, place, segmentBytes));
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      // Full length: PostgreSQL rejects shorter files, and finds the end of the log itself.
      await file.truncate(Number(segmentBytes));
      await file.write(content, at, length, offset);
    } finally {
      await file.close();
    }
    at += length;
  }
}

export async function giveTo(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) await chown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  await chown(folder, owner.uid, owner.gid);
}

/**
 * Lays out a backup and the log after it so that PostgreSQL of the same version can start there: it recovers to the
 * chosen time itself, and is independent of the original from then on.
 */
export async function prepareRestore(places: BackupPlaces, options: RestoreOptions): Promise<Restored> {
  const { target, at, owner, onLaid = () => {}, stop } = options;
  const { objects, keys } = places;
  const folder = `${target}-log`;
  const { whole, unreadable } = await surveyBackups(places);
  if (whole.length + unreadable.length === 0) throw new Error(await reasonNoneIsThere(places));
  const backup = choose(whole, unreadable, options);
  const { following, until, keptUntil } = await findLog(places, backup);
  if (at && at > keptUntil) {
    throw new Error(`the log ends at ${keptUntil.toISOString()}: omit --at to restore to its end`);
  }
  await beginFolder(target);
  await beginFolder(folder);
  const sealed = await objects.get(baseName(backup.id));
  if (!sealed) throw new Error(`${baseName(backup.id)} has vanished`);
  const tar = await unseal(sealed, await keys.read(backup.id));
  await pipeline(tar, extract({ cwd: target, preserveOwner: false, strict: true }), { signal: stop });
  onLaid(1, 1 + following.length);

  const segmentBytes = BigInt(backup.segmentBytes);
  if (following[0]) {
    // The log may begin in the middle of a file whose beginning only the backup has.
    const name = segmentName(backup.timeline, following[0].from, segmentBytes);
    const own = join(target, 'pg_wal', name);
    if (existsSync(own)) await copyFile(own, join(folder, name));
  }
  for (let first = 0; first < following.length; first += piecesAtOnce) {
    stop?.throwIfAborted();
    const some = following.slice(first, first + piecesAtOnce);
    await Promise.all(some.map((one) => writePiece(one, places, { folder, segmentBytes })));
    onLaid(1 + first + some.length, 1 + following.length);
  }
  const settings = [
    '',
    '# Written by finalring restore.',
    // It has no standbys yet, so every commit would wait forever.
    "synchronous_standby_names = ''",
    `restore_command = 'cp "../${basename(folder)}/%f" "%p"'`,
    ...(at
      ? [
          `recovery_target_time = '${at.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
          "recovery_target_action = 'promote'",
        ]
      : []),
    '',
  ];
  await appendFile(join(target, 'postgresql.auto.conf'), settings.join('\n'));
  await writeFile(join(target, 'recovery.signal'), '');
  for (const each of [folder, target]) await rm(join(each, unfinished));
  if (owner) {
    await giveTo(target, owner);
    await giveTo(folder, owner);
  }
  return { backup, logUntil: formatLsn(until), keptUntil, pieces: following.length };
}

/** Moves a data directory out of the way. Undefined if it does not exist. */
export async function renameAside(cluster: string, at: Date): Promise<string | undefined> {
  const there = await stat(cluster).catch(() => undefined);
  if (!there) return undefined;
  const away = `${cluster}.before-${at.toISOString().replaceAll(/[-:.]/g, '')}`;
  await rename(cluster, away);
  return away;
}
