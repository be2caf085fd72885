// SPDX-License-Identifier: Apache-2.0

import type { Logger } from './log.ts';

/**
 * Files that the process opens besides its database connections and its clients' connections: standard streams, event
 * loop, listening sockets, sources that are still loading, calls to outside services, the sandbox.
 */
const ownFiles = 100;
/** A connection, and a file that may be sent over it. */
const filesPerConnection = 2;
const minConnections = 32;
/** Enough for a thousand players with two pages each, behind a proxy that opens a connection per call. */
export const recommendedFiles = 4_096;
const maxConnections = 20_000;

/** How many files, including sockets, this process may have open; Infinity if there is no limit. */
export function openFilesLimit(): number {
  // Otherwise it would look up names of interfaces and peers; Node's types do not have the switch yet.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const limit = Number(report.userLimits?.open_files?.soft ?? Number.NaN);
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit;
}

/** How many connections of clients fit under `limit` without running out of file descriptors. */
export function connectionsWithinLimit(limit: number, databasePoolSize: number): number {
  return Math.min(maxConnections, Math.floor((limit - databasePoolSize - ownFiles) / filesPerConnection));
}

/**
 * Warns if the limit of open files leaves room for few connections.
 * @throws if it leaves next to none
 */
export function checkOpenFiles(limit: number, databasePoolSize: number, log: Logger): void {
  const connections = connectionsWithinLimit(limit, databasePoolSize);
  const advice = `set it to ${recommendedFiles} or more (ulimit -n, LimitNOFILE=, --ulimit nofile)`;
  if (connections < minConnections) {
    const least = databasePoolSize + ownFiles + minConnections * filesPerConnection;
    throw new Error(
      `the limit of open files is ${limit}, and DATABASE_POOL_SIZE=${databasePoolSize} needs ${least}: ${advice}`,
    );
  }
  if (limit < recommendedFiles) {
    log.warn({ limit, connections }, `the limit of open files allows few connections: ${advice}`);
  }
}
