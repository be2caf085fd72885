// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import type { Queryable } from '../platform/db/database.ts';
import { getFrozenCoins } from './frozen.ts';
import { type TransferType, transfer } from './transfer.ts';

const db = openTestDatabase({ poolSize: 2 });

async function sumFrozen(...of: Parameters<typeof getFrozenCoins>): Promise<number> {
  const { card, bonus } = await getFrozenCoins(...of);
  return card + bonus;
}

it('freezes recent card purchases and bonus coins until they are played', async () => {
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
    await sumFrozen(db, id, { cardSince: since, isBonusFrozen: false }),
    await sumFrozen(db, id, { cardSince: since, isBonusFrozen: true }),
  ];
  expect(await frozen()).toEqual([0, 0]);

  const later = new Date(since.getTime() + 1);
  await come('coin_purchase', 1_000);
  await come('coin_purchase', 200, { at: later });
  await come('coin_purchase', 30, { player: other.id, at: later });
  await come('coin_purchase', 7, { currency: 'XP', at: later });
  await come('challenge_reward', 5_000, { at: later });
  await come('reversal', 5, { currency: 'XP', at: later });
  await enter(6, id, 'reversal', 'XP');
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

it('reads a long history once, then continues from the stored total', async () => {
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
      const frozen = await sumFrozen(tx, id, { cardSince, isBonusFrozen });
      return { frozen, rows: (await countRead(tx)) - before };
    });
  const card = await read(false);
  expect(card.frozen).toBe(0);
  expect(card.rows).toBeLessThan(50);
  // The first reading sums up everything, and stores the result.
  expect((await read(true)).frozen).toBe(2 * moves);
  const bonus = await read(true);
  expect(bonus.frozen).toBe(2 * moves);
  expect(bonus.rows).toBeLessThan(50);
});

describe('refunds and claw-backs', () => {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  async function newPurse() {
    const { id } = await createPlayer(db, { gamerCoins: 100_000 });
    const [player, house] = [{ player: id }, { house: 'rewards' }] as const;
    let keys = 0;
    /** Moves coins to the player, or from the player if negative. */
    const move = (type: TransferType, coins: number, reference: string, key = `${type}:${++keys}:${id}`) =>
      db.transaction((tx) =>
        transfer(tx, {
          currency: 'GC',
          amount: Math.abs(coins),
          from: coins > 0 ? house : player,
          to: coins > 0 ? player : house,
          type,
          reference: `${reference}:${id}`,
          idempotencyKey: key,
          description: 'Test',
          mayGoBelowZero: type === 'reversal',
        }),
      );
    return {
      id,
      bought: (coins: number, payment: string) => move('coin_purchase', coins, payment),
      claimBack: (coins: number, payment: string) => move('reversal', -coins, payment),
      give: (coins: number, reward: string) => move('event_reward', coins, reward),
      takeBack: (coins: number, reward: string, number: number) =>
        move('reversal', -coins, reward, `event-reward:${reward}-${id}:reversal:${number}`),
      enter: (coins: number, attempt: string) => move('challenge_entry', -coins, attempt),
      refund: (coins: number, attempt: string) => move('challenge_refund', coins, attempt),
      overturn: (coins: number, attempt: string) =>
        move('reversal', -coins, attempt, `attempt:${attempt}-${id}:overturned-refund`),
      voidReward: (coins: number, attempt: string) =>
        move('reversal', -coins, attempt, `attempt:${attempt}-${id}:void-reward`),
      bonus: () => sumFrozen(db, id, { cardSince: new Date(), isBonusFrozen: true }),
      card: () => sumFrozen(db, id, { cardSince: anHourAgo, isBonusFrozen: false }),
    };
  }

  it('unfreeze card coins that were refunded', async () => {
    const purse = await newPurse();
    await purse.bought(200, 'p1');
    await purse.bought(30, 'p2');
    await purse.claimBack(150, 'p1');
    await purse.claimBack(7, 'another');
    expect(await purse.card()).toBe(80);
    await purse.claimBack(-50, 'p1');
    expect(await purse.card()).toBe(130);
  });

  it('restore bonus coins only as far as they had paid the fee', async () => {
    const purse = await newPurse();
    await purse.enter(100, 'a1');
    await purse.give(60, 'r1');
    expect(await purse.bonus()).toBe(60);
    // The player paid its fee with their own coins.
    await purse.refund(90, 'a1');
    expect(await purse.bonus()).toBe(60);
    await purse.enter(40, 'a2');
    expect(await purse.bonus()).toBe(20);
    await purse.refund(36, 'a2');
    expect(await purse.bonus()).toBe(56);
    await purse.overturn(36, 'a2');
    expect(await purse.bonus()).toBe(20);
    await purse.voidReward(500, 'a2');
    await purse.refund(40, 'a2');
    await purse.claimBack(25, 'p1');
    expect(await purse.bonus()).toBe(60);
    await purse.takeBack(45, 'r1', 1);
    expect(await purse.bonus()).toBe(15);
    await purse.takeBack(15, 'r1', 2);
    expect(await purse.bonus()).toBe(0);
    await purse.takeBack(-60, 'r1', 3);
    expect(await purse.bonus()).toBe(60);
  });

  it('apply to fees and rewards that were summed up long before', async () => {
    const purse = await newPurse();
    await purse.give(500, 'r1');
    await purse.enter(80, 'a1');
    await purse.give(300, 'r2');
    for (let n = 0; n < 210; n++) await purse.enter(1, `small-${n}`);
    expect(await purse.bonus()).toBe(510);
    await purse.give(5, 'r3');
    expect(await purse.bonus()).toBe(515);
    await purse.takeBack(300, 'r2', 1);
    expect(await purse.bonus()).toBe(215);
    await purse.refund(80, 'a1');
    expect(await purse.bonus()).toBe(295);
    await purse.enter(1_000, 'a2');
    await purse.give(9, 'r4');
    expect(await purse.bonus()).toBe(9);
  });
});
