// SPDX-License-Identifier: Apache-2.0

import type { PlayerExport } from '../../../../contract/player-export.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { listNotesAbout } from './user-note-store.ts';

const notesPerPage = 500;

/**
 * Notes that administrators wrote about a player, in order. Leaves out the authors, whose names are their own personal
 * data.
 */
export async function* exportNotes(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['notes'][number]> {
  let after: string | undefined;
  do {
    const page = await listNotesAbout(db, playerId, { after, limit: notesPerPage });
    for (const { note, createdAt } of page) yield { note, createdAt: createdAt.toISOString() };
    after = page.length === notesPerPage ? page.at(-1)?.id : undefined;
  } while (after);
}
