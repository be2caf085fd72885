// SPDX-License-Identifier: Apache-2.0

import { type BackupInfo, type BackupPlaces, type LogPiece, listBackups, listPieces } from './catalog.ts';
import { parseLsn } from './lsn.ts';

export interface FollowingLog {
  /** In order. */
  following: LogPiece[];
  /** The first position that is missing. */
  until: bigint;
  keptUntil: Date;
}

/** All pieces of the log that were stored with this backup or later ones. There may be thousands per hour. */
export async function listLog({ objects, keys }: BackupPlaces, fromId: string): Promise<LogPiece[]> {
  const found: LogPiece[] = [];
  for (const id of await keys.list()) {
    if (id >= fromId) for await (const piece of listPieces(objects, id)) found.push(piece);
  }
  return found.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

/** The pieces of `log` that continue a backup without a gap. */
export function followLog(log: readonly LogPiece[], backup: BackupInfo): FollowingLog {
  let until = parseLsn(backup.endLsn);
  const start = parseLsn(backup.startLsn);
  const following: LogPiece[] = [];
  let keptUntil = backup.endedAt;
  for (const piece of log) {
    if (piece.timeline !== backup.timeline || piece.to <= start) continue;
    if (piece.from > until) break;
    following.push(piece);
    if (piece.to > until) until = piece.to;
    if (piece.keptAt > keptUntil) keptUntil = piece.keptAt;
  }
  return { following, until, keptUntil };
}

export const findLog = async (places: BackupPlaces, backup: BackupInfo): Promise<FollowingLog> =>
  followLog(await listLog(places, backup.id), backup);

/** The position from which a server keeps its log for us. */
export interface LogEnd {
  timeline: number;
  from: bigint;
}

/**
 * The newest complete backup; undefined if the stored log does not reach from it to that position. Then the current
 * state could not be restored, and a new backup is necessary.
 */
export async function findBackupUpTo(
  places: BackupPlaces,
  { timeline, from }: LogEnd,
): Promise<BackupInfo | undefined> {
  const newest = (await listBackups(places)).at(-1);
  if (newest?.timeline !== timeline) return undefined;
  return (await findLog(places, newest)).until >= from ? newest : undefined;
}
