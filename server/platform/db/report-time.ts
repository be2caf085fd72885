// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { reportTimeLeftMs } from '../call-context.ts';
import { DatabaseUnavailable } from '../postgres/unavailable.ts';

/**
 * How long all reports of one call may take together. Including the wait for the last one's connection, it stays below
 * the 30 s after which the server closes an idle connection (platform/http/server.ts). So the call gets an answer, and
 * no report keeps running unread.
 */
const withinCallMs = 20_000;

/** Starts the clock of the call's reports, so that waiting for the first connection counts. */
function startReportTime(): void {
  reportTimeLeftMs(withinCallMs);
}

/**
 * Limits the statements of `tx` to the rest of the call's time.
 * @throws DatabaseUnavailable if none is left
 */
async function limitToReportTime(tx: { run(query: Sql): Promise<number> }): Promise<void> {
  const leftMs = reportTimeLeftMs(withinCallMs);
  if (leftMs === undefined) return;
  if (leftMs < 1) throw new DatabaseUnavailable('reports took too long', { isConnectionLost: false });
  await tx.run(sql`select set_config('statement_timeout', ${String(Math.floor(leftMs))}, true)`);
}

type Transaction<Tx> = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/** Limits the transactions of a call's reports to the call's time. */
export function withinReportTime<Tx extends { run(query: Sql): Promise<number> }>(
  transaction: Transaction<Tx>,
): Transaction<Tx> {
  return (work) => {
    startReportTime();
    return transaction(async (tx) => {
      await limitToReportTime(tx);
      return work(tx);
    });
  };
}
