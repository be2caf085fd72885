// SPDX-License-Identifier: Apache-2.0

import type { Clock } from './clock.ts';

/**
 * What `read` says, for `ms` from when it was asked: then the next to ask has it read again. It is read once at a time, for
 * all who ask meanwhile, and a failure is told to these alone.
 */
export function keepFor<Answer>(
  ms: number,
  clock: Clock,
  read: () => Promise<Answer>,
): () => Promise<Answer> {
  let kept: { at: number; answer: Promise<Answer> } | undefined;
  let isReading = false;
  return () => {
    const now = clock.now().getTime();
    // A clock that was put back must not keep an answer for hours.
    if (kept && (isReading || (now >= kept.at && now - kept.at < ms))) return kept.answer;
    isReading = true;
    const answer = read().finally(() => {
      isReading = false;
    });
    kept = { at: now, answer };
    answer.catch(() => {
      kept = undefined;
    });
    return answer;
  };
}
