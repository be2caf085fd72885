// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { type TransferType, transfer } from '../../../ledger/transfer.ts';
import { noJournal } from '../../../platform/journal/journal.ts';
import { buyOne } from './checkout.ts';

const hourMs = 3_600_000;
const shop = openForTests(() =>
  startShopTest({ config: { redeeming: { cardHoldMs: 24 * hourMs, isBonusFrozen: true } } }),
);
let card: string;
beforeAll(async () => {
  card = await shop.card({ codes: 50 });
});

const give = ({ id }: Shopper, type: TransferType, amount: number, isBack = false) =>
  shop.deps.db.transaction((tx) =>
    transfer(tx, {
      currency: 'GC',
      amount,
      from: isBack ? { player: id } : { house: 'rewards' },
      to: isBack ? { house: 'escrow' } : { player: id },
      type,
      reference: id,
      idempotencyKey: randomUUID(),
      description: 'Test',
    }),
  );
const buy = async (by: Shopper, quantity: number, key?: string) => {
  const { status, code } = await shop.checkout(by, [line(card, quantity)], key);
  return code ?? status;
};

it('prevents concurrent orders from spending frozen coins', { tags: ['long'] }, async () => {
  const shopper = await shop.shopper({ gamerCoins: 300 });
  await give(shopper, 'coin_purchase', 600);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => buy(shopper, 1)));
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(3);
  expect(outcomes.filter((outcome) => outcome === 'coins_on_hold')).toHaveLength(5);
  expect(await shop.gamerCoins(shopper)).toBe(600);
});

it('freezes only coins bought by card, for the configured time', async () => {
  const shopper = await shop.shopper({ gamerCoins: 200 });
  await give(shopper, 'coin_purchase', 500);
  const stock = await shop.stock(card);
  expect(await buy(shopper, 3)).toBe('coins_on_hold');
  expect([await shop.gamerCoins(shopper), await shop.stock(card)]).toEqual([700, stock]);
  const key = randomUUID();
  expect(await buy(shopper, 2, key)).toBe(200);
  // Frozen coins may pay entry fees; a replay of the first order still gets its answer.
  await give(shopper, 'challenge_entry', 100, true);
  expect(await buy(shopper, 2, key)).toBe(200);
  expect(await buy(shopper, 1)).toBe('coins_on_hold');
  // An order beyond the whole balance gets a different refusal.
  expect(await buy(shopper, 5)).toBe('insufficient_coins');
  shop.test.clock.advance(25 * hourMs);
  expect(await buy(shopper, 4)).toBe(200);
});

it('never sells cards for bonus coins, and pays fees from them first', async () => {
  const shopper = await shop.shopper({ gamerCoins: 100 });
  await give(shopper, 'event_reward', 200);
  await give(shopper, 'giveaway_prize', 100);
  expect(await buy(shopper, 2)).toBe('coins_frozen');
  await give(shopper, 'challenge_entry', 200, true);
  // Winnings are the player's own.
  await give(shopper, 'challenge_reward', 300);
  expect(await buy(shopper, 5)).toBe('coins_frozen');
  expect(await buy(shopper, 4)).toBe(200);
  expect(await shop.gamerCoins(shopper)).toBe(100);
});

it.each([
  ['bought by card', 'coin_purchase', { cardHoldMs: 48 * hourMs, isBonusFrozen: false }, 'coins_on_hold'],
  ['given as a bonus', 'event_reward', { cardHoldMs: 0, isBonusFrozen: true }, 'coins_frozen'],
] as const)('keeps coins %s when only those are frozen', async (_, kept, redeeming, refused) => {
  const deps = { ...shop.deps, redeeming, journal: noJournal };
  for (const type of ['coin_purchase', 'event_reward'] as const) {
    const shopper = await shop.shopper({ gamerCoins: 50 });
    await give(shopper, type, 50);
    const bought = await buyOne(
      { playerId: shopper.id, idempotencyKey: randomUUID(), giftCardId: card },
      deps,
    );
    expect('refused' in bought && bought).toEqual(
      type === kept && { refused, data: expect.objectContaining({ frozen: 50 }) },
    );
    expect(await shop.gamerCoins(shopper)).toBe(type === kept ? 100 : 0);
  }
});

it('returns when the latest card coins are free, ignoring reversed payments', async () => {
  const shopper = await shop.shopper({ gamerCoins: 0 });
  await give(shopper, 'coin_purchase', 100);
  const { at } = await shop.deps.db.one<{ at: Date }>(sql`
    select created_at as at from transfers where credit_player_id = ${shopper.id} and type = 'coin_purchase'`);
  const buyWith = () =>
    buyOne(
      { playerId: shopper.id, idempotencyKey: randomUUID(), giftCardId: card },
      { ...shop.deps, redeeming: { cardHoldMs: 48 * hourMs, isBonusFrozen: false }, journal: noJournal },
    );
  const freeAt = at.getTime() + 48 * hourMs;
  const until = new Date(freeAt).toISOString();
  const told = await buyWith();
  expect(told).toMatchObject({ refused: 'coins_on_hold', data: { frozen: 100, until } });
  // The message names the first whole minute at which the coins are free, never an earlier one.
  const early = freeAt - Date.parse(`${'data' in told && told.data?.time}`.replace(',', ''));
  expect(early).toBeLessThanOrEqual(0);
  expect(early).toBeGreaterThan(-60_000);
  await shop.deps.db.run(sql`
    insert into transfers (amount, created_at, currency, type, credit_player_id, debit_house, reference, description,
      idempotency_key)
    values (70, ${new Date(at.getTime() + hourMs)}, 'GC', 'coin_purchase', ${shopper.id}, 'rewards', 'later', 'Test', 'later')`);
  await shop.deps.db.run(sql`
    insert into transfers (amount, currency, type, debit_player_id, credit_house, reference, description, idempotency_key)
    values (70, 'GC', 'reversal', ${shopper.id}, 'rewards', 'later', 'Test', 'later back')`);
  expect(await buyWith()).toMatchObject({ refused: 'coins_on_hold', data: { frozen: 100, until } });
});

it('lets a player spend every coin that is not frozen', async () => {
  const shopper = await shop.shopper({ gamerCoins: 100 });
  await give(shopper, 'coin_purchase', 100);
  expect(await buy(shopper, 1)).toBe(200);
  expect(await shop.gamerCoins(shopper)).toBe(100);
});
