// SPDX-License-Identifier: Apache-2.0

/**
 * A player's call takes milliseconds; one that takes seconds waits for something broken. Long queries go through
 * `reports`.
 */
export const limits = { connectMs: 5_000, statementMs: 10_000, lockMs: 5_000, idleInTransactionMs: 15_000 };
/**
 * While a process starts, nobody waits for its answers, and its database may be recovering, or share a busy machine: it
 * gets the time that it needs.
 */
export const startLimits = { connectMs: 60_000, statementMs: 300_000, lockMs: 60_000 };
export const reportLimits = {
  size: 3,
  connectMs: 8_000,
  statementMs: 120_000,
  lockMs: 5_000,
  idleInTransactionMs: 60_000,
};

/**
 * A held connection that leaves a check unanswered for this long is given up; `afterMs` is longer in tests on a slow
 * machine.
 */
export const silenceMs = 1_000;
export const silence = { afterMs: silenceMs };

/** Added to the server's own limits: a later answer will never come. */
const graceMs = 2_000;

/** Statements that make the server keep these limits. */
export const toSettings = ({ statementMs, lockMs }: { statementMs: number; lockMs: number }) =>
  `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs};`;
/** PostgreSQL has this limit since version 17. */
export const withoutTransactionTimeout =
  "select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'";
/** How long to wait for an answer, in milliseconds. */
export const toPatience = ({ statementMs }: { statementMs: number }) =>
  statementMs === 0 ? Number.POSITIVE_INFINITY : statementMs + graceMs;
