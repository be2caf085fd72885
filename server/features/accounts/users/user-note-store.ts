// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export interface NoteRow {
  id: string;
  author: string;
  note: string;
  createdAt: Date;
}

const notesListed = 200;

/** Newest first. */
export function listNotes(db: Queryable, userId: string): Promise<NoteRow[]> {
  return db.rows<NoteRow>(sql`
    select n.id, a.name as author, n.note, n.created_at
    from user_notes n join players a on a.id = n.author_id
    where n.player_id = ${userId} and n.note <> '' order by n.id desc limit ${notesListed}`);
}

/** Undefined if the text was erased. */
export function findNote(db: Queryable, noteId: string): Promise<NoteRow | undefined> {
  return db.row<NoteRow>(sql`
    select n.id, a.name as author, n.note, n.created_at
    from user_notes n join players a on a.id = n.author_id where n.id = ${noteId} and n.note <> ''`);
}

/** In order; only those after the note `after` if given. */
export function listNotesAbout(
  db: Queryable,
  userId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Omit<NoteRow, 'author'>[]> {
  return db.rows<Omit<NoteRow, 'author'>>(sql`
    select id, note, created_at from user_notes
    where player_id = ${userId} and note <> '' and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${limit}`);
}

export async function insertNote(
  tx: Tx,
  note: { userId: string; authorId: string; note: string; at: Date },
): Promise<NoteRow> {
  return tx.one<NoteRow>(sql`
    with written as (
      insert into user_notes (player_id, author_id, note, created_at)
      values (${note.userId}, ${note.authorId}, ${note.note}, ${note.at}) returning *)
    select w.id, a.name as author, w.note, w.created_at
    from written w join players a on a.id = w.author_id`);
}

/** Erases the text of notes about a user whose account is gone. */
export async function forgetNotes(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`update user_notes set note = '' where player_id = ${userId} and note <> ''`);
}
