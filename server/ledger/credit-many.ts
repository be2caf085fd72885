// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Currency } from '../../contract/wallet.ts';
import type { Tx } from '../platform/db/database.ts';
import type { HouseAccount, TransferType } from './transfer.ts';

/** The fields that all credits of a batch share. */
export interface Batch {
  currency: Currency;
  from: HouseAccount;
  type: TransferType;
  /** Shown to the players in the statement. */
  description: string;
}

export interface Credit {
  playerId: string;
  /** Positive whole number of coins, XP or tokens. */
  amount: number;
  /** Id of its cause. */
  reference: string;
  /** Unique forever. A replay must repeat every field of credit and batch except the description. */
  idempotencyKey: string;
}

/**
 * `transfer` for a batch: moves coins or XP from a house account to many players in one round trip, inside the caller's
 * transaction (docs/rules/ledger.md). Locks one wallet per player, so callers must bound the batch. Credits with a
 * known key move nothing.
 * @returns the number of credits that moved now
 * @throws if a key was used with different input, an amount is not positive, or a player has no wallet
 */
export async function creditMany(tx: Tx, batch: Batch, credits: readonly Credit[]): Promise<number> {
  if (credits.length === 0) return 0;
  const { moved } = await tx.one<{ moved: number }>(sql`
    select ledger_credit_many(
      ${batch.currency}, ${batch.from}, ${batch.type}, ${batch.description},
      ${credits.map(({ playerId }) => playerId)}::uuid[], ${credits.map(({ amount }) => amount)}::bigint[],
      ${credits.map(({ reference }) => reference)}::text[],
      ${credits.map(({ idempotencyKey }) => idempotencyKey)}::text[]) as moved`);
  return moved;
}
