// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { type Refusal, refuse } from '../refusal.ts';
import type { Queryable, Tx } from './database.ts';

export interface IdempotentRequest {
  playerId: string;
  /** The caller's Idempotency-Key. */
  key: string;
  /** The caller's whole input, including the operation's name. A replay must have the same hash. */
  input: unknown;
}

/** The request's hash, to compare with a replay's. */
export function inputHash(input: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest();
}

/**
 * The answer to the first request with this key; undefined if this is the first. Refuses `idempotency_key_reused` if
 * the key was used with different input.
 */
export async function findAnswer<Answer>(
  db: Queryable,
  request: IdempotentRequest,
): Promise<{ answer: Answer } | Refusal | undefined> {
  const row = await db.row<{ isSameInput: boolean; answer: Answer }>(sql`
    select is_same_input, answer
    from find_answer(${request.playerId}, ${request.key}, ${inputHash(request.input)})`);
  if (!row) return undefined;
  return row.isSameInput ? { answer: row.answer } : refuse('idempotency_key_reused');
}

/**
 * Stores `answer` for replays, in the same transaction as its effect. If another process was faster, the unique key
 * fails, `Database.transaction` retries, and `findAnswer` at the top of the work returns the other's answer.
 */
export async function storeAnswer(tx: Tx, request: IdempotentRequest, answer: unknown): Promise<void> {
  await tx.run(sql`
    select keep_answer(${request.playerId}, ${request.key}, ${inputHash(request.input)},
      ${JSON.stringify(answer)}::jsonb)`);
}
