// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { maxCoins } from '../../contract/endpoint.ts';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { adjustCoins, lockCoins } from './adjust.ts';
import { announceBalances } from './announce.ts';
import { getBalances } from './balances.ts';
import { getDayOfFirstTransfer } from './flows.ts';
import { forfeitCoins } from './forfeit.ts';
import { transferAlone } from './transfer.ts';

const db = openTestDatabase({ poolSize: 4 });

const coins = async (id: string) => (await getBalances(db, id)).gamerCoins;
const adjust = (playerId: string, to: number, coinsLoaded?: number) =>
  db.transaction(async (tx) =>
    adjustCoins(tx, await lockCoins(tx, playerId), {
      playerId,
      coins: to,
      coinsLoaded,
      idempotencyKey: `adjust:${playerId}:${to}`,
    }),
  );
const movement = (id: string, key: string) =>
  db.row(sql`
    select amount, type, reference, debit_house as from, credit_house as to, description
    from transfers where idempotency_key = ${key} and ${id}::uuid in (debit_player_id, credit_player_id)`);

it('reports no first day for an empty ledger, then the day of the first transfer', async () => {
  expect(await getDayOfFirstTransfer(db)).toBeNull();
  await createPlayer(db, { gamerCoins: 1 });
  expect(await getDayOfFirstTransfer(db)).toBe(new Date().toISOString().slice(0, 10));
});

it.each([
  ['upwards', 150, 50, { from: 'adjustments', to: null }],
  ['downwards', 40, 60, { from: null, to: 'adjustments' }],
  ['to zero', 0, 100, { from: null, to: 'adjustments' }],
])('adjusts a balance %s', async (_way, to, amount, ends) => {
  const { id } = await createPlayer(db, { gamerCoins: 100 });
  expect(await adjust(id, to, 100)).toBeUndefined();
  expect(await coins(id)).toBe(to);
  expect(await movement(id, `adjust:${id}:${to}`)).toEqual({
    amount,
    type: 'admin_credit',
    reference: id,
    description: 'Adjustment by an administrator',
    ...ends,
  });
});

it('refuses an adjustment when the balance has changed meanwhile or the target is below zero', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 100 });
  expect(await adjust(id, 50, 99)).toEqual({ refused: 'coins_changed', data: { balance: 100 } });
  expect(await adjust(id, 50, 0)).toEqual({ refused: 'coins_changed', data: { balance: 100 } });
  expect(await adjust(id, -1)).toEqual({ refused: 'coins_below_zero' });
  expect(await coins(id)).toBe(100);
  const stranger = '00000000-0000-7000-8000-000000000000';
  await expect(adjust(stranger, 5)).rejects.toThrow(`player ${stranger} has no wallet`);
});

it('refuses to reuse the idempotency key of an earlier adjustment', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 100 });
  for (const to of [150, 100]) expect(await adjust(id, to)).toBeUndefined();
  expect(await adjust(id, 150)).toEqual({ refused: 'idempotency_key_reused' });
  expect(await coins(id)).toBe(100);
});

it('forfeits a positive balance once per occasion and leaves a debt in place', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 100 });
  const forfeit = (occasion: string) => db.transaction((tx) => forfeitCoins(tx, id, occasion));
  expect(await forfeit('deletion')).toBe(100);
  const { key } = await db.one<{ key: string }>(sql`
    select idempotency_key as key from transfers where idempotency_key like ${`account-deleted:${id}:deletion:%`}`);
  expect(await movement(id, key)).toEqual({
    amount: 100,
    type: 'admin_credit',
    reference: id,
    from: null,
    to: 'adjustments',
    description: 'Account deleted',
  });
  expect(await forfeit('afterwards')).toBe(0);
  await transferAlone(db, {
    currency: 'GC',
    amount: 5,
    from: { player: id },
    to: { house: 'coin_sales' },
    type: 'reversal',
    reference: 'payment',
    idempotencyKey: `debt:${id}`,
    description: 'Claw-back',
    mayGoBelowZero: true,
  });
  expect(await forfeit('afterwards')).toBe(0);
  expect(await coins(id)).toBe(-5);
  const stranger = '00000000-0000-7000-8000-000000000000';
  expect(await db.transaction((tx) => forfeitCoins(tx, stranger, 'deletion'))).toBe(0);
});

it('forfeits coins that arrived after the first forfeit of the same occasion', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 100 });
  const forfeit = () => db.transaction((tx) => forfeitCoins(tx, id, 'deletion'));
  expect(await forfeit()).toBe(100);
  await adjust(id, 50);
  expect([await forfeit(), await forfeit()]).toEqual([50, 0]);
  expect(await coins(id)).toBe(0);
});

it('notifies each of several players of their own balance, and nobody when nothing changed', async () => {
  const players = await Promise.all([3, 8].map((gamerCoins) => createPlayer(db, { gamerCoins })));
  const words = { currency: 'GC', description: 'A prize' } as const;
  const changes = players.map(({ id }, place) => ({ playerId: id, delta: place + 1 }));
  await db.transaction((tx) => announceBalances(tx, changes, words));
  const asked = { run: () => Promise.reject(new Error('the database was asked')) };
  await announceBalances(asked as never, [], words);
  const rows = await db.rows<{ data: object }>(
    sql`select data from live_events order by (data ->> 'delta')::int`,
  );
  expect(rows.map(({ data }) => data)).toEqual([
    { gamerCoins: 3, xp: 0, referralTokens: 0, delta: 1, ...words },
    { gamerCoins: 8, xp: 0, referralTokens: 0, delta: 2, ...words },
  ]);
});

it('adjusts across more than the limit of one transfer by splitting the amount', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 0 });
  await transferAlone(db, {
    ...{ currency: 'GC', amount: 500, type: 'reversal', mayGoBelowZero: true },
    ...{ from: { player: id }, to: { house: 'coin_sales' } },
    ...{ reference: 'disputed', idempotencyKey: `disputed:${id}`, description: 'Disputed' },
  });
  expect(await adjust(id, maxCoins, -500)).toBeUndefined();
  expect(await coins(id)).toBe(maxCoins);
  expect(await movement(id, `adjust:${id}:${maxCoins}`)).toMatchObject({ amount: maxCoins });
  expect(await movement(id, `adjust:${id}:${maxCoins}:2`)).toMatchObject({ amount: 500 });
  await transferAlone(db, {
    ...{ currency: 'GC', amount: maxCoins, type: 'giveaway_prize' },
    ...{ from: { house: 'rewards' }, to: { player: id } },
    ...{ reference: 'prize', idempotencyKey: `prize:${id}`, description: 'Prize' },
  });
  expect(await adjust(id, 1)).toBeUndefined();
  expect(await coins(id)).toBe(1);
});

it('forfeits more than the limit of one transfer by splitting the amount', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 7 });
  for (const n of [1, 2]) {
    await transferAlone(db, {
      currency: 'GC',
      amount: maxCoins,
      from: { house: 'rewards' },
      to: { player: id },
      type: 'giveaway_prize',
      reference: 'large',
      idempotencyKey: `large:${n}:${id}`,
      description: 'Prize',
    });
  }
  expect(await db.transaction((tx) => forfeitCoins(tx, id, 'deletion'))).toBe(2 * maxCoins + 7);
  expect(await getBalances(db, id)).toMatchObject({ gamerCoins: 0 });
  expect(await db.transaction((tx) => forfeitCoins(tx, id, 'deletion'))).toBe(0);
});
