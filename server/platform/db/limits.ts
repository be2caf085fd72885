// SPDX-License-Identifier: Apache-2.0

/**
 * A player's call takes milliseconds; one that takes seconds is waiting for something that is broken. Long queries go
 * through `reports`.
 */
export const limits = { connectMs: 5_000, statementMs: 10_000, lockMs: 5_000, idleInTransactionMs: 15_000 };
export const reportLimits = {
  size: 3,
  connectMs: 8_000,
  statementMs: 120_000,
  lockMs: 5_000,
  idleInTransactionMs: 60_000,
};
/** A job that reads a whole table may take as long as it needs. */
export const longRunningLimits = { ...reportLimits, size: 1, statementMs: 0 };
