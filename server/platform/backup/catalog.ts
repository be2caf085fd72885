// SPDX-License-Identifier: Apache-2.0

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { Objects } from '../objects/objects.ts';
import type { BackupKeys } from './keys.ts';
import { lsnName } from './lsn.ts';
import { seal, unseal } from './sealed.ts';

export interface BackupPlaces {
  objects: Objects;
  keys: BackupKeys;
}

const number = z.string().regex(/^\d{1,10}$/);

/** The description beside a backup, encrypted like it. A restore follows it. */
const info = z.object({
  id: z.string(),
  startedAt: z.coerce.date(),
  /** When the backup was complete: it can be restored to any later time. */
  endedAt: z.coerce.date(),
  startLsn: z.string(),
  endLsn: z.string(),
  timeline: z.number(),
  segmentBytes: z.number(),
  database: z.string(),
  user: z.string(),
  /** Settings that must be at least as large on a recovering server as on the original one. */
  settings: z
    .strictObject({
      max_connections: number,
      max_worker_processes: number,
      max_wal_senders: number,
      max_prepared_transactions: number,
      max_locks_per_transaction: number,
    })
    .partial(),
});
export type BackupInfo = z.infer<typeof info>;

const folder = 'backups/';
export const baseName = (id: string) => `${folder}${id}/base.tar.gz.age`;
const infoName = (id: string) => `${folder}${id}/info.json.gz.age`;

/** A piece of the write-ahead log, stored with the backup that was the newest at the time. */
export interface LogPiece {
  id: string;
  name: string;
  timeline: number;
  from: bigint;
  to: bigint;
  keptAt: Date;
}

export const pieceName = (id: string, timeline: number, from: bigint, to: bigint) =>
  `${folder}${id}/log/${String(timeline).padStart(8, '0')}-${lsnName(from)}-${lsnName(to)}.gz.age`;

const piece = /^backups\/([^/]+)\/log\/(\d{8})-([0-9a-f]{16})-([0-9a-f]{16})[.]gz[.]age$/;

/** Starts with the time, so that names sort in the order of the backups. */
export const newId = (at: Date, random: string) => `${at.toISOString().replaceAll(/[-:.]/g, '')}-${random}`;

export async function writeInfo({ objects, keys }: BackupPlaces, written: BackupInfo): Promise<void> {
  const content = Readable.from([Buffer.from(JSON.stringify(written))]);
  await objects.put(infoName(written.id), await seal(content, await keys.read(written.id)));
}

/** A backup whose key or description is damaged. */
export interface UnreadableBackup {
  id: string;
  /** The reason in one line, with the file. */
  why: string;
}

const toLine = (error: unknown) =>
  (error instanceof z.ZodError ? z.prettifyError(error) : `${(error as Error).message}`).replaceAll(
    /\s+/g,
    ' ',
  );

/** @throws if the storage does not answer, which says nothing about the backup */
async function readInfo(
  { objects, keys }: BackupPlaces,
  id: string,
): Promise<BackupInfo | UnreadableBackup | undefined> {
  const found = await objects.get(infoName(id));
  if (!found) return undefined;
  const sealed = await buffer(found);
  try {
    const content = await buffer(await unseal(Readable.from([sealed]), await keys.read(id)));
    return info.parse(JSON.parse(content.toString()));
  } catch (error) {
    return { id, why: `${infoName(id)}: ${toLine(error)}` };
  }
}

/**
 * The complete backups whose keys exist, and the unreadable ones; both oldest first. An unreadable backup stops
 * nothing: it counts as none.
 */
export async function surveyBackups(
  places: BackupPlaces,
): Promise<{ whole: BackupInfo[]; unreadable: UnreadableBackup[] }> {
  const ids = [...(await places.keys.list()), ...(await places.keys.listDamaged())].sort();
  const found = (await Promise.all(ids.map((id) => readInfo(places, id)))).filter((one) => one !== undefined);
  return {
    whole: found.flatMap((one) => ('why' in one ? [] : one)),
    unreadable: found.flatMap((one) => ('why' in one ? one : [])),
  };
}

export const listBackups = async (places: BackupPlaces): Promise<BackupInfo[]> =>
  (await surveyBackups(places)).whole;

/** Why `listBackups` finds none: the wrong storage, or the wrong folder of keys. */
export async function reasonNoneIsThere({ objects, keys }: BackupPlaces): Promise<string> {
  const { length } = await listKept(objects);
  if (length === 0) return `no backup found at ${objects.place} (BACKUP_URL)`;
  return `none of the ${length} at ${objects.place} (BACKUP_URL) is complete with its key in ${keys.folder} (BACKUP_KEYS_DIR)`;
}

/** Pieces of the log that were stored with this backup, in order. */
export async function* listPieces(objects: Objects, id: string): AsyncGenerator<LogPiece> {
  for await (const { name, modifiedAt } of objects.list(`${folder}${id}/log/`)) {
    const [, , timeline, from, to] = piece.exec(name) ?? [];
    if (!timeline) continue;
    yield {
      id,
      name,
      timeline: Number(timeline),
      from: BigInt(`0x${from}`),
      to: BigInt(`0x${to}`),
      keptAt: modifiedAt,
    };
  }
}

/** Deletes all files of a backup. */
export async function deleteBackup(objects: Objects, id: string): Promise<void> {
  for await (const { name } of objects.list(`${folder}${id}/`)) await objects.delete(name);
}

/** Ids of all backups in the storage, with or without a key. */
export async function listKept(objects: Objects): Promise<string[]> {
  const ids = new Set<string>();
  for await (const { name } of objects.list(folder)) ids.add(name.split('/')[1] as string);
  return [...ids];
}
