import { type CartLine, type CartProblem, cartProblem } from '../../../../contract/shop.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, isUniqueViolation } from '../../../platform/db/database.ts';
import { inputHash } from '../../../platform/db/idempotency.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { hasGiftCard } from '../gift-cards/gift-card-store.ts';
import { describeProblems, purchaseWords } from '../rules.ts';
import { buyCart, type CheckoutLine, type CheckoutOutcome } from './purchase-store.ts';

interface CheckoutDeps {
  db: Database;
  clock: Clock;
}

/** An order of the contract as JSON: it goes to the caller as it is. */
export type OrderJson = { orderJson: string };

interface Buying {
  playerId: string;
  idempotencyKey: string;
  operation: string;
  lines: readonly CheckoutLine[];
}

async function buyOnce(buying: Buying, { db, clock }: CheckoutDeps): Promise<CheckoutOutcome> {
  const { playerId, idempotencyKey, operation, lines } = buying;
  const hash = inputHash({ operation, lines });
  const cart = { playerId, key: idempotencyKey, inputHash: hash, lines, words: purchaseWords };
  const buy = () => buyCart(db, { ...cart, at: clock.now() });
  try {
    return await buy();
  } catch (error) {
    // Another operation of this player used the key at the same moment and has committed: now it is seen.
    if (!isUniqueViolation(error, 'idempotent_answers_idempotency')) throw error;
    return buy();
  }
}

async function buy(buying: Buying, deps: CheckoutDeps): Promise<OrderJson | Refusal> {
  const { outcome, answer } = await buyOnce(buying, deps);
  if (outcome === 'bought') return { orderJson: answer as string };
  if (outcome === 'session_ended') return refuse('session_ended');
  if (outcome === 'key_reused') return refuse('idempotency_key_reused');
  const why = JSON.parse(answer as string);
  if (outcome === 'insufficient') return refuse('insufficient_coins', why);
  const problems: CartProblem[] = cartProblem.array().parse(why);
  return refuse('cart_changed', { what: describeProblems(problems), problems });
}

/**
 * Buys a whole cart, or nothing of it: prices, codes, coins and order in one statement of the database
 * (db/functions/shop.sql, shop_checkout). A replay of the key answers with the first order.
 *
 * Refuses `cart_empty`, `cart_changed` with `{ what, problems }`, `insufficient_coins` with `{ needed, balance }` and
 * `idempotency_key_reused`.
 */
export async function checkout(
  {
    playerId,
    idempotencyKey,
    items,
  }: { playerId: string; idempotencyKey: string; items: readonly CartLine[] },
  deps: CheckoutDeps,
): Promise<OrderJson | Refusal> {
  if (items.length === 0) return refuse('cart_empty');
  const lines = items.map(({ giftCardId, quantity, gcCoin }) => ({ giftCardId, quantity, seenGc: gcCoin }));
  return buy({ playerId, idempotencyKey, operation: 'shop.checkout', lines }, deps);
}

/** Buys one gift card at its present price. Refuses as `checkout` does, and `not_found`. */
export async function buyOne(
  { playerId, idempotencyKey, giftCardId }: { playerId: string; idempotencyKey: string; giftCardId: string },
  deps: CheckoutDeps,
): Promise<OrderJson | Refusal> {
  const lines = [{ giftCardId, quantity: 1, seenGc: null }];
  const bought = await buy({ playerId, idempotencyKey, operation: 'shop.buy-one', lines }, deps);
  if ('refused' in bought && bought.refused === 'cart_changed' && !(await hasGiftCard(deps.db, giftCardId))) {
    return refuse('not_found');
  }
  return bought;
}
