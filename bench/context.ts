// SPDX-License-Identifier: Apache-2.0

/** Passed to every bench. */
export interface BenchContext {
  /** A migrated database that only this run uses. */
  databaseUrl: string;
  /** The environment of an application on that database: all that benches start in turn share one secret. */
  env: Readonly<Record<string, string>>;
  secondsPerRound: number;
  rounds: number;
  /** Number of transfers of a large business. */
  transfers: number;
  /** Whether measured servers record CPU profiles: `--profile`. */
  isProfiled: boolean;
  log(line: string): void;
}
