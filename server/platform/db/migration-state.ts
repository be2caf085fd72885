// SPDX-License-Identifier: Apache-2.0

import { connectAtStart } from '../postgres/connect-at-start.ts';
import { readFunctions } from './functions.ts';
import { lastBefore, readMigrations } from './migrate.ts';

export interface MigrationState {
  applied: number;
  pending: string[];
  /** Applied with a text that differs from this release's file. */
  changed: string[];
  /** Applied by a release that has migrations missing from this one. */
  unknown: string[];
  /** Whether the functions are those of this release or of a newer one. */
  areFunctionsCurrent: boolean;
}

/** The work that `migrate` would have in a database. Changes nothing. */
export async function readMigrationState(connectionString: string): Promise<MigrationState> {
  const client = await connectAtStart(connectionString);
  try {
    const rows = async <Row>(table: string, columns: string): Promise<Row[]> => {
      const { rows: found } = await client.query('select to_regclass($1) as found', [table]);
      return found[0].found === null ? [] : (await client.query(`select ${columns} from ${table}`)).rows;
    };
    const [files, { revision, files: functions }] = await Promise.all([readMigrations(), readFunctions()]);
    const known = new Map(
      (await rows<{ name: string; checksum: string }>('migrations', 'name, checksum')).map((row) => [
        row.name,
        row.checksum,
      ]),
    );
    const names = new Set(files.map(({ name }) => name));
    const inDatabase = await rows<{ name: string; checksum: string; revision: number }>(
      'function_files',
      'name, checksum, revision',
    );
    const isNewer = inDatabase.some((file) => file.revision > revision);
    const applied = new Map(inDatabase.map(({ name, checksum }) => [name, checksum]));
    return {
      applied: files.filter(({ name, checksum }) => known.get(name) === checksum).length,
      pending: files.filter(({ name }) => !known.has(name)).map(({ name }) => name),
      changed: files
        .filter(({ name, checksum }) => known.has(name) && known.get(name) !== checksum)
        .map(({ name }) => name),
      unknown: [...known.keys()].filter((name) => name > lastBefore && !names.has(name)),
      areFunctionsCurrent: isNewer || functions.every(({ name, checksum }) => applied.get(name) === checksum),
    };
  } finally {
    await client.end();
  }
}
