// SPDX-License-Identifier: Apache-2.0

import type { HistoryType, Statement } from '../../../contract/wallet.ts';
import { getCoinTotals } from '../../ledger/coin-totals.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { toPage } from '../../platform/to-page.ts';
import { summarise, toHistoryType, toTransferTypes } from './rules.ts';
import { listTransfersBefore, type TransferRow } from './transfer-queries.ts';

export interface StatementQuery {
  /** `nextBefore` of the previous page; omitted for the newest. */
  before?: string | undefined;
  /** Most entries on the page. */
  limit: number;
  /** Only entries of this type; the summary still covers everything. */
  type?: HistoryType | undefined;
}

/** A transfer as its player sees it. */
export function toEntry({ id, type, currency, amount, description, createdAt }: TransferRow) {
  return {
    _id: String(id),
    description,
    status: 'Success' as const,
    type: toHistoryType(type),
    amount,
    currency,
    date: createdAt.toISOString(),
  };
}

/** A page of a player's transfers, without the summary. */
export async function readTransfers(
  db: Queryable,
  playerId: string,
  { before, limit, type }: StatementQuery,
): Promise<{ list: Statement['history']; nextBefore: string | null }> {
  const types = toTransferTypes(type);
  const rows = await listTransfersBefore(db, playerId, { before, limit: limit + 1, types });
  return toPage(rows.map(toEntry), limit);
}

/** A player's statement (product specification, section 2.13): a summary of their coins, and a page of transfers. */
export async function readStatement(
  db: Queryable,
  playerId: string,
  query: StatementQuery,
): Promise<Statement> {
  const [totals, page] = await Promise.all([getCoinTotals(db, playerId), readTransfers(db, playerId, query)]);
  return { summary: summarise(totals), history: page.list, nextBefore: page.nextBefore };
}
