// SPDX-License-Identifier: Apache-2.0

import { mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findPlayer } from '../player-store.ts';
import { type ArchiveDeps, writeArchive } from './write-archive.ts';

export interface ExportTarget {
  /** The parent folder of the temporary folder, which is removed again. */
  folder: string;
  target: Writable;
}

/** Writes all data about a player as the archive that players export; false if the account does not exist. */
export async function exportPlayer(
  playerId: string,
  { folder, target }: ExportTarget,
  deps: ArchiveDeps,
): Promise<boolean> {
  if (!(await findPlayer(deps.db, playerId))) return false;
  const drafts = await mkdtemp(resolve(folder, 'export-'));
  try {
    await pipeline(await writeArchive(playerId, drafts, deps), target);
    return true;
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
}
