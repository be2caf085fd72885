// SPDX-License-Identifier: Apache-2.0

import { errorMessage } from '../contract/errors.ts';
import { isRefusal, type Refusal } from '../server/platform/refusal.ts';

/**
 * Returns the answer of a use-case.
 * @throws the refusal, with the same message as in the dashboard
 */
export function unlessRefused<Answer>(answer: Answer | Refusal): Answer {
  if (isRefusal(answer)) throw new Error(errorMessage(answer.refused, answer.data));
  return answer;
}
