// SPDX-License-Identifier: Apache-2.0

import type { ErrorCode } from './errors.ts';

/**
 * The shortest sensible wait in seconds, for refusals of unknown duration. `Retry-After` is one to three times as long,
 * so that callers don't return at the same moment.
 */
export const leastWaits: Partial<Record<ErrorCode, number>> = {
  unavailable: 1,
  payments_unavailable: 5,
  sign_in_too_many: 60,
  stats_unavailable: 60,
  readings_busy: 60,
};
