import sql, { type Sql } from 'sql-template-tag';
import { reportTimeLeftMs } from '../call-context.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * How long the reports of one call may take, all of them together. With the wait for the last one's connection it stays
 * below the 30 s after which the server gives up a connection on which nothing moves (platform/http/server.ts): a call
 * is answered, and no report goes on for which nobody waits.
 */
const withinCallMs = 20_000;

/** From here on the time of the call counts, also while its first report waits for a connection. */
export function startReportTime(): void {
  reportTimeLeftMs(withinCallMs);
}

/**
 * Gives the statements of `tx` what is left of the call's time.
 * @throws DatabaseUnavailable where that is used up
 */
export async function limitToReportTime(tx: { run(query: Sql): Promise<number> }): Promise<void> {
  const leftMs = reportTimeLeftMs(withinCallMs);
  if (leftMs === undefined) return;
  if (leftMs < 1) throw new DatabaseUnavailable('reports took too long', { isConnectionLost: false });
  await tx.run(sql`select set_config('statement_timeout', ${String(Math.floor(leftMs))}, true)`);
}
