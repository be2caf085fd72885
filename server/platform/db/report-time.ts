import sql from 'sql-template-tag';
import { reportTimeLeftMs } from '../call-context.ts';
import type { Transactional, Tx } from './database.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * How long the reports of one call may take, all of them together. With the wait for the last one's connection it stays
 * below the 30 s after which the server gives up a connection on which nothing moves (platform/http/server.ts): a call
 * is answered, and no report goes on for which nobody waits.
 */
const withinCallMs = 20_000;

/**
 * `reports`, of which a call gets no more than its time allows.
 * @throws DatabaseUnavailable where that is used up
 */
export function limitConcurrency(reports: Transactional): Transactional {
  const inTime =
    <Result>(work: (tx: Tx) => Promise<Result>) =>
    async (tx: Tx): Promise<Result> => {
      const leftMs = reportTimeLeftMs(withinCallMs);
      if (leftMs === undefined) return work(tx);
      if (leftMs < 1) throw new DatabaseUnavailable('reports took too long', { isConnectionLost: false });
      await tx.run(sql`select set_config('statement_timeout', ${String(Math.floor(leftMs))}, true)`);
      return work(tx);
    };
  const transaction: Transactional['transaction'] = (work) => {
    // The wait for a connection counts.
    reportTimeLeftMs(withinCallMs);
    return reports.transaction(inTime(work));
  };
  return {
    transaction,
    rows: <Row>(query: Parameters<Transactional['rows']>[0]) => transaction((tx) => tx.rows<Row>(query)),
    row: <Row>(query: Parameters<Transactional['row']>[0]) => transaction((tx) => tx.row<Row>(query)),
    one: <Row>(query: Parameters<Transactional['one']>[0]) => transaction((tx) => tx.one<Row>(query)),
    run: (query) => transaction((tx) => tx.run(query)),
  };
}
