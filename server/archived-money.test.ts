// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { testSecret } from '../tests/support/app.ts';
import { startChallengesTest } from '../tests/support/challenges.ts';
import { startCoinsTest } from '../tests/support/coins.ts';
import { createPlayer } from '../tests/support/factories.ts';
import { archiveTransfers, countLeft, endMonth, objectsOf } from '../tests/support/old-transfers.ts';
import { createCard, line } from '../tests/support/shop.ts';
import { auditLedger } from './audit.ts';
import type { Database } from './platform/db/database.ts';
import type { Objects } from './platform/objects/objects.ts';

/** Makes everything look as if it had happened forty days ago. */
async function growOld(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update transfers set created_at = created_at - interval '40 days'`);
    await tx.run(sql`update payments set created_at = created_at - interval '40 days'`);
    await tx.run(sql`update orders set created_at = created_at - interval '40 days'`);
    await tx.run(sql`
      update purchases set created_at = created_at - interval '40 days', promised_by = promised_by - interval '40 days'`);
    await tx.run(sql`update attempts set started_at = started_at - interval '40 days'`);
  });
}

/** Claims that do not hold; with `archives`, also those about archived transfers. */
async function broken(db: Database, archives?: Objects): Promise<string[]> {
  const { proofs } = await auditLedger(db, { appSecret: testSecret, archives });
  return proofs.filter(({ breaches }) => breaches.length > 0).map(({ claim }) => claim);
}

/** Claims that a change breaks; the change is undone again. */
async function brokenBy(db: Database, change: string, undo: string, archives?: Objects): Promise<string[]> {
  await db.pool.query(`set session_replication_role = replica; ${change}; reset session_replication_role`);
  try {
    return await broken(db, archives);
  } finally {
    await db.pool.query(`set session_replication_role = replica; ${undo}; reset session_replication_role`);
  }
}

it('sells nothing twice and takes back what is due, though the coins of it have left', {
  tags: ['long'],
}, async () => {
  const coins = await startCoinsTest();
  const { test, db, stripe } = coins;
  try {
    const player = await coins.buyer();
    const packageId = await coins.addPackage();
    const buy = async () => {
      const { paymentId, intentId, intent } = await coins.paid(player, packageId);
      const webhook = coins.webhook('payment_intent.succeeded', intent);
      expect(await coins.deliver(webhook)).toBe(200);
      return { paymentId, intentId, intent };
    };
    const card = await createCard(db, { isFulfilledByHand: true });
    const key = randomUUID();
    const checkout = async (orderKey = key) =>
      (
        await test.call({
          method: 'POST',
          url: '/cart/checkout',
          token: player.token,
          key: orderKey,
          payload: { items: [line(card)] },
        })
      ).json();
    const old = await buy();
    await checkout();
    const { id: purchaseId } = await db.one<{ id: string }>(sql`select id from purchases`);
    expect((await coins.balances(player)).gamerCoins).toBe(900);
    await growOld(db);
    await endMonth(test);
    await archiveTransfers(test);
    expect(await countLeft(test)).toEqual({ here: 0, gone: 1 });
    const objects = objectsOf(test);
    expect([await broken(db), await broken(db, objects)]).toEqual([[], []]);

    // Repeats everything: a repeated webhook, another event, and the job that asks.
    expect(await coins.deliver(coins.webhook('payment_intent.succeeded', old.intent))).toBe(200);
    await db.run(sql`delete from idempotent_answers where player_id = ${player.id}`);
    await test.app.tasks['refresh-payment']?.({ paymentId: old.paymentId } as never);
    await coins.runRefreshes();
    expect((await coins.balances(player)).gamerCoins).toBe(900);

    expect(await coins.deliver(coins.webhook('charge.refunded', stripe.refund(old.intentId, 450)))).toBe(200);
    await coins.runRefreshes();
    expect(await coins.balances(player)).toMatchObject({ gamerCoins: 400, xp: 45 });
    const admin = await createPlayer(db, { role: 'SUPER_ADMIN' });
    const token = await test.signIn(admin.id);
    const refund = async () =>
      (
        await test.call({
          method: 'POST',
          url: `/gift-card/gift-card-request/${purchaseId}/refund`,
          token,
          key: randomUUID(),
          payload: { reason: 'Out of stock' },
        })
      ).statusCode;
    expect([await refund(), await refund()]).toEqual([200, 409]);
    expect((await coins.balances(player)).gamerCoins).toBe(500);
    expect([await broken(db), await broken(db, objects)]).toEqual([[], []]);

    // What began since is proved without the archives, what began before only with them.
    const young = await buy();
    await checkout(randomUUID());
    expect([await broken(db), await broken(db, objects)]).toEqual([[], []]);
    const coinsOnce =
      'Each payment that was credited gave its coins once, to its player, and no coins were sold otherwise';
    const of = (id: string, whose: string) => `update payments set player_id = '${whose}' where id = '${id}'`;
    expect(await brokenBy(db, of(young.paymentId, admin.id), of(young.paymentId, player.id))).toEqual([
      coinsOnce,
    ]);
    expect(await brokenBy(db, of(old.paymentId, admin.id), of(old.paymentId, player.id))).not.toContain(
      coinsOnce,
    );
    expect(await brokenBy(db, of(old.paymentId, admin.id), of(old.paymentId, player.id), objects)).toContain(
      coinsOnce,
    );
    const dearer = (by: number) => `update orders set total_gc = total_gc + ${by}`;
    expect(await brokenBy(db, dearer(1), dearer(-1))).toEqual([
      'Each order was paid once, with the sum of its cards, by its player',
    ]);

    // Archives a second month, with refunds of purchases of the first one.
    await endMonth(test);
    await archiveTransfers(test);
    expect(await countLeft(test)).toEqual({ here: 0, gone: 2 });
    expect([await broken(db), await broken(db, objects)]).toEqual([[], []]);
  } finally {
    await coins.close();
  }
});

it('decides and voids attempts whose fees have left, and knows what escrow holds', {
  tags: ['long'],
}, async () => {
  const challenges = await startChallengesTest();
  const { test } = challenges;
  const { db } = test;
  try {
    const [winner, active] = [await challenges.player(), await challenges.player()];
    const won = await challenges.enter(winner, { epicId: 'winner' });
    await challenges.playLater(won.attemptId, 'winner');
    expect(await challenges.attempt(winner, won.attemptId)).toMatchObject({ status: 'SUCCESS' });
    const running = await challenges.enter(active, { epicId: 'active' });
    await growOld(db);
    await endMonth(test);
    await archiveTransfers(test);
    expect(await countLeft(test)).toEqual({ here: 0, gone: 1 });
    const objects = objectsOf(test);
    expect([await broken(db), await broken(db, objects)]).toEqual([[], []]);

    const status = (to: string, from: string) =>
      `update attempts set entry_fee_gc = entry_fee_gc ${to} 1 where status in ('PENDING', 'IN_PROGRESS') ${from}`;
    const escrow = 'Escrow as a whole holds the entry fees of active attempts';
    expect(await brokenBy(db, status('+', ''), status('-', ''))).toContain(escrow);

    // Read again, and voided, each only once.
    await challenges.read(won.attemptId, 1);
    const before = await challenges.gamerCoins(winner);
    const admin = await createPlayer(db, { role: 'SUPER_ADMIN' });
    const token = await test.signIn(admin.id);
    const voidIt = async (key: string) =>
      (
        await test.call({
          method: 'POST',
          url: `/challenge/attempts/${won.attemptId}/void`,
          token,
          key,
          payload: { reason: 'Played with a cheat' },
        })
      ).statusCode;
    const key = randomUUID();
    expect([await voidIt(key), await voidIt(key), await voidIt(randomUUID())]).toEqual([200, 200, 409]);
    expect(await challenges.gamerCoins(winner)).toBe(before - 300 + 105);
    // Its readings are timed by when it really began.
    const began = (days: number) =>
      db.run(
        sql`update attempts set started_at = started_at + make_interval(days => ${days}) where id = ${running.attemptId}`,
      );
    await began(40);
    await challenges.playLater(running.attemptId, 'active');
    await began(-40);
    expect(await challenges.attempt(active, running.attemptId)).toMatchObject({ status: 'SUCCESS' });
    const lines = (await test.call({ url: '/transaction/history?limit=20', token: active.token })).json()
      .data;
    expect(lines.summary.netBalance).toBe(await challenges.gamerCoins(active));
    expect([await broken(db), await broken(db, objects)]).toEqual([[], []]);
    await endMonth(test);
    await archiveTransfers(test);
    expect([await broken(db), await broken(db, objects)]).toEqual([[], []]);
  } finally {
    await challenges.close();
  }
});
