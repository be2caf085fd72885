// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { announceBalance, announceBalances } from './announce.ts';
import { transfer } from './transfer.ts';

const db = openTestDatabase({ poolSize: 2 });

it('announces the balance after a transfer, and nothing after a rollback', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 100 });
  const spend = (idempotencyKey: string, amount: number) =>
    db.transaction(async (tx) => {
      const moved = await transfer(tx, {
        currency: 'GC',
        amount,
        from: { player: id },
        to: { house: 'gift_cards' },
        type: 'purchase',
        reference: 'order',
        idempotencyKey,
        description: 'Gift card',
      });
      await announceBalance(tx, id, { delta: -amount, currency: 'GC', description: 'Gift card' });
      return moved;
    });
  await spend('enough', 40);
  expect(await spend('too much', 70)).toMatchObject({ refused: 'insufficient_coins' });
  const events = await db.rows(sql`select name, data from live_events where player_id = ${id}`);
  const data = {
    gamerCoins: 60,
    xp: 0,
    referralTokens: 0,
    delta: -40,
    currency: 'GC',
    description: 'Gift card',
  };
  expect(events).toEqual([{ name: 'balance', data }]);
});

it.each([1, 2])('announces each balance of a batch of %d once', async (count) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await createPlayer(db, { gamerCoins: 10 * (n + 1) })).id);
  const changes = ids.map((playerId, n) => ({ playerId, delta: n + 1 }));
  await db.transaction((tx) => announceBalances(tx, changes, { currency: 'GC', description: 'A reward' }));
  for (const [n, id] of ids.entries()) {
    const events = await db.rows(sql`select name, data from live_events where player_id = ${id}`);
    const balances = { gamerCoins: 10 * (n + 1), xp: 0, referralTokens: 0 };
    const data = { ...balances, delta: n + 1, currency: 'GC', description: 'A reward' };
    expect(events).toEqual([{ name: 'balance', data }]);
  }
});
