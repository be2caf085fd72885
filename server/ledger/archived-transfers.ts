// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Currency } from '../../contract/wallet.ts';
import type { Database } from '../platform/db/database.ts';
import { rangeReader } from '../platform/months/read-archived.ts';
import type { Objects } from '../platform/objects/objects.ts';
import type { HouseAccount, TransferType } from './transfer.ts';

/** A transfer as it was when it left the database, by column. */
export interface ArchivedTransfer {
  id: number;
  /** With microseconds. */
  createdAt: string;
  currency: Currency;
  amount: number;
  debitPlayerId: string | null;
  debitHouse: HouseAccount | null;
  creditPlayerId: string | null;
  creditHouse: HouseAccount | null;
  type: TransferType;
  reference: string;
  description: string;
  idempotencyKey: string;
}

export interface ArchivedSpan {
  /** Ids. */
  from?: number;
  below: number;
  /** Reads only months that may hold one of these; all months if missing. */
  ids?: readonly number[];
  /** All of them unless given. */
  types?: readonly TransferType[];
}

/**
 * A player's archived transfers, newest first; reads one object for each month in the span. Callers that also read the database do
 * so first: a month that is archived in between was then found there.
 * @throws ObjectsUnavailable
 */
export type ReadArchivedTransfers = (
  playerId: string,
  span: ArchivedSpan,
) => AsyncGenerator<ArchivedTransfer>;

export function archivedTransfers({
  db,
  objects,
}: {
  db: Database;
  objects: Objects;
}): ReadArchivedTransfers {
  const readRange = rangeReader<ArchivedTransfer>({ db, objects });
  return async function* read(playerId, { from = 0, below, ids, types }) {
    const months = await db.rows<{ part: string }>(sql`
      select part from (
        select part, number, until_id, coalesce(lag(until_id) over (order by number), 0) as from_id from carried_months
      ) m, (
        select min(first_id) as first_id, max(last_id) as last_id from carried_wallets
        where player_id = ${playerId} and (${types ?? null}::transfer_type[] is null or type = any(${types ?? null}))
      ) own
      where first_id is not null and until_id > greatest(${from}::bigint, first_id) and from_id < least(${below}::bigint, last_id + 1)
        and (${ids ?? null}::bigint[] is null
          or exists (select from unnest(${ids ?? null}::bigint[]) id where id >= from_id and id < until_id))
      order by number desc`);
    for (const { part } of months) {
      // Keys are the player's id, a colon, and the transfer's: the next letter after a colon ends them.
      const rows = await readRange(part, `${playerId}:`, `${playerId};`);
      yield* rows
        .filter(
          (row) =>
            (row.debitPlayerId === playerId || row.creditPlayerId === playerId) &&
            row.id >= from &&
            row.id < below &&
            (!types || types.includes(row.type)),
        )
        .toSorted((one, other) => other.id - one.id);
    }
  };
}
