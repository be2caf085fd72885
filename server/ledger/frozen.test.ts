// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import type { Queryable } from '../platform/db/database.ts';
import { frozenCoins } from './frozen.ts';

const db = openTestDatabase({ poolSize: 2 });

it('holds back what was bought by card lately, and what events and giveaways gave until it is played for', async () => {
  const [{ id }, other] = [await createPlayer(db), await createPlayer(db)];
  const since = new Date('2026-11-20T12:00:00.000Z');
  let keys = 0;
  async function come(type: string, amount: number, { player = id, currency = 'GC', at = since } = {}) {
    await db.run(sql`
      insert into transfers (amount, created_at, currency, type, credit_player_id, debit_house, reference, description,
        idempotency_key)
      values (${amount}, ${at}, ${currency}, ${type}::transfer_type, ${player}, 'rewards', 'test', 'Test',
        ${`frozen-${++keys}`})`);
  }
  async function enter(amount: number, player = id, type = 'challenge_entry', currency = 'GC') {
    await db.run(sql`
      insert into transfers (amount, currency, type, debit_player_id, credit_house, reference, description,
        idempotency_key)
      values (${amount}, ${currency}, ${type}::transfer_type, ${player}, 'escrow', 'test', 'Test',
        ${`frozen-${++keys}`})`);
  }
  const frozen = async () => [
    await frozenCoins(db, id, { cardSince: since, isBonusFrozen: false }),
    await frozenCoins(db, id, { cardSince: since, isBonusFrozen: true }),
  ];
  expect(await frozen()).toEqual([0, 0]);

  const later = new Date(since.getTime() + 1);
  await come('coin_purchase', 1_000);
  await come('coin_purchase', 200, { at: later });
  await come('coin_purchase', 30, { player: other.id, at: later });
  await come('coin_purchase', 7, { currency: 'XP', at: later });
  await come('challenge_reward', 5_000, { at: later });
  expect(await frozen()).toEqual([200, 200]);

  await come('event_reward', 60);
  await come('giveaway_prize', 40);
  await come('event_reward', 3, { currency: 'XP' });
  await come('event_reward', 4, { player: other.id });
  expect(await frozen()).toEqual([200, 300]);

  await enter(70);
  await enter(9, other.id);
  await enter(8, id, 'purchase');
  await enter(6, id, 'challenge_entry', 'XP');
  expect(await frozen()).toEqual([200, 230]);
  await come('challenge_refund', 20);
  expect(await frozen()).toEqual([200, 250]);
  await enter(100);
  expect(await frozen()).toEqual([200, 200]);
});

it('reads no more of who has moved much, but once', async () => {
  const { id } = await createPlayer(db);
  const moves = 1_500;
  await db.run(sql`
    select ledger_credit_many('GC', 'rewards', type, 'Many', array_fill(${id}::uuid, array[${moves}::int]),
      array_fill(2::bigint, array[${moves}::int]), array_agg('many'::text), array_agg('many:' || gen_random_uuid()))
    from unnest(array['event_reward', 'coin_purchase']::transfer_type[]) type, generate_series(1, ${moves})
    group by type`);
  await db.run(sql`analyze transfers`);
  const cardSince = new Date(Date.now() + 2 * 3_600_000);
  const countRead = async (tx: Queryable) =>
    (
      await tx.one<{ rows: number }>(sql`
        select coalesce(sum(coalesce(idx_tup_fetch, 0) + seq_tup_read), 0)::bigint as rows from pg_stat_xact_user_tables
        where relname like 'transfers%'`)
    ).rows;
  const read = (isBonusFrozen: boolean) =>
    db.transaction(async (tx) => {
      const before = await countRead(tx);
      const frozen = await frozenCoins(tx, id, { cardSince, isBonusFrozen });
      return { frozen, rows: (await countRead(tx)) - before };
    });
  const card = await read(false);
  expect(card.frozen).toBe(0);
  expect(card.rows).toBeLessThan(50);
  // The first time all of it is added up, and kept.
  expect((await read(true)).frozen).toBe(2 * moves);
  const bonus = await read(true);
  expect(bonus.frozen).toBe(2 * moves);
  expect(bonus.rows).toBeLessThan(50);
});
