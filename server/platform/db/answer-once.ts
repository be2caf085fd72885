import { isRefusal, type Refusal } from '../refusal.ts';
import type { Tx } from './database.ts';
import { findAnswer, type IdempotentRequest, keepAnswer } from './idempotency.ts';

/**
 * Does `work` unless it was done before under this key: then answers as it did then. For work that waits for no lock
 * of others before its first effect; two at once meet at the unique key, and the later one starts over.
 */
export async function answerOnce<Answer>(
  tx: Tx,
  request: IdempotentRequest,
  work: () => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  const known = await findAnswer<Answer>(tx, request);
  if (known) return isRefusal(known) ? known : known.answer;
  const answer = await work();
  if (!isRefusal(answer)) await keepAnswer(tx, request, answer);
  return answer;
}
