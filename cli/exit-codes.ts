// SPDX-License-Identifier: Apache-2.0

/** Exit codes of commands, for scripts and monitors (docs/command-line.md). */
export const exitCodes = {
  done: 0,
  /** The command ran and found something wrong: a red finding, a broken proof, a different secret. */
  wrong: 1,
  /** Unknown or invalid arguments. */
  usage: 2,
  /** The command could not run: no database, a fault of the configuration, a refusal. Nothing was done. */
  failed: 3,
  /** It cannot be undone, and the operator did not agree. */
  unconfirmed: 4,
} as const;
