// SPDX-License-Identifier: Apache-2.0

export interface DatabaseOptions {
  /** Maximum connections, not counting those for reports. */
  poolSize?: number;
  /** Called when an idle connection breaks. */
  onIdleError?: (error: Error) => void;
  /** Called when a transaction requests a second connection; throws by default. */
  onSecondConnection?: (error: Error) => void;
  /** Statement timeout; 0 means none. */
  statementMs?: number;
  /** The limits of a start apply until `beginServing` (limits.ts). */
  isStarting?: boolean;
}
