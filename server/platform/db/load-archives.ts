// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import pg from 'pg';
import type { Objects } from '../objects/objects.ts';

const unpack = promisify(gunzip);

/** The migration before which archived months are loaded. It compares them with the carried-forward sums. */
export const loadsArchives = '0139_whole_tables.sql';

interface Chunk {
  tableName: string;
  name: string;
  hash: Buffer;
  rowCount: number;
}

async function listChunks(client: pg.Client): Promise<Chunk[]> {
  const { rows } = await client.query<Chunk>(`
    select a.table_name as "tableName", c.hash, c.row_count as "rowCount",
      format('archives/%s/%s/%s-%s.ndjson.gz', i.id, c.part, lpad(c.number::text, 6, '0'), encode(substr(c.hash, 1, 8), 'hex'))
        as name
    from archives a join archive_chunks c using (part), installation i
    where a.state = 'dropped' order by c.part, c.number`);
  return rows;
}

/** @throws an error that names a missing or altered object */
async function readLines({ name, hash, rowCount }: Chunk, objects: Objects): Promise<string[]> {
  const found = await objects.get(name);
  if (!found)
    throw new Error(`the archived object ${name} is missing: restore it first. Nothing was changed`);
  const content = await buffer(found);
  const isIntact = createHash('sha256').update(content).digest().equals(hash);
  const lines = isIntact ? (await unpack(content)).toString().split('\n').filter(Boolean) : [];
  if (lines.length !== rowCount)
    throw new Error(`the archived object ${name} is damaged: restore it first. Nothing was changed`);
  return lines;
}

/**
 * Earlier releases moved old months out of the database. Loads their rows into tables beside the original ones, in the
 * caller's transaction; the next migration puts them back.
 * @throws an error that names the first missing or damaged object
 */
export async function loadArchives(client: pg.Client, openObjects: () => Promise<Objects>): Promise<void> {
  // Prevents another month from being archived meanwhile.
  await client.query('lock table archives in share row exclusive mode');
  const chunks = await listChunks(client);
  if (chunks.length === 0) return;
  const objects = await openObjects();
  for (const chunk of chunks) {
    const lines = await readLines(chunk, objects);
    const [table, copy] = [chunk.tableName, `archived_${chunk.tableName}`].map(pg.escapeIdentifier);
    await client.query(`create table if not exists months.${copy} (like public.${table})`);
    await client.query(
      `insert into months.${copy}
       select r.* from unnest($1::text[]) line, jsonb_populate_record(null::public.${table}, line::jsonb) r`,
      [lines],
    );
  }
}
