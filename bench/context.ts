/** What every bench is given. */
export interface BenchContext {
  /** A migrated database that only this run uses. */
  databaseUrl: string;
  secondsPerRound: number;
  rounds: number;
  /** How many transfers a large business has. */
  transfers: number;
  log(line: string): void;
}
