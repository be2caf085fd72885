// SPDX-License-Identifier: Apache-2.0

/** The signatures of `shop_checkout` that processes of earlier releases call while they run beside this one. */
import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { order } from '../../../../contract/shop.ts';
import { startAuditedShop } from '../../../../tests/support/audited-shop.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const shop = openForTests(startAuditedShop);

it('serves the previous release, which does not pass a prefix for several titles', async () => {
  const player = await shop.shopper();
  const [first, second] = [await shop.card({ title: 'PSN 10' }), await shop.card({ title: 'Dota Pack' })];
  const bought = await shop.test.db.row<{ outcome: string; answer: string }>(sql`
    select outcome, answer from shop_checkout(${player.id}, ${randomUUID()}, sha256('x'), array[${first}, ${second}]::uuid[],
      array[2, 1], array[100, 100]::bigint[], now(), null, 'One: %s', 'Several: %s')`);
  expect(bought?.outcome).toBe('bought');
  expect(order.parse(JSON.parse(bought?.answer ?? '')).purchases).toHaveLength(3);
  const history = await shop.test.call({ url: '/transaction/history', token: player.token });
  expect(history.json().data.history[0]).toMatchObject({
    amount: -300,
    description: 'Several: 2 x PSN 10, Dota Pack',
  });
});

it('serves a caller that passes neither request nor description', async () => {
  const player = await shop.shopper();
  const card = await shop.card({ title: 'PSN 10' });
  const bought = await shop.test.db.row<{ outcome: string; answer: string }>(sql`
    select outcome, answer from shop_checkout(${player.id}, ${randomUUID()}, sha256('x'), array[${card}]::uuid[],
      array[2], array[100]::bigint[], now())`);
  expect(bought?.outcome).toBe('bought');
  expect(order.parse(JSON.parse(bought?.answer ?? '')).purchases).toHaveLength(2);
  const history = await shop.test.call({ url: '/transaction/history', token: player.token });
  expect(history.json().data.history[0]).toMatchObject({ amount: -200, description: '2 x PSN 10' });
});
