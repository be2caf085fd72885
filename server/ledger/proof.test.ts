// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { expect, it } from 'vitest';
import { archiveTransfers, endMonth } from '../../tests/support/old-transfers.ts';
import { startPlayedMonths } from '../../tests/support/played-months.ts';
import type { Queryable } from '../platform/db/database.ts';
import { getCoinsOutstanding, getDayOfFirstTransfer } from './flows.ts';
import { isAllHere } from './proof.ts';
import { ledgerProofs } from './proofs.ts';

const months = startPlayedMonths();

const findBreaches = async (claim: string, db: Queryable = months.db) => {
  const found = ledgerProofs.find((proof) => proof.claim === claim);
  if (!found) throw new Error(`there is no proof '${claim}'`);
  return (await db.rows<{ breach: string }>(found.contradictions)).map(({ breach }) => breach);
};

it('knows what began after everything that left, by a day', async () => {
  const { db } = months;
  const isHere = async (at: string) =>
    (await db.one<{ isHere: boolean }>(sql`select ${isAllHere(sql`${at}::timestamptz`)} as is_here`)).isHere;
  expect(await isHere('2001-01-01T00:00:00Z')).toBe(true);
  for (const name of ['one', 'two']) {
    await months.playMonth(name);
    await endMonth(months.test);
  }
  await archiveTransfers(months.test);
  await db.transaction(async (tx) => {
    await tx.run(sql`alter table carried_months disable trigger user`);
    await tx.run(sql`
      update carried_months set first_at = '2020-01-01T00:00:00Z', last_at = case
        when number = (select max(number) from carried_months where transfers > 0) then '2020-03-01T10:00:00Z'
        else '2020-02-01T10:00:00Z' end::timestamptz
      where transfers > 0`);
  });
  expect(await isHere('2020-02-15T00:00:00Z')).toBe(false);
  expect(await isHere('2020-03-02T10:00:00.000Z')).toBe(false);
  expect(await isHere('2020-03-02T10:00:00.001Z')).toBe(true);
});

it('counts what a player spent in months that left when it looks for balances below zero', async () => {
  const { db, players } = months;
  const claim = 'Nothing but a reversal took a balance below zero';
  await months.playMonth('one');
  await endMonth(months.test);
  await archiveTransfers(months.test);
  // They had 100 coins in that month and spent 30 of them.
  const { id } = await db.one<{ id: number }>(sql`
    insert into transfers (amount, currency, type, debit_player_id, credit_house, reference, description, idempotency_key)
    values (70, 'GC', 'purchase', ${players[0]?.id}, 'gift_cards', 'test', 'Test', 'all of it') returning id`);
  expect(await findBreaches(claim)).toEqual([]);
  const beyond = await db.one<{ id: number }>(sql`
    insert into transfers (amount, currency, type, debit_player_id, credit_house, reference, description, idempotency_key)
    values (1, 'GC', 'purchase', ${players[0]?.id}, 'gift_cards', 'test', 'Test', 'one more') returning id`);
  expect(beyond.id).toBeGreaterThan(id);
  expect(await findBreaches(claim)).toEqual([
    `transfer ${beyond.id} (purchase) left player ${players[0]?.id} with -1 GC`,
  ]);
});

it('knows the first day by a month of one transfer, and of no wallets that nothing is in them', async () => {
  const { db, test, players } = months;
  await db.run(sql`
    insert into transfers (amount, currency, type, credit_player_id, debit_house, reference, description, idempotency_key)
    values (5, 'XP', 'xp_award', ${players[0]?.id}, 'rewards', 'test', 'Test', 'the only one')`);
  await endMonth(test);
  await archiveTransfers(test, { findBreaches: async () => [] });
  await db.transaction(async (tx) => {
    await tx.run(sql`alter table carried_months disable trigger user`);
    await tx.run(sql`
      update carried_months set first_at = '2020-01-01T00:00:00Z' where transfers = 1`);
  });
  expect(await getDayOfFirstTransfer(db)).toBe('2020-01-01');
  const empty = db.transaction(async (tx) => {
    await tx.run(sql`alter table wallets disable trigger user`);
    await tx.run(sql`delete from wallets`);
    const coins = await getCoinsOutstanding(tx);
    throw new Error(`${coins} coins`);
  });
  await expect(empty).rejects.toThrow('0 coins');
});

it('says of a key whether its transfer is another, or moved something else', async () => {
  const claim = 'Each transfer has its key, and each key its transfer, here or in a month that left';
  await months.playMonth('one');
  const { id, key } = await months.db.one<{ id: number; key: string }>(sql`
    select id, idempotency_key as key from transfers order by id limit 1`);
  const saidOf = async (change: Sql) => {
    const undone = new Error('undone');
    let said: unknown;
    const trying = months.db.transaction(async (tx) => {
      await tx.run(sql`alter table transfer_keys disable trigger user`);
      await tx.run(sql`update transfer_keys set ${change} where idempotency_key = ${key}`);
      said = await findBreaches(claim, tx);
      throw undone;
    });
    await expect(trying).rejects.toBe(undone);
    return said;
  };
  expect(await saidOf(sql`input = decode(repeat('00', 16), 'hex')`)).toEqual([
    `key ${key}: kept for transfer ${id}, and there is ${id}, which moved something else`,
  ]);
  const other = id + 1_000;
  expect(await saidOf(sql`transfer_id = ${other}`)).toEqual([
    `key ${key}: kept for transfer ${other}, and there is ${id}`,
  ]);
});
