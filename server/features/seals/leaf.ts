// SPDX-License-Identifier: Apache-2.0

import { hash } from 'node:crypto';
import type { SealedTransfer } from '../../../contract/seals.ts';

/** A transfer in sealed form. Numbers beyond 2^53 and times with microseconds are strings here. */
export interface TransferRow {
  id: number;
  at: string;
  currency: string;
  amount: number;
  debitPlayerId: string | null;
  debitHouse: string | null;
  creditPlayerId: string | null;
  creditHouse: string | null;
  type: string;
  description: string;
  reference: string;
  idempotencyKey: string;
}

const toAccount = (playerId: string | null, house: string | null) =>
  playerId === null ? `house:${house}` : `player:${playerId}`;

/**
 * The text of a leaf: every column of the transfer, so that none can be changed unnoticed. Reference and key may
 * identify something that the player must not see (an administrator's call, for example), so only their salted hash is
 * included. Players appear by id, which outlives their account. This text must be reproducible forever: if a currency,
 * house or type is renamed, leaves must keep the old name.
 */
export function leafText(row: TransferRow, salt: Buffer): string {
  const cause = Buffer.concat([salt, Buffer.from(JSON.stringify([row.reference, row.idempotencyKey]))]);
  return JSON.stringify({
    ledger: 1,
    id: String(row.id),
    at: row.at,
    currency: row.currency,
    amount: String(row.amount),
    from: toAccount(row.debitPlayerId, row.debitHouse),
    to: toAccount(row.creditPlayerId, row.creditHouse),
    type: row.type,
    description: row.description,
    cause: hash('sha256', cause, 'hex'),
  } satisfies SealedTransfer);
}
