// SPDX-License-Identifier: Apache-2.0

import { isRefusal, type Refusal } from '../refusal.ts';
import type { Tx } from './database.ts';
import { findAnswer, type IdempotentRequest, storeAnswer } from './idempotency.ts';

/**
 * For answers with personal data, which must not outlive the person: the stored part, and how to restore the answer.
 */
export interface Replay<Answer, Kept> {
  toKept: (answer: Answer) => Kept;
  restore: (kept: Kept) => Promise<Answer | Refusal>;
}

/**
 * Does `work` unless this key was used before: then returns the same answer, including a refusal that keeps its work.
 * For work that waits for no locks before its first effect: two concurrent calls collide at the unique key, and the
 * later one starts over.
 */
export async function answerOnce<Answer, Kept = Answer>(
  tx: Tx,
  request: IdempotentRequest,
  work: () => Promise<Answer | Refusal>,
  replay?: Replay<Answer, Kept>,
): Promise<Answer | Refusal> {
  const known = await findAnswer<Kept>(tx, request);
  if (known && isRefusal(known)) return known;
  if (known && isRefusal(known.answer)) return known.answer;
  if (known) return replay ? replay.restore(known.answer) : (known.answer as unknown as Answer);
  const answer = await work();
  if (!isRefusal(answer)) await storeAnswer(tx, request, replay ? replay.toKept(answer) : answer);
  else if (answer.keepsWork) await storeAnswer(tx, request, answer);
  return answer;
}
