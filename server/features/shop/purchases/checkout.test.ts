// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { order, purchasedGiftCard } from '../../../../contract/shop.ts';
import { startAuditedShop } from '../../../../tests/support/audited-shop.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper } from '../../../../tests/support/shop.ts';
import { transfer } from '../../../ledger/transfer.ts';
import { findOrder } from './purchase-store.ts';

const shop = openForTests(startAuditedShop);

const getOrders = ({ id }: Shopper) => shop.test.db.rows(sql`select id from orders where player_id = ${id}`);

describe('POST /cart/checkout', () => {
  it('buys a whole cart: coins, codes, order, history and profile', async () => {
    const player = await shop.shopper();
    const [psn, dota] = [
      await shop.card({ title: 'PSN 10', codes: ['AAAA-BBBB-1111', 'AAAA-BBBB-2222'] }),
      await shop.card({ title: 'Dota Pack', gcCoin: 250, type: 'dota' }),
    ];
    const { status, message, data } = await shop.checkout(player, [line(psn, 2), line(dota, 1, 250)]);
    expect([status, message]).toEqual([200, 'Purchase successful!']);
    expect(data).toMatchObject({ totalGcCoin: 450, createdAt: shop.test.clock.now().toISOString() });
    expect(data.purchases.map(({ title, gcCoin }) => [title, gcCoin]).sort()).toEqual([
      ['Dota Pack', 250],
      ['PSN 10', 100],
      ['PSN 10', 100],
    ]);
    for (const purchase of data.purchases) {
      expect(purchase).toMatchObject({ status: 'delivered', promisedBy: null, purchasedAt: data.createdAt });
      expect(purchase.hashCode).toMatch(/^•{8}.{1,4}$/);
    }
    expect(await shop.gamerCoins(player)).toBe(550);
    expect(await shop.purchases(player)).toEqual(data.purchases);
    expect([await shop.stock(psn), await shop.stock(dota)]).toEqual([0, 2]);
    const history = await shop.test.call({ url: '/transaction/history', token: player.token });
    const { summary, history: entries } = history.json().data;
    expect(summary.breakdown.purchase).toBe(-450);
    expect(entries[0]).toMatchObject({ amount: -450, description: 'Gift cards: 2 x PSN 10, Dota Pack' });
  });

  it('refuses with the current balance when coins were spent meanwhile', async () => {
    const player = await shop.shopper();
    const card = await shop.card();
    const bought = await meanwhile(
      shop.test.db,
      (tx) =>
        transfer(tx, {
          currency: 'GC',
          amount: 950,
          from: { player: player.id },
          to: { house: 'fees' },
          type: 'challenge_fee',
          reference: 'x',
          idempotencyKey: randomUUID(),
          description: 'Fee',
        }),
      () => shop.checkout(player, [line(card)]),
    );
    expect(bought).toMatchObject({ code: 'insufficient_coins', data: { needed: 100, balance: 50 } });
    expect(await shop.stock(card)).toBe(3);
  });

  it('answers as the contract says, from stock, by manual delivery and when replayed', async () => {
    const player = await shop.shopper();
    const cart = [
      line(await shop.card({ title: '100 % PSN' }), 2),
      line(await shop.card({ codes: 0, isFulfilledByHand: true })),
    ];
    const key = randomUUID();
    const { data } = await shop.checkout(player, cart, key);
    const asInContract = z.strictObject({
      ...order.shape,
      purchases: z.array(z.strictObject(purchasedGiftCard.shape)).length(3),
    });
    expect(asInContract.parse(data)).toEqual(data);
    expect((await shop.checkout(player, cart, key)).data).toEqual(data);
    expect(z.array(z.strictObject(purchasedGiftCard.shape)).parse(await shop.purchases(player))).toHaveLength(
      3,
    );
  });

  it('sells nothing to an account suspended meanwhile', async () => {
    const player = await shop.shopper();
    const card = await shop.card();
    const bought = await meanwhile(
      shop.test.db,
      (tx) => tx.run(sql`update players set suspended_at = now() where id = ${player.id}`),
      () => shop.checkout(player, [line(card)]),
    );
    expect(bought).toMatchObject({ status: 401, code: 'session_ended' });
    expect(await getOrders(player)).toEqual([]);
  });

  it('notifies open pages and other features in the same transaction', async () => {
    const player = await shop.shopper();
    const { data } = await shop.checkout(player, [line(await shop.card())]);
    const events = await shop.test.db.rows<{ name: string; data: object }>(
      sql`select name, data from live_events where player_id = ${player.id} order by id`,
    );
    const [purchase] = data.purchases;
    expect(events).toMatchObject([
      { name: 'purchase', data: { purchaseId: purchase?._id, status: 'delivered' } },
      {
        name: 'balance',
        data: { gamerCoins: 900, xp: 0, delta: -100, currency: 'GC', description: 'Gift card: Test Card' },
      },
    ]);
    expect(await shop.runPromotions('purchase.completed')).toContainEqual({
      orderId: data._id,
      playerId: player.id,
      _requestId: expect.any(String),
    });
    const { playerId, createdAt, ...order } = (await findOrder(shop.test.db, data._id)) ?? {};
    expect({ ...order, createdAt: createdAt?.toISOString() }).toEqual(data);
    expect(playerId).toBe(player.id);
    expect(await findOrder(shop.test.db, randomUUID())).toBeUndefined();
  });

  it('refuses an empty cart, invalid lines and signed-out callers', async () => {
    const player = await shop.shopper();
    expect(await shop.checkout(player, [])).toMatchObject({ status: 400, message: 'Your cart is empty' });
    const card = await shop.card();
    for (const items of [
      [line(card, 0)],
      [line(card, 51)],
      [line(card, 1.5)],
      [line('x')],
      [line(card), line(card)],
    ]) {
      expect(await shop.checkout(player, items)).toMatchObject({ status: 400, code: 'invalid_request' });
    }
    const url = '/cart/checkout';
    expect((await shop.test.call({ method: 'POST', url, payload: { items: [] } })).statusCode).toBe(401);
  });

  it('refuses a cart above the limit of one transfer', async () => {
    const player = await shop.shopper();
    const lines = [line(await shop.card(), 50, 10_000_000_000), line(await shop.card(), 50, 10_000_000_001)];
    const { status, message } = await shop.checkout(player, lines);
    expect([status, message]).toEqual([
      400,
      expect.stringContaining('An order can cost at most 1,000,000,000,000 GC'),
    ]);
    expect(await getOrders(player)).toEqual([]);
  });

  it('buys nothing when anything has changed, and lists every change', async () => {
    const player = await shop.shopper({ gamerCoins: 10 });
    const fine = await shop.card();
    const scarce = await shop.card({ title: 'Scarce', codes: 2 });
    const dearer = await shop.card({ title: 'Dearer', gcCoin: 1200 });
    const closed = await shop.card({ title: 'Closed', isActive: false });
    const unknown = randomUUID();
    const cart = [line(fine, 3), line(scarce, 5), line(dearer), line(closed), line(unknown)];
    const { status, message, data } = await shop.checkout(player, cart);
    expect(status).toBe(409);
    expect(message).toBe(
      'Your cart has changed: only 2 of "Scarce" are left; "Dearer" now costs 1,200 GC; "Closed" is no longer on ' +
        'sale; a gift card is no longer on sale. Nothing was bought and no coins were taken. Check it, then buy again.',
    );
    expect(data.problems).toEqual([
      { giftCardId: scarce, title: 'Scarce', problem: 'sold_out', left: 2, gcCoin: 100 },
      { giftCardId: dearer, title: 'Dearer', problem: 'price_changed', left: 3, gcCoin: 1200 },
      { giftCardId: closed, title: 'Closed', problem: 'unavailable', left: 0, gcCoin: 100 },
      { giftCardId: unknown, title: '', problem: 'unavailable', left: 0, gcCoin: 0 },
    ]);
    expect([await shop.stock(fine), await shop.gamerCoins(player)]).toEqual([3, 10]);
    expect(await getOrders(player)).toEqual([]);
  });

  it.each([99, 101])('refuses a price other than the one shown: %i', async (seen) => {
    const player = await shop.shopper();
    const card = await shop.card();
    const { data, ...refusal } = await shop.checkout(player, [line(card, 1, seen)]);
    expect(refusal).toMatchObject({ status: 409, code: 'cart_changed' });
    expect(data.problems).toMatchObject([{ problem: 'price_changed', left: 3, gcCoin: 100 }]);
    expect([await shop.stock(card), await shop.gamerCoins(player)]).toEqual([3, 1000]);
  });

  it('returns how many cards one line may hold after a price change', async () => {
    const player = await shop.shopper();
    const plenty = await shop.card({ title: 'Plenty', codes: 52 });
    const byHand = await shop.card({ title: 'By hand', codes: 1, isFulfilledByHand: true });
    const gone = await shop.card({ title: 'Gone', codes: 2 });
    await shop.test.db.run(sql`update gift_cards set deleted_at = now() where id = ${gone}`);
    const withdrawn = await shop.card({ title: 'Withdrawn', codes: 2 });
    await shop.test.db.run(sql`
      update gift_card_codes set withdrawn_at = now()
      where id in (select id from gift_card_codes where gift_card_id = ${withdrawn} limit 1)`);
    const { data } = await shop.checkout(player, [
      line(plenty, 1, 1),
      line(byHand, 1, 1),
      line(gone),
      line(withdrawn, 2, 1),
    ]);
    expect(data.problems).toEqual([
      { giftCardId: plenty, title: 'Plenty', problem: 'price_changed', left: 50, gcCoin: 100 },
      { giftCardId: byHand, title: 'By hand', problem: 'price_changed', left: 50, gcCoin: 100 },
      { giftCardId: gone, title: '', problem: 'unavailable', left: 0, gcCoin: 0 },
      { giftCardId: withdrawn, title: 'Withdrawn', problem: 'price_changed', left: 1, gcCoin: 100 },
    ]);
    const soldOut = await shop.checkout(player, [line(plenty, 50), line(withdrawn, 2)]);
    expect(soldOut).toMatchObject({ code: 'insufficient_coins' });
  });

  it('takes the last coin, and describes the purchase by titles as far as they fit', async () => {
    const player = await shop.shopper({ gamerCoins: 300 });
    const [long, other] = [
      await shop.card({ title: 'L'.repeat(120) }),
      await shop.card({ title: 'M'.repeat(120) }),
    ];
    expect((await shop.checkout(player, [line(long, 2), line(other)])).status).toBe(200);
    expect(await shop.gamerCoins(player)).toBe(0);
    const { description } = await shop.test.db.one<{ description: string }>(
      sql`select description from transfers where debit_player_id = ${player.id} and type = 'purchase'`,
    );
    expect(description).toBe(`Gift cards: 2 x ${'L'.repeat(120)}, ${'M'.repeat(200 - 12 - 4 - 120 - 2)}`);
  });

  it('reports sold-out cards, and accepts the same key after a restock', async () => {
    const player = await shop.shopper();
    const card = await shop.card({ codes: 1 });
    const key = randomUUID();
    const first = await shop.checkout(player, [line(card, 2)], key);
    expect(first).toMatchObject({ status: 409, code: 'cart_changed' });
    expect(first.data.problems).toMatchObject([{ problem: 'sold_out', left: 1 }]);
    expect(await shop.stock(card)).toBe(1);
    await shop.addCodes(card, ['CCCC-DDDD-3333']);
    expect(await shop.checkout(player, [line(card, 2)], key)).toMatchObject({ status: 200 });
    expect(await shop.gamerCoins(player)).toBe(800);
  });

  it('reports how many coins are missing, and takes none', async () => {
    const player = await shop.shopper({ gamerCoins: 199 });
    const card = await shop.card();
    expect(await shop.checkout(player, [line(card, 2)])).toMatchObject({
      status: 402,
      code: 'insufficient_coins',
      message:
        'You need 200 GC and have 199. No coins were taken. Get more coins, or choose something cheaper.',
    });
    expect([await shop.stock(card), await shop.gamerCoins(player)]).toEqual([3, 199]);
  });

  it('delivers available codes instantly and marks the rest as on its way, when allowed', async () => {
    const player = await shop.shopper();
    const card = await shop.card({ codes: 1, isFulfilledByHand: true, promiseHours: 12 });
    const { data } = await shop.checkout(player, [line(card, 3)]);
    const promised = new Date(shop.test.clock.now().getTime() + 12 * 3_600_000).toISOString();
    expect(data.purchases.map(({ status, promisedBy }) => [status, promisedBy]).sort()).toEqual([
      ['delivered', null],
      ['on_its_way', promised],
      ['on_its_way', promised],
    ]);
    expect(await shop.gamerCoins(player)).toBe(700);
    const waiting = data.purchases.find(({ status }) => status === 'on_its_way');
    expect(waiting?.hashCode).toBe('');
    expect(await shop.reveal(player, waiting?._id ?? '')).toMatchObject({
      status: 409,
      code: 'code_not_ready',
    });
  });
});
