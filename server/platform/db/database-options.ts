// SPDX-License-Identifier: Apache-2.0

export interface DatabaseOptions {
  /** Maximum connections, not counting those for reports. */
  poolSize?: number;
  /** Called when an idle connection breaks. */
  onIdleError?: (error: Error) => void;
  /** Called when a transaction asks for a second connection; by default that throws. */
  onSecondConnection?: (error: Error) => void;
  /** Statement timeout; 0 means none. */
  statementMs?: number;
  /** Servers that follow the primary, of which one is read where it is no further behind. */
  replicas?: { urls: readonly string[]; maxLagMs: number };
  /** Told of a replica that is used from now on, or no more. */
  onReplica?: (isFit: boolean, why: string | undefined) => void;
  /** Told that changes are refused because the standby that commits wait for is away, and when they are taken again. */
  onStuckCommits?: (areStuck: boolean) => void;
  /** Called when a call reads what may be late and does not say so; by default that throws. */
  onLateMisuse?: (error: Error) => void;
}
