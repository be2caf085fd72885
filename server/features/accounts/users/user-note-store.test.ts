// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer, createTwoPlayers } from '../../../../tests/support/factories.ts';
import { findNote, forgetNotes, insertNote, listNotes, listNotesAbout } from './user-note-store.ts';

const db = openTestDatabase({ poolSize: 1 });

it('lists notes about one user, newest first, until their text is deleted', async () => {
  const [one, other] = await createTwoPlayers(db);
  const author = (await createPlayer(db, { name: 'Ada', role: 'ADMIN' })).id;
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 15, 12, minute));
  const write = (userId: string, note: string, minute: number) =>
    db.transaction((tx) => insertNote(tx, { userId, authorId: author, note, at: at(minute) }));
  const [first, second] = [await write(one, 'first', 1), await write(one, 'second', 2)];
  const others = await write(other, 'of another', 3);
  expect(first).toEqual({ id: first.id, author: 'Ada', note: 'first', createdAt: at(1) });
  expect(await listNotes(db, one)).toEqual([second, first]);
  expect(await listNotes(db, other)).toEqual([others]);
  const about = async (after?: string, limit = 9) =>
    (await listNotesAbout(db, one, { after, limit })).map(({ note }) => note);
  expect([await about(), await about(first.id), await about(undefined, 1)]).toEqual([
    ['first', 'second'],
    ['second'],
    ['first'],
  ]);
  await db.transaction((tx) => forgetNotes(tx, one));
  expect([await listNotes(db, one), await about(), await findNote(db, first.id)]).toEqual([
    [],
    [],
    undefined,
  ]);
  expect([await listNotes(db, other), await findNote(db, others.id)]).toEqual([[others], others]);
});
