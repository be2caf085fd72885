// SPDX-License-Identifier: Apache-2.0

import { type CartLine, type CartProblem, cartProblem } from '../../../../contract/shop.ts';
import { lockCoins } from '../../../ledger/adjust.ts';
import { readBonusLeft } from '../../../ledger/bonus-left.ts';
import { getFrozenCoins } from '../../../ledger/frozen.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, isUniqueViolation } from '../../../platform/db/database.ts';
import { findAnswer, inputHash } from '../../../platform/db/idempotency.ts';
import { priceWindowDays } from '../../../platform/db/price-changes.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isRefusal, type Refusal, refuse, untilThen } from '../../../platform/refusal.ts';
import { listCodesOfOrder } from '../codes/quarantine-queries.ts';
import { hasGiftCard } from '../gift-cards/gift-card-store.ts';
import { describeProblems, purchaseWords, quoteAll } from '../rules.ts';
import { buyCart, type Cart, type CheckoutLine, type CheckoutOutcome } from './purchase-store.ts';

const minuteMs = 60_000;

export interface CheckoutDeps {
  db: Database;
  clock: Clock;
  /** The coins that cannot buy gift cards. */
  redeeming: { cardHoldMs: number; isBonusFrozen: boolean };
  journal: Journal;
}

/** An order as JSON, in the contract's shape: it is sent to the caller unchanged. */
export type OrderJson = { orderJson: string };

interface Buying {
  playerId: string;
  idempotencyKey: string;
  operation: string;
  lines: readonly CheckoutLine[];
}

async function buyOnce(buying: Buying, deps: CheckoutDeps): Promise<CheckoutOutcome | Refusal> {
  const { playerId, idempotencyKey, operation, lines } = buying;
  const hash = inputHash({ operation, lines });
  const cart = { playerId, key: idempotencyKey, inputHash: hash, lines, words: purchaseWords };
  const { cardHoldMs, isBonusFrozen } = deps.redeeming;
  const isAnythingFrozen = cardHoldMs > 0 || isBonusFrozen;
  const buy = () =>
    isAnythingFrozen
      ? buyWithin(buying, { ...cart, at: deps.clock.now() }, deps)
      : buyCart(deps.db, { ...cart, at: deps.clock.now() });
  try {
    return await buy();
  } catch (error) {
    // A concurrent operation of this player used the same key and has committed: now its answer is visible.
    if (!isUniqueViolation(error, 'idempotent_answers_idempotency')) throw error;
    return buy();
  }
}

/**
 * The same with frozen coins: buys, and rolls back if the remaining balance is less than the frozen coins. The price is
 * known only after buying, and from then on the wallet is locked. Refuses `coins_frozen` and `coins_on_hold`.
 */
async function buyWithin(
  { playerId, idempotencyKey, operation, lines }: Buying,
  cart: Cart,
  { db, clock, redeeming }: CheckoutDeps,
): Promise<CheckoutOutcome | Refusal> {
  const request = { playerId, key: idempotencyKey, input: { operation, lines } };
  // Computes the sums before the wallet is locked, and outside the transaction, so that they are kept even if the order
  // rolls back.
  if (redeeming.isBonusFrozen) await readBonusLeft(db, playerId);
  return db.transaction<CheckoutOutcome | Refusal>(async (tx) => {
    const isReplay = (await findAnswer(tx, request)) !== undefined;
    const bought = await buyCart(tx, cart);
    if (bought.outcome !== 'bought' || isReplay) return bought;
    const cardSince = new Date(clock.now().getTime() - redeeming.cardHoldMs);
    const frozen = await getFrozenCoins(tx, playerId, { cardSince, isBonusFrozen: redeeming.isBonusFrozen });
    const left = await lockCoins(tx, playerId);
    if (left < frozen.bonus) return refuse('coins_frozen', { frozen: frozen.bonus });
    if (left >= frozen.bonus + frozen.card) return bought;
    const freeAt = new Date((frozen.lastBoughtAt ?? clock.now()).getTime() + redeeming.cardHoldMs);
    // The message names a whole minute: the first one at which the coins are free.
    const { time } = untilThen(new Date(Math.ceil(freeAt.getTime() / minuteMs) * minuteMs));
    return refuse('coins_on_hold', { frozen: frozen.card, ...untilThen(freeAt), time });
  });
}

/** Written before the answer, so that a restored database never resells a code that a buyer was promised. */
async function noteSale(orderJson: string, playerId: string, { db, journal }: CheckoutDeps): Promise<void> {
  if (!journal.isKept) return;
  const orderId: string = JSON.parse(orderJson)._id;
  const codes = await listCodesOfOrder(db, { orderId, playerId });
  if (codes.length > 0) await journal.write({ kind: 'sold', orderId, playerId, codes });
}

async function buy(buying: Buying, deps: CheckoutDeps): Promise<OrderJson | Refusal> {
  const done = await buyOnce(buying, deps);
  if (isRefusal(done)) return done;
  const { outcome, answer } = done;
  if (outcome === 'bought') {
    // Also for a replay: the first attempt to write it may have failed.
    await noteSale(answer as string, buying.playerId, deps);
    return { orderJson: answer as string };
  }
  if (outcome === 'session_ended') return refuse('session_ended');
  if (outcome === 'key_reused') return refuse('idempotency_key_reused');
  const why = JSON.parse(answer as string);
  if (outcome === 'own_price') return refuse('price_by_you', { what: quoteAll(why), days: priceWindowDays });
  if (outcome === 'insufficient') return refuse('insufficient_coins', why);
  const problems: CartProblem[] = cartProblem.array().parse(why);
  return refuse('cart_changed', { what: describeProblems(problems), problems });
}

/**
 * Buys a whole cart or nothing: prices, codes, coins and order in one statement of the database (db/functions/shop.sql,
 * shop_checkout). A replay with the same key returns the first order.
 *
 * Refuses `cart_empty`, `cart_changed` with `{ what, problems }`, `price_by_you` for cards whose price the buyer set
 * recently, `insufficient_coins` with `{ needed, balance }`, `coins_frozen` with `{ frozen }`, `coins_on_hold` with `{
 * frozen, until, time }`, and `idempotency_key_reused`.
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

/**
 * Buys one gift card at its current price. Refuses `not_found`, `gift_card_unavailable` with `{ what, problems }`, and
 * the coin refusals of `checkout`.
 */
export async function buyOne(
  { playerId, idempotencyKey, giftCardId }: { playerId: string; idempotencyKey: string; giftCardId: string },
  deps: CheckoutDeps,
): Promise<OrderJson | Refusal> {
  const lines = [{ giftCardId, quantity: 1, seenGc: null }];
  const bought = await buy({ playerId, idempotencyKey, operation: 'shop.buy-one', lines }, deps);
  if (!('refused' in bought) || bought.refused !== 'cart_changed') return bought;
  // A single purchase has no cart that could have changed.
  return (await hasGiftCard(deps.db, giftCardId))
    ? refuse('gift_card_unavailable', bought.data)
    : refuse('not_found');
}
