// SPDX-License-Identifier: Apache-2.0

import type { HistoryType, Statement } from '../../../contract/wallet.ts';
import { movementMark } from '../../ledger/balances.ts';
import { getCoinTotals } from '../../ledger/coin-totals.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/to-page.ts';
import { type EntriesDeps, listEntriesBefore } from './read-entries.ts';
import { summarise, toHistoryType, toTransferTypes } from './rules.ts';
import type { TransferRow } from './transfer-queries.ts';

export interface StatementQuery {
  /** `nextBefore` of the page before this one; absent for the newest. */
  before?: string | undefined;
  /** Entries at most. */
  limit: number;
  /** Entries of this type only; the summary is of everything all the same. */
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

/** A page of what moved to and from a player, without the sum of it all. */
export async function readTransfers(
  deps: EntriesDeps,
  playerId: string,
  { before, limit, type }: StatementQuery,
): Promise<{ list: Statement['history']; nextBefore: string | null }> {
  const types = toTransferTypes(type);
  const rows = await listEntriesBefore(deps, playerId, { before, limit: limit + 1, types });
  return toPage(rows.map(toEntry), limit);
}

/** A player's statement (product specification, section 2.13): coins summed up, and a page of what moved. */
export async function readStatement(
  { db, archivedTransfers }: EntriesDeps & { db: Database },
  playerId: string,
  query: StatementQuery,
): Promise<Statement> {
  const from = await db.late.showing((one) => movementMark(one, playerId));
  const [totals, page] = await Promise.all([
    getCoinTotals(db, playerId, from),
    readTransfers({ db: from, archivedTransfers }, playerId, query),
  ]);
  return { summary: summarise(totals), history: page.list, nextBefore: page.nextBefore };
}
