// SPDX-License-Identifier: Apache-2.0

import type { ArchivedTransfer, ReadArchivedTransfers } from '../../ledger/archived-transfers.ts';
import type { TransferType } from '../../ledger/transfer.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { listTransfersBefore, type TransferRow } from './transfer-queries.ts';

export interface EntriesDeps {
  db: Queryable;
  archivedTransfers: ReadArchivedTransfers;
}

const toRow = (
  { id, type, currency, amount, description, ...row }: ArchivedTransfer,
  playerId: string,
): TransferRow => ({
  ...{ id, type, currency, description },
  amount: row.creditPlayerId === playerId ? amount : -amount,
  createdAt: new Date(row.createdAt),
});

/**
 * A page of a player's transfers, newest first, like `listTransfersBefore`; continues in the archive when the database
 * has no more.
 * @throws ObjectsUnavailable
 */
export async function listEntriesBefore(
  { db, archivedTransfers }: EntriesDeps,
  playerId: string,
  asked: { before: string | undefined; limit: number; types: readonly TransferType[] },
): Promise<TransferRow[]> {
  const rows = await listTransfersBefore(db, playerId, asked);
  if (rows.length === asked.limit) return rows;
  const before = rows.at(-1)?.id ?? Number(asked.before ?? Number.MAX_SAFE_INTEGER);
  for await (const row of archivedTransfers(playerId, { below: before, types: asked.types })) {
    rows.push(toRow(row, playerId));
    if (rows.length === asked.limit) break;
  }
  return rows;
}
