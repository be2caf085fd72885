// SPDX-License-Identifier: Apache-2.0

import { toCamelCase } from '../db/column-names.ts';
import type { Queryable } from '../db/database.ts';
import { installationId } from '../db/installation.ts';
import { type Objects, ObjectsUnavailable } from '../objects/objects.ts';
import { chunkName, hashContent, readWhole, unpackRows } from './archive-files.ts';
import { type ChunkRow, findArchive, findChunks, findChunksBetween, listChunks } from './archive-store.ts';
import type { PartedTable } from './parted-table.ts';

/** Rows as they were when they left the database, by column. */
export type ArchivedRows = Record<string, unknown>[];

interface Places {
  db: Queryable;
  objects: Objects;
}

/** @throws ObjectsUnavailable also if the object is missing or was changed: an operator has to bring it back */
async function readChunk(objects: Objects, name: string, { hash }: ChunkRow): Promise<ArchivedRows> {
  const content = await readWhole(objects, name);
  if (!content || !hashContent(content).equals(hash)) {
    const why = content ? 'it is not what was written' : 'it is not there';
    throw new ObjectsUnavailable(`cannot read ${name}`, new Error(why));
  }
  return unpackRows(content);
}

/** A row of an archive with the names that it has when it comes from the database; moments stay texts. */
function fromArchive<Row>(row: ArchivedRows[number]): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [toCamelCase(column), value]),
  ) as Row;
}

/** All rows of a month that left the database; undefined where it did not. */
export async function readArchive({ db, objects }: Places, part: string): Promise<ArchivedRows | undefined> {
  if ((await findArchive(db, part))?.state !== 'dropped') return undefined;
  const rows: ArchivedRows = [];
  for await (const some of readInParts({ db, objects }, part)) rows.push(...some);
  return rows;
}

/** The same object by object. */
export async function* readInParts({ db, objects }: Places, part: string): AsyncGenerator<ArchivedRows> {
  const installation = await installationId(db)();
  for (const chunk of await listChunks(db, part)) {
    yield await readChunk(objects, chunkName(installation, part, chunk), chunk);
  }
}

/** What reads rows of an archived part that is sorted by more than a column, between two keys; with others of the same objects. */
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
 * Returns a reader of the archived rows of a key; it answers undefined if there are none. It remembers the last object, since
 * reading one key is often followed by the next.
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
