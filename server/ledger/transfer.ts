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

const playerOf = (account: Account) => ('player' in account ? account.player : null);
const houseOf = (account: Account) => ('house' in account ? account.house : null);

const balanceOf = (field: string | undefined) => (field ? Number(field) : null);

async function move(db: Queryable, movement: Movement): Promise<Moved | Refusal> {
  const { currency, amount, from, to, type, reference, idempotencyKey, description } = movement;
  const row = await db.row<{ moved: string }>(sql`
    select ledger_transfer(
      ${currency}, ${amount}, ${playerOf(from)}, ${houseOf(from)}, ${playerOf(to)}, ${houseOf(to)},
      ${type}, ${reference}, ${idempotencyKey}, ${description}, ${movement.mayGoBelowZero ?? false}) as moved`);
  // `(transfer_id,outcome,debit_balance,credit_balance)`: PostgreSQL's text of a row, none of whose fields needs
  // quotes. Read as four columns the same answer cost a tenth more of each movement.
  const [transferId, outcome, fromBalance, toBalance] = (row?.moved ?? '').slice(1, -1).split(',');
  switch (outcome) {
    case 'moved':
    case 'replayed':
      return {
        transferId: String(transferId),
        isReplay: outcome === 'replayed',
        fromBalance: balanceOf(fromBalance),
        toBalance: balanceOf(toBalance),
      };
    case 'insufficient':
      return refuse('insufficient_coins', { needed: amount, balance: balanceOf(fromBalance) });
    case 'key_reused':
      return refuse('idempotency_key_reused');
    default:
      throw new Error(`ledger_transfer answered ${row?.moved}`);
  }
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
