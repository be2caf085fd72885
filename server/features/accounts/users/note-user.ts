import type { UserNote } from '../../../../contract/users.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { findAnswer, keepAnswer } from '../../../platform/db/idempotency.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { holdPlayers } from '../player-store.ts';
import { findNote, insertNote } from './user-note-store.ts';
import { viewNote } from './views.ts';

/** Writes down something about a user. Refuses `not_found`, and `idempotency_key_reused`. */
export function noteUser(
  input: { actorId: string; userId: string; note: string; idempotencyKey: string },
  { db, clock }: { db: Database; clock: Clock },
): Promise<UserNote | Refusal> {
  const { actorId, idempotencyKey, ...said } = input;
  // The note's words go with the account that it is about, as its author's name with theirs: its id alone is kept.
  const request = { playerId: actorId, key: idempotencyKey, input: { operation: 'user.note', ...said } };
  return db.transaction<UserNote | Refusal>(async (tx) => {
    const known = await findAnswer<Pick<UserNote, '_id'>>(tx, request);
    if (known) return isRefusal(known) ? known : answerAgain(tx, known.answer._id);
    if (!(await holdPlayers(tx, [input.userId])).has(input.userId)) return refuse('not_found');
    const { userId, note } = input;
    const written = viewNote(await insertNote(tx, { userId, authorId: actorId, note, at: clock.now() }));
    await keepAnswer(tx, request, { _id: written._id });
    return written;
  });
}

async function answerAgain(tx: Tx, noteId: string): Promise<UserNote | Refusal> {
  const note = await findNote(tx, noteId);
  return note ? viewNote(note) : refuse('not_found');
}
