// SPDX-License-Identifier: Apache-2.0

import { errorMessage } from '../contract/errors.ts';
import { isRefusal, type Refusal } from '../server/platform/refusal.ts';

/** What a use-case answered. @throws in the words that the dashboard would show, where it refused */
export function unlessRefused<Answer>(answer: Answer | Refusal): Answer {
  if (isRefusal(answer)) throw new Error(errorMessage(answer.refused, answer.data));
  return answer;
}
