// SPDX-License-Identifier: Apache-2.0

import type { UserNote } from '../../../../contract/users-admin.ts';
import type { Clock } from '../../../platform/clock.ts';
import { answerOnce, type Replay } from '../../../platform/db/answer-once.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { viewRow } from '../../../platform/view-row.ts';
import { holdPlayers } from '../player-store.ts';
import { findNote, insertNote } from './user-note-store.ts';

/** Adds a note about a user. Refuses `not_found`, and `idempotency_key_reused`. */
export function noteUser(
  input: { actorId: string; userId: string; note: string; idempotencyKey: string },
  { db, clock }: { db: Database; clock: Clock },
): Promise<UserNote | Refusal> {
  const { actorId, idempotencyKey, ...said } = input;
  const request = { playerId: actorId, key: idempotencyKey, input: { operation: 'user.note', ...said } };
  return db.transaction<UserNote | Refusal>(async (tx) => {
    const write = async () => {
      if (!(await holdPlayers(tx, [input.userId])).has(input.userId)) return refuse('not_found');
      const { userId, note } = input;
      return viewRow(await insertNote(tx, { userId, authorId: actorId, note, at: clock.now() }));
    };
    return answerOnce(tx, request, write, createReplay(tx));
  });
}

/**
 * Stores only the note's id for replays: the text is erased with its subject's account, the author's name with the
 * author's.
 */
function createReplay(tx: Tx): Replay<UserNote, Pick<UserNote, '_id'>> {
  return {
    toKept: ({ _id }) => ({ _id }),
    async restore({ _id }) {
      const note = await findNote(tx, _id);
      return note ? viewRow(note) : refuse('not_found');
    },
  };
}
