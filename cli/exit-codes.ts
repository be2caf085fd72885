// SPDX-License-Identifier: Apache-2.0

/** Exit codes of commands, for scripts and monitors (docs/command-line.md). */
export const exitCodes = {
  done: 0,
  /** The command ran and found something wrong: a failed check, a broken proof, a different secret. */
  wrong: 1,
  /** Unknown or invalid arguments. */
  usage: 2,
  /** The command couldn't run: no database, a faulty configuration, a refusal. Nothing was changed. */
  failed: 3,
  /** The operator didn't confirm a change that can't be undone. */
  unconfirmed: 4,
} as const;
