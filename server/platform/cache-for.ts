// SPDX-License-Identifier: Apache-2.0

import type { Clock } from './clock.ts';

/**
 * Keeps the answer of `read` for `ms` from its request; the first call after that reads again. One read at a time,
 * shared by all calls in the meantime; a failure reaches only those calls.
 */
export function cacheFor<Answer>(
  ms: number,
  clock: Clock,
  read: () => Promise<Answer>,
): () => Promise<Answer> {
  let kept: { at: number; answer: Promise<Answer> } | undefined;
  let isReading = false;
  return () => {
    const now = clock.now().getTime();
    // Guards against a clock that was set back, which would keep an answer for hours.
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
