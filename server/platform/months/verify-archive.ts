// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../db/database.ts';
import type { Objects } from '../objects/objects.ts';
import {
  describeArchive,
  hashContent,
  manifestName,
  openManifest,
  readWhole,
  unpackRows,
} from './archive-files.ts';
import { type ArchiveRow, listArchives, listChunks } from './archive-store.ts';

export interface ArchiveDeps {
  db: Database;
  objects: Objects;
  appSecret: string;
  installationId(): Promise<string>;
}

/** Reads a whole archive and returns everything that differs from what was written. */
export async function findFaults(archive: ArchiveRow, deps: ArchiveDeps): Promise<string[]> {
  const { db, objects, appSecret } = deps;
  const { part, tableName: table, untilKey: until, rowCount, manifestHash } = archive;
  const installation = await deps.installationId();
  if (!manifestHash) return [`${part} is not described yet`];
  const name = manifestName(installation, part, manifestHash);
  const content = await readWhole(objects, name);
  if (!content) return [`${name} is not there`];
  if (!manifestHash.equals(hashContent(content))) return [`${name} is not what was written`];
  const manifest = openManifest(content, appSecret);
  if (!manifest) return [`${name} is not sealed by this installation`];

  const faults: string[] = [];
  const known = describeArchive({ installation, table, part, until }, await listChunks(db, part));
  if (JSON.stringify(manifest) !== JSON.stringify(known))
    faults.push(`${part} is described otherwise in the database`);
  if (manifest.rows !== rowCount) faults.push(`${part} has ${manifest.rows} rows instead of ${rowCount}`);
  for (const chunk of manifest.chunks) {
    const packed = await readWhole(objects, chunk.name);
    if (!packed) faults.push(`${chunk.name} is not there`);
    else if (hashContent(packed).toString('hex') !== chunk.sha256)
      faults.push(`${chunk.name} is not what was written`);
    else if ((await unpackRows(packed)).length !== chunk.rows)
      faults.push(`${chunk.name} has not ${chunk.rows} rows`);
  }
  return faults;
}

export interface Verified extends ArchiveRow {
  faults: string[];
}

/** The same for all archives. */
export async function verifyArchives(deps: ArchiveDeps): Promise<Verified[]> {
  const verified: Verified[] = [];
  for (const archive of await listArchives(deps.db)) {
    if (archive.state !== 'writing') verified.push({ ...archive, faults: await findFaults(archive, deps) });
  }
  return verified;
}
