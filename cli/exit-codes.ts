// SPDX-License-Identifier: Apache-2.0

/** How a command ends, for scripts and monitors (docs/command-line.md). */
export const exitCodes = {
  done: 0,
  /** It looked, and something is wrong: a red finding, a broken proof, another secret. */
  wrong: 1,
  /** Arguments that it does not take. */
  usage: 2,
  /** It could not do it: no database, a fault of the configuration, a refusal. Nothing was done. */
  failed: 3,
  /** What cannot be undone was not agreed to. */
  unconfirmed: 4,
} as const;
