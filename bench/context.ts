// SPDX-License-Identifier: Apache-2.0

/** Passed to every bench. */
export interface BenchContext {
  /** A migrated database that only this run uses. */
  databaseUrl: string;
  /**
   * The environment for applications on that database. All benches share one secret, since each starts its own
   * application.
   */
  env: Readonly<Record<string, string>>;
  secondsPerRound: number;
  rounds: number;
  /** How many transfers a large business has. */
  transfers: number;
  /** Whether measured servers record CPU profiles: `--profile`. */
  isProfiled: boolean;
  log(line: string): void;
}
