import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { type Refusal, refuse } from '../refusal.ts';
import type { Queryable, Tx } from './database.ts';

export interface IdempotentRequest {
  playerId: string;
  /** The caller's Idempotency-Key. */
  key: string;
  /** Everything the caller sent, the operation's name included; its hash must match at a replay. */
  input: unknown;
}

/** What a request comes down to, to be compared with that of a replay. */
export function inputHash(input: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest();
}

/**
 * The answer given the first time, or undefined when there was none yet.
 * Refuses `idempotency_key_reused` when the key came with other input.
 */
export async function findAnswer<Answer>(
  db: Queryable,
  request: IdempotentRequest,
): Promise<{ answer: Answer } | Refusal | undefined> {
  const row = await db.row<{ isSameInput: boolean; answer: Answer }>(sql`
    select is_same_input as "isSameInput", answer
    from find_answer(${request.playerId}, ${request.key}, ${inputHash(request.input)})`);
  if (!row) return undefined;
  return row.isSameInput ? { answer: row.answer } : refuse('idempotency_key_reused');
}

/**
 * Keeps `answer` for replays, in the transaction of the effect it tells of. When another process was first, the
 * unique key fails, `Database.transaction` starts over and `findAnswer` at the top of the work finds its answer.
 */
export async function keepAnswer(tx: Tx, request: IdempotentRequest, answer: unknown): Promise<void> {
  await tx.run(sql`
    select keep_answer(${request.playerId}, ${request.key}, ${inputHash(request.input)},
      ${JSON.stringify(answer)}::jsonb)`);
}
