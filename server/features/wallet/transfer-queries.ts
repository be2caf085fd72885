// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Currency } from '../../../contract/wallet.ts';
import type { TransferType } from '../../ledger/transfer.ts';
import type { Queryable } from '../../platform/db/database.ts';

export interface TransferRow {
  id: number;
  type: TransferType;
  currency: Currency;
  /** Signed: a negative amount left the wallet. */
  amount: number;
  description: string;
  createdAt: Date;
}

/**
 * A page of a player's transfers in all currencies, newest first: at most `limit` with ids below `before`, of the given
 * types. Each branch walks its own index backwards, so a page costs the same for any length of history. The player id
 * comes from a list to hide it from the planner: for a player with a large share of all transfers, the planner would
 * otherwise scan everyone's transfers.
 */
export function listTransfersBefore(
  db: Queryable,
  playerId: string,
  { before, limit, types }: { before: string | undefined; limit: number; types: readonly TransferType[] },
): Promise<TransferRow[]> {
  const below = before ?? '9223372036854775807';
  return db.rows<TransferRow>(sql`
    select entry.* from unnest(array[${playerId}]::uuid[]) player (id), lateral (
      (select id, type, currency, amount, description, created_at from recorded_transfers
        where credit_player_id = player.id and id < ${below} and type = any(${types})
        order by id desc limit ${limit})
      union all
      (select id, type, currency, -amount, description, created_at from recorded_transfers
        where debit_player_id = player.id and id < ${below} and type = any(${types})
        order by id desc limit ${limit})
    ) entry
    order by entry.id desc limit ${limit}`);
}
