// SPDX-License-Identifier: Apache-2.0

/** What every bench is given. */
export interface BenchContext {
  /** A migrated database that only this run uses. */
  databaseUrl: string;
  /** Of an application on that database: all that a bench starts, one after the other, have one secret. */
  env: Readonly<Record<string, string>>;
  secondsPerRound: number;
  rounds: number;
  /** How many transfers a large business has. */
  transfers: number;
  /** Measured servers keep profiles of their processor time: `--profile`. */
  isProfiled: boolean;
  log(line: string): void;
}
