// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { isRefusal } from '../platform/refusal.ts';
import { getBalances, getCoins } from './balances.ts';
import { type Moved, type Movement, transfer, transferAlone } from './transfer.ts';

const db = openTestDatabase({ poolSize: 8 });

let keys = 0;
function entry(player: string, amount: number, more: Partial<Movement> = {}): Movement {
  return {
    currency: 'GC',
    amount,
    from: { player },
    to: { house: 'escrow' },
    type: 'challenge_entry',
    reference: 'attempt-1',
    idempotencyKey: `entry:${++keys}`,
    description: 'Entry',
    ...more,
  };
}
const coins = async (player: string) => (await getBalances(db, player)).gamerCoins;
const countTransfers = async (key: string) =>
  (await db.row<{ count: number }>(sql`select count(*) from transfers where idempotency_key = ${key}`))
    ?.count;

describe('transfer', () => {
  it('moves coins from a player to the house and returns the balance after it', async () => {
    const { id } = await createPlayer(db, { gamerCoins: 500 });
    const moved = await db.transaction((tx) => transfer(tx, entry(id, 200)));
    expect(moved).toEqual({
      transferId: expect.stringMatching(/^\d+$/),
      isReplay: false,
      fromBalance: 300,
      toBalance: null,
    });
    expect(await getBalances(db, id)).toEqual({ gamerCoins: 300, xp: 0, referralTokens: 0 });
  });

  it('moves coins or XP between two players without touching the other currency', async () => {
    const [a, b] = [await createPlayer(db, { gamerCoins: 50 }), await createPlayer(db)];
    const moved = await transferAlone(db, entry(a.id, 20, { to: { player: b.id } }));
    expect(moved).toMatchObject({ fromBalance: 30, toBalance: 20 });
    const xp = {
      currency: 'XP',
      from: { house: 'rewards' },
      to: { player: a.id },
      type: 'xp_award',
    } as const;
    expect(await transferAlone(db, entry(a.id, 7, xp))).toMatchObject({ fromBalance: null, toBalance: 7 });
    expect(await getBalances(db, a.id)).toEqual({ gamerCoins: 30, xp: 7, referralTokens: 0 });
  });

  it('spends the last coin, then refuses another coin with the amount needed and the balance', async () => {
    const { id } = await createPlayer(db, { gamerCoins: 10 });
    expect(await transferAlone(db, entry(id, 10))).toMatchObject({ fromBalance: 0 });
    const refused = entry(id, 1);
    expect(await transferAlone(db, refused)).toEqual({
      refused: 'insufficient_coins',
      data: { needed: 1, balance: 0 },
    });
    expect(await countTransfers(refused.idempotencyKey)).toBe(0);
  });

  it('rolls back the whole transaction when it ends in a refusal', async () => {
    const { id } = await createPlayer(db, { gamerCoins: 10 });
    const outcome = await db.transaction(async (tx) => {
      await transfer(tx, entry(id, 8));
      return transfer(tx, entry(id, 8));
    });
    expect(outcome).toEqual({ refused: 'insufficient_coins', data: { needed: 8, balance: 2 } });
    expect(await coins(id)).toBe(10);
  });

  it('answers a replay with the first transfer and moves nothing', async () => {
    const { id } = await createPlayer(db, { gamerCoins: 10 });
    const movement = entry(id, 8);
    const first = (await transferAlone(db, movement)) as Moved;
    expect(await transferAlone(db, { ...movement, description: 'worded again' })).toEqual({
      ...first,
      isReplay: true,
    });
    expect(await coins(id)).toBe(2);
  });

  it('answers a replay with the current balance of each side', async () => {
    const [from, to] = [await createPlayer(db, { gamerCoins: 50 }), await createPlayer(db)];
    const gift = entry(from.id, 20, { to: { player: to.id } });
    const { transferId } = (await transferAlone(db, gift)) as Moved;
    await transferAlone(db, entry(from.id, 1));
    await transferAlone(db, entry(to.id, 2));
    expect(await transferAlone(db, gift)).toEqual({
      transferId,
      isReplay: true,
      fromBalance: 29,
      toBalance: 18,
    });
  });

  it('answers a replay with the balances of its own currency', async () => {
    const [from, to] = [
      await createPlayer(db, { gamerCoins: 50 }),
      await createPlayer(db, { gamerCoins: 60 }),
    ];
    const xp = { currency: 'XP', type: 'reversal' } as const;
    await transferAlone(
      db,
      entry(from.id, 7, { ...xp, from: { house: 'rewards' }, to: { player: from.id } }),
    );
    const back = entry(from.id, 5, { ...xp, to: { player: to.id } });
    const first = (await transferAlone(db, back)) as Moved;
    expect(await transferAlone(db, back)).toEqual({ ...first, isReplay: true });
    expect(first).toMatchObject({ fromBalance: 2, toBalance: 5 });
  });

  it.each([
    ['amount', { amount: 3 }],
    ['currency', { currency: 'XP' }],
    ['reference', { reference: 'attempt-2' }],
    ['type', { type: 'purchase' }],
    ['receiver', { to: { house: 'fees' } }],
    ['payer', { from: { house: 'rewards' } }],
  ] as const)('refuses a reused idempotency key with another %s', async (_, other) => {
    const { id } = await createPlayer(db, { gamerCoins: 10 });
    const movement = entry(id, 2);
    await transferAlone(db, movement);
    expect(await transferAlone(db, { ...movement, ...other })).toEqual({ refused: 'idempotency_key_reused' });
    expect(await coins(id)).toBe(8);
  });

  it('lets only a reversal go below zero, and refuses to spend until the balance recovers', async () => {
    const { id } = await createPlayer(db, { gamerCoins: 10 });
    const clawBack = entry(id, 25, { to: { house: 'coin_sales' }, type: 'reversal', mayGoBelowZero: true });
    expect(await transferAlone(db, clawBack)).toMatchObject({ fromBalance: -15 });
    expect(isRefusal(await transferAlone(db, entry(id, 1)))).toBe(true);
    const bought = { from: { house: 'coin_sales' }, to: { player: id }, type: 'coin_purchase' } as const;
    await transferAlone(db, entry(id, 16, bought));
    expect(await transferAlone(db, entry(id, 1))).toMatchObject({ fromBalance: 0 });
    await expect(transferAlone(db, entry(id, 1, { mayGoBelowZero: true }))).rejects.toThrow(
      /only a reversal/,
    );
  });

  it.each([0, -5, 1.5, 2 ** 53])('throws for the amount %d', async (amount) => {
    const { id } = await createPlayer(db, { gamerCoins: 10 });
    const from = { from: { house: 'adjustments' }, to: { player: id } } as const;
    await expect(transferAlone(db, entry(id, amount, from))).rejects.toThrow();
    expect(await coins(id)).toBe(10);
  });

  it('does not retry when the database fails', async () => {
    const failures = [new Error('the connection broke')];
    const broken = { one: () => Promise.reject(failures.pop() ?? new Error('it was asked twice')) };
    await expect(transferAlone(broken as never, entry('nobody', 1))).rejects.toThrow('the connection broke');
  });

  it('reports zero balances for a player without wallets', async () => {
    const stranger = '00000000-0000-7000-8000-000000000000';
    expect(await getBalances(db, stranger)).toEqual({ gamerCoins: 0, xp: 0, referralTokens: 0 });
    const { id } = await createPlayer(db, { gamerCoins: 10 });
    expect(await getCoins(db, [id, stranger])).toEqual(new Map([[id, 10]]));
  });

  it('throws when a player has no wallet or both accounts are the same', async () => {
    const stranger = '00000000-0000-7000-8000-000000000000';
    await expect(transferAlone(db, entry(stranger, 1))).rejects.toThrow(/no GC wallet/);
    const gift = { from: { house: 'rewards' }, to: { player: stranger } } as const;
    await expect(transferAlone(db, entry(stranger, 1, gift))).rejects.toThrow(/no GC wallet/);
    const { id } = await createPlayer(db, { gamerCoins: 10 });
    await expect(transferAlone(db, entry(id, 1, { to: { player: id } }))).rejects.toThrow(/two_accounts/);
    const circle = { from: { house: 'escrow' } } as const;
    await expect(transferAlone(db, entry(id, 1, circle))).rejects.toThrow(/two_accounts/);
  });
});

describe('the database', () => {
  it('refuses an XP award in coins', async () => {
    const { id } = await createPlayer(db, { gamerCoins: 10 });
    await expect(transferAlone(db, entry(id, 1, { type: 'xp_award' }))).rejects.toThrow(/xp_award/);
  });

  it.each([
    'update transfers set amount = 1',
    'delete from transfers',
    'truncate transfers',
    'delete from wallets',
    'truncate wallets',
  ])('refuses %s', async (statement) => {
    await expect(db.pool.query(statement)).rejects.toThrow(/append-only/);
  });
});
