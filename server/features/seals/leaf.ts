// SPDX-License-Identifier: Apache-2.0

import { hash } from 'node:crypto';
import type { SealedTransfer } from '../../../contract/seals.ts';

/** A transfer as it is sealed. Numbers beyond 2^53 and microseconds are texts here. */
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
 * The text of a leaf: every column of the transfer, so that none can be changed unseen. Reference and key may name what is
 * not for the player's eyes (an administrator's call, say): only their salted hash is in it. Players stand here by their
 * id, which outlives their account. What is sealed must be told for ever as it is here: where a currency, house or type gets
 * another name, the old one has to stay in leaves.
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
