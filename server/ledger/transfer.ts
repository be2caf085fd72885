import sql from 'sql-template-tag';
import type { Currency } from '../../contract/wallet.ts';
import { type Database, isUniqueViolation, type Queryable, type Tx } from '../platform/db/database.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';

export type HouseAccount = 'escrow' | 'rewards' | 'fees' | 'coin_sales' | 'gift_cards' | 'adjustments';
export type Account = { player: string } | { house: HouseAccount };

/** Why something moved. The statement groups by it (server/features/wallet/rules.ts). */
export type TransferType =
  | 'challenge_entry'
  | 'challenge_reward'
  | 'challenge_refund'
  | 'challenge_fee'
  | 'purchase'
  | 'purchase_refund'
  | 'admin_credit'
  | 'coin_purchase'
  | 'event_reward'
  | 'giveaway_prize'
  | 'referral_reward'
  | 'xp_award'
  | 'reversal';

export interface Movement {
  currency: Currency;
  /** Positive whole number of coins, XP or tokens. */
  amount: number;
  from: Account;
  to: Account;
  type: TransferType;
  /** Id of what caused it: an attempt, an order, an event's reward. */
  reference: string;
  /** Unique for ever, e.g. `attempt:{id}:entry`. Every field but the description must be the same in a replay. */
  idempotencyKey: string;
  /** What the player reads in the statement. */
  description: string;
  /** Claw-backs only: takes what is owed even where the player no longer has it. Demands type `reversal`. */
  mayGoBelowZero?: boolean;
}

export interface Moved {
  transferId: string;
  /** The key was used before with the same input: nothing moved now. */
  isReplay: boolean;
  /** Balances after the movement, in its currency; null for a house account. */
  fromBalance: number | null;
  toBalance: number | null;
}

interface Outcome {
  transfer_id: number;
  outcome: 'moved' | 'replayed' | 'key_reused' | 'insufficient';
  debit_balance: number | null;
  credit_balance: number | null;
}

const getPlayer = (account: Account) => ('player' in account ? account.player : null);
const getHouse = (account: Account) => ('house' in account ? account.house : null);

async function move(db: Queryable, movement: Movement): Promise<Moved | Refusal> {
  const { currency, amount, from, to, type, reference, idempotencyKey, description } = movement;
  const result = await db.row<Outcome>(sql`
    select transfer_id, outcome, debit_balance, credit_balance
    from ledger_transfer(
      ${currency}, ${amount}, ${getPlayer(from)}, ${getHouse(from)}, ${getPlayer(to)}, ${getHouse(to)},
      ${type}, ${reference}, ${idempotencyKey}, ${description}, ${movement.mayGoBelowZero ?? false})`);
  const { transfer_id, outcome, debit_balance, credit_balance } = result as Outcome;
  if (outcome === 'insufficient') {
    return refuse('insufficient_coins', { needed: amount, balance: debit_balance });
  }
  if (outcome === 'key_reused') return refuse('idempotency_key_reused');
  return {
    transferId: String(transfer_id),
    isReplay: outcome === 'replayed',
    fromBalance: debit_balance,
    toBalance: credit_balance,
  };
}

/**
 * Moves coins, XP or tokens from one account to another inside the caller's transaction: one round trip
 * (docs/rules.md, Ledger). A known idempotency key answers with the first transfer and moves nothing.
 *
 * Refuses `insufficient_coins` with `{ needed, balance }`, and `idempotency_key_reused` where the key came with
 * other input. Throws where the amount is not a positive whole number or a player has no wallet.
 */
export function transfer(tx: Tx, movement: Movement): Promise<Moved | Refusal> {
  return move(tx, movement);
}

/**
 * The same as `transfer` where the movement is all there is to do: the one statement is its own transaction,
 * which saves the round trips of begin and commit.
 */
export async function transferAlone(db: Database, movement: Movement): Promise<Moved | Refusal> {
  try {
    return await move(db, movement);
  } catch (error) {
    // Somebody used the key at the same moment and has committed: now it is a replay.
    if (!isUniqueViolation(error, 'transfers_idempotency_key')) throw error;
    return move(db, movement);
  }
}
