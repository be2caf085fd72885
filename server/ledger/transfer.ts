// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { transferKinds } from '../../contract/transfer-kinds.ts';
import type { Currency } from '../../contract/wallet.ts';
import { type Database, isUniqueViolation, type Queryable, type Tx } from '../platform/db/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';

export type HouseAccount = 'escrow' | 'rewards' | 'fees' | 'coin_sales' | 'gift_cards' | 'adjustments';
export type Account = { player: string } | { house: HouseAccount };

/** Why the movement happened. Statements group by it, and checks compare sealed transfers by it. */
export type TransferType = keyof typeof transferKinds;
export const transferTypes = Object.keys(transferKinds) as TransferType[];

export interface Movement {
  currency: Currency;
  /** Positive whole number of coins, XP or tokens. */
  amount: number;
  from: Account;
  to: Account;
  type: TransferType;
  /** Id of its cause: an attempt, an order, an event's reward. */
  reference: string;
  /** Unique forever, e.g. `attempt:{id}:entry`. A replay must repeat every field except the description. */
  idempotencyKey: string;
  /** Shown to the player in the statement. */
  description: string;
  /** For claw-backs: takes the owed amount even if the player no longer has it. Requires type `reversal`. */
  mayGoBelowZero?: boolean;
}

export interface Moved {
  transferId: string;
  /** The key was used before with the same input, so nothing moved now. */
  isReplay: boolean;
  /** Balances after the movement, in its currency; null for a house account. */
  fromBalance: number | null;
  toBalance: number | null;
}

interface Outcome {
  transferId: number;
  outcome: 'moved' | 'replayed' | 'key_reused' | 'insufficient';
  debitBalance: number | null;
  creditBalance: number | null;
}

const getPlayer = (account: Account) => ('player' in account ? account.player : null);
const getHouse = (account: Account) => ('house' in account ? account.house : null);

async function move(db: Queryable, movement: Movement): Promise<Moved | Refusal> {
  const { currency, amount, from, to, type, reference, idempotencyKey, description } = movement;
  const { transferId, outcome, debitBalance, creditBalance } = await db.one<Outcome>(sql`
    select transfer_id, outcome, debit_balance, credit_balance
    from ledger_transfer(
      ${currency}, ${amount}, ${getPlayer(from)}, ${getHouse(from)}, ${getPlayer(to)}, ${getHouse(to)},
      ${type}, ${reference}, ${idempotencyKey}, ${description}, ${movement.mayGoBelowZero ?? false})`);
  if (outcome === 'insufficient') {
    return refuse('insufficient_coins', { needed: amount, balance: debitBalance });
  }
  if (outcome === 'key_reused') return refuse('idempotency_key_reused');
  return {
    transferId: String(transferId),
    isReplay: outcome === 'replayed',
    fromBalance: debitBalance,
    toBalance: creditBalance,
  };
}

/**
 * Moves coins, XP or tokens from one account to another inside the caller's transaction: one round trip
 * (docs/rules/ledger.md). A known idempotency key returns the first transfer and moves nothing.
 *
 * Refuses `insufficient_coins` with `{ needed, balance }`, and `idempotency_key_reused` if the key was used with
 * different input. Throws if the amount is not a positive integer or a player has no wallet.
 */
export function transfer(tx: Tx, movement: Movement): Promise<Moved | Refusal> {
  return move(tx, movement);
}

/**
 * Like `transfer`, for a movement that is alone in its transaction: a single statement saves the round trips of begin
 * and commit.
 */
export async function transferAlone(db: Database, movement: Movement): Promise<Moved | Refusal> {
  try {
    return await move(db, movement);
  } catch (error) {
    // A concurrent call with this key has committed, so this one is a replay.
    if (!isUniqueViolation(error, 'transfers_idempotency_key')) throw error;
    return move(db, movement);
  }
}
