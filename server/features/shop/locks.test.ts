// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { keepsWaiting } from '../../../tests/support/keeps-waiting.ts';
import { createCard } from '../../../tests/support/shop.ts';
import { outsideTransaction } from '../../platform/db/second-connection.ts';
import { lockUnseen } from './codes/lost-code-store.ts';
import { lockCard } from './gift-cards/gift-card-admin-store.ts';
import { takeAlerts } from './gift-cards/restock-alert-store.ts';
import { lockPurchase } from './purchases/purchase-store.ts';

const db = openTestDatabase({ poolSize: 4 });
let card: string;
beforeAll(async () => {
  card = await createCard(db);
});

it('one transaction at a time delivers, refunds or replaces a purchase', async () => {
  const [id, orderId, playerId] = [randomUUID(), randomUUID(), randomUUID()];
  await db.run(
    sql`insert into orders (id, player_id, total_gc, created_at) values (${orderId}, ${playerId}, 1, now())`,
  );
  await db.run(sql`
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, promised_by, title, status)
    values (${id}, ${orderId}, ${playerId}, ${card}, 1, now(), now(), 'Card', 'on_its_way')`);
  const wanted = sql`select from purchases where id = ${id} for no key update nowait`;
  expect(await keepsWaiting(db, (tx) => lockPurchase(tx, id), wanted)).toBe(true);
});

it('one transaction at a time changes a card while codes arrive', async () => {
  const change = sql`select from gift_cards where id = ${card} for no key update nowait`;
  const fill = sql`select from gift_cards where id = ${card} for key share nowait`;
  expect(await keepsWaiting(db, (tx) => lockCard(tx, card), change)).toBe(true);
  expect(await keepsWaiting(db, (tx) => lockCard(tx, card), fill)).toBe(false);
});

it('one transaction at a time settles a lost order', async () => {
  const [orderId, other] = [randomUUID(), randomUUID()];
  const keep = (of: string, seen: string, settled: string | null = null) =>
    db.one<{ id: string }>(sql`
      insert into lost_codes (code_id, fingerprint, seen, order_id, player_id, purchase_id, gc_coin, noted_at, settled, settled_at)
      values (make_uuidv7(), sha256(make_uuidv7()::text::bytea), ${seen}, ${of}, make_uuidv7(), make_uuidv7(), 1, now(), ${settled},
        ${settled && new Date()})
      returning code_id as id`);
  const [seen, unseen] = [await keep(orderId, 'buyer'), await keep(orderId, 'nobody')];
  await keep(orderId, 'nobody', 'released');
  await keep(other, 'nobody');
  expect(await db.transaction((tx) => lockUnseen(tx, orderId))).toEqual([unseen.id]);
  const wanted = sql`select from lost_codes where code_id = ${seen.id} for no key update nowait`;
  expect(await keepsWaiting(db, (tx) => lockUnseen(tx, orderId), wanted)).toBe(true);
});

it('the earliest alerts are taken, skipping those locked by another transaction', async () => {
  const ask = async (minutes: number) => {
    const { id } = await createPlayer(db);
    await db.run(sql`
      insert into restock_alerts (gift_card_id, player_id, asked_at)
      values (${card}, ${id}, now() + make_interval(mins => ${minutes}))`);
    return id;
  };
  const [third, first, second] = [await ask(3), await ask(1), await ask(2)];
  const taken = await db.transaction(async (tx) => {
    await tx.run(sql`select from restock_alerts where player_id = ${first} for update`);
    return outsideTransaction(() => db.transaction((other) => takeAlerts(other, card, 1)));
  });
  expect(taken).toEqual([{ alertId: expect.any(String), playerId: second }]);
  const rest = await db.transaction((tx) => takeAlerts(tx, card, 9));
  expect(rest.map(({ playerId }) => playerId).toSorted()).toEqual([first, third].toSorted());
});
