import type { UserNote } from '../../../contract/users.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { findAnswer, keepAnswer } from '../../platform/db/idempotency.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { findUser, insertNote } from './user-store.ts';
import { viewNote } from './view-user.ts';

/** Writes down something about a user. Refuses `not_found`, and `idempotency_key_reused`. */
export function noteUser(
  input: { actorId: string; userId: string; note: string; idempotencyKey: string },
  { db, clock }: { db: Database; clock: Clock },
): Promise<UserNote | Refusal> {
  const { actorId, idempotencyKey, ...said } = input;
  // The note's words go with the account that it is about, so the kept answer holds its id alone.
  const request = { playerId: actorId, key: idempotencyKey, input: { operation: 'user.note', ...said } };
  return db.transaction<UserNote | Refusal>(async (tx) => {
    const known = await findAnswer<Omit<UserNote, 'note'>>(tx, request);
    if (known) return isRefusal(known) ? known : { ...known.answer, note: input.note };
    if (!(await findUser(tx, input.userId))) return refuse('not_found');
    const { note, ...written } = viewNote(
      await insertNote(tx, { userId: input.userId, authorId: actorId, note: input.note, at: clock.now() }),
    );
    await keepAnswer(tx, request, written);
    return { ...written, note };
  });
}
