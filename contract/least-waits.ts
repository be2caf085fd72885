// SPDX-License-Identifier: Apache-2.0

import type { ErrorCode } from './errors.ts';

/**
 * In seconds, for refusals of unknown duration: the shortest wait that makes sense. `Retry-After` is one to three times as
 * long, so that callers do not come back at the same moment.
 */
export const leastWaits: Partial<Record<ErrorCode, number>> = {
  unavailable: 1,
  payments_unavailable: 5,
  sign_in_too_many: 60,
  stats_unavailable: 60,
  readings_busy: 60,
};
