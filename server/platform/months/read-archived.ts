// SPDX-License-Identifier: Apache-2.0

import { toCamelCase } from '../db/column-names.ts';
import type { Queryable } from '../db/database.ts';
import { installationId } from '../db/installation.ts';
import { type Objects, ObjectsUnavailable } from '../objects/objects.ts';
import { chunkName, hashContent, readWhole, unpackRows } from './archive-files.ts';
import { type ChunkRow, findArchive, findChunks, findChunksBetween, listChunks } from './archive-store.ts';
import type { PartedTable } from './parted-table.ts';

/** Rows by column, as they were when they left the database. */
export type ArchivedRows = Record<string, unknown>[];

interface Places {
  db: Queryable;
  objects: Objects;
}

/** @throws ObjectsUnavailable also if the object is missing or was altered: an operator has to restore it */
async function readChunk(objects: Objects, name: string, { hash }: ChunkRow): Promise<ArchivedRows> {
  const content = await readWhole(objects, name);
  if (!content || !hashContent(content).equals(hash)) {
    const why = content ? 'it is not what was written' : 'it is not there';
    throw new ObjectsUnavailable(`cannot read ${name}`, new Error(why));
  }
  return unpackRows(content);
}

/** An archived row with the names that it would have if it came from the database; timestamps stay text. */
function fromArchive<Row>(row: ArchivedRows[number]): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [toCamelCase(column), value]),
  ) as Row;
}

/** All rows of an archived month; undefined if it is still in the database. */
export async function readArchive({ db, objects }: Places, part: string): Promise<ArchivedRows | undefined> {
  if ((await findArchive(db, part))?.state !== 'dropped') return undefined;
  const rows: ArchivedRows = [];
  for await (const some of readInParts({ db, objects }, part)) rows.push(...some);
  return rows;
}

/** The same, one object at a time. */
export async function* readInParts({ db, objects }: Places, part: string): AsyncGenerator<ArchivedRows> {
  const installation = await installationId(db)();
  for (const chunk of await listChunks(db, part)) {
    yield await readChunk(objects, chunkName(installation, part, chunk), chunk);
  }
}

/**
 * Returns a reader of an archived part with `sortedBy`: it returns the rows between two keys, possibly with others from
 * the same objects.
 */
export function rangeReader<Row>({ db, objects }: Places) {
  const ownId = installationId(db);
  let last: { name: string; rows: Row[] } | undefined;
  return async (part: string, from: string, to: string): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const chunk of await findChunksBetween(db, part, from, to)) {
      const name = chunkName(await ownId(), part, chunk);
      if (last?.name !== name) {
        last = { name, rows: (await readChunk(objects, name, chunk)).map((row) => fromArchive<Row>(row)) };
      }
      rows.push(...last.rows);
    }
    return rows;
  };
}

/**
 * Returns a reader of the archived rows of a key; it returns undefined if there are none. It caches the last object,
 * since the next key is often in the same one.
 */
export function archiveReader<Row>(
  { db, objects }: Places,
  { name: table, key: column }: Pick<PartedTable, 'name' | 'key'>,
): (key: string) => Promise<Row[] | undefined> {
  const ownId = installationId(db);
  let last: { name: string; rows: ArchivedRows } | undefined;
  return async (key) => {
    for (const chunk of await findChunks(db, table, key)) {
      const name = chunkName(await ownId(), chunk.part, chunk);
      if (last?.name !== name) last = { name, rows: await readChunk(objects, name, chunk) };
      const found = last.rows.filter((row) => row[column] === key);
      if (found.length > 0) return found.map((row) => fromArchive<Row>(row));
    }
    return undefined;
  };
}
