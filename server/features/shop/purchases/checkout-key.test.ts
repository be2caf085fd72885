// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { startAuditedShop } from '../../../../tests/support/audited-shop.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper } from '../../../../tests/support/shop.ts';
import { storeAnswer } from '../../../platform/db/idempotency.ts';

const shop = openForTests(startAuditedShop);

const getOrders = ({ id }: Shopper) => shop.test.db.rows(sql`select id from orders where player_id = ${id}`);

describe("a checkout's idempotency key", () => {
  it('makes one order for twenty concurrent calls and a later one', { tags: ['long'] }, async () => {
    const player = await shop.shopper();
    const card = await shop.card({ codes: 30 });
    const key = randomUUID();
    const buy = () => shop.checkout(player, [line(card, 2)], key);
    const answers = await Promise.all(Array.from({ length: 20 }, buy));
    expect(new Set([...answers, await buy()].map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await getOrders(player)).toHaveLength(1);
    expect([await shop.stock(card), await shop.gamerCoins(player)]).toEqual([28, 800]);
  });

  it('is refused with another cart at any time', async () => {
    const player = await shop.shopper();
    const card = await shop.card({ codes: 30 });
    const key = randomUUID();
    const carts = Array.from({ length: 10 }, (_, index) => [line(card, 1 + (index % 2))]);
    const answers = await Promise.all(carts.map((cart) => shop.checkout(player, cart, key)));
    const bought = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ code }) => code === 'idempotency_key_reused');
    expect([bought.length, refused.length]).toEqual([5, 5]);
    expect(await getOrders(player)).toHaveLength(1);
    const other = await shop.shopper();
    expect(await shop.checkout(other, [line(card)], key)).toMatchObject({ status: 200 });
  });

  it('buys nothing while another operation uses it', async () => {
    const { db } = shop.test;
    const player = await shop.shopper();
    const card = await shop.card({ codes: 1 });
    const other = { playerId: player.id, key: randomUUID(), input: { operation: 'other' } };
    const answer = await meanwhile(
      db,
      (tx) => storeAnswer(tx, other, {}),
      () => shop.checkout(player, [line(card)], other.key),
    );
    expect(answer).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect([await shop.stock(card), await shop.gamerCoins(player)]).toEqual([1, 1000]);
  });

  it('serves one of two operations that use it concurrently', async () => {
    const card = await shop.card({ codes: 30 });
    for (let round = 0; round < 5; round++) {
      const player = await shop.shopper();
      const key = randomUUID();
      const token = player.token;
      const url = `/gift-card/buy-gift-card/${card}`;
      const answers = await Promise.all([
        shop.checkout(player, [line(card)], key),
        shop.test
          .call({ method: 'POST', url, token, key })
          .then((answer) => ({ status: answer.statusCode, ...answer.json() })),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(await shop.gamerCoins(player)).toBe(900);
    }
  });
});
