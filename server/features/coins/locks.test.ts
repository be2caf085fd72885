// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { keepsWaiting } from '../../../tests/support/keeps-waiting.ts';
import { lockPackage } from './packages/coin-package-store.ts';
import { lockPayment, lockPaymentByIntent } from './payments/payment-store.ts';

const db = openTestDatabase({ poolSize: 4 });

it('one transaction at a time settles a payment, found by id or by intent', async () => {
  const [id, intentId] = [randomUUID(), `pi_${randomUUID()}`];
  const player = await createPlayer(db);
  await db.run(sql`
    insert into payments (id, player_id, package_title, coins, xp, amount_cents, intent_id, created_at)
    values (${id}, ${player.id}, 'GC_100', 100, 1, 100, ${intentId}, now())`);
  const settling = sql`select from payments where id = ${id} for no key update nowait`;
  expect(await keepsWaiting(db, (tx) => lockPayment(tx, id), settling)).toBe(true);
  expect(await keepsWaiting(db, (tx) => lockPaymentByIntent(tx, intentId), settling)).toBe(true);
});

it('a package can be sold while one transaction at a time changes it', async () => {
  const id = randomUUID();
  await db.run(sql`
    insert into coin_packages (id, title, coins, original_price_cents)
    values (${id}, 'GC_100', 100, 100)`);
  const change = (lock: 'key share' | 'no key update') =>
    lock === 'key share'
      ? sql`select from coin_packages where id = ${id} for key share nowait`
      : sql`select from coin_packages where id = ${id} for no key update nowait`;
  expect(await keepsWaiting(db, (tx) => lockPackage(tx, id), change('no key update'))).toBe(true);
  expect(await keepsWaiting(db, (tx) => lockPackage(tx, id), change('key share'))).toBe(false);
});
