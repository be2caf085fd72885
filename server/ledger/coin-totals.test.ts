// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { getCoinTotals } from './coin-totals.ts';
import { type Movement, transferAlone } from './transfer.ts';

const db = openTestDatabase();
let playerId: string;
beforeEach(async () => {
  playerId = (await createPlayer(db)).id;
});

let keys = 0;
async function move(amount: number, more: Partial<Movement> = {}): Promise<void> {
  const [house, player] = [{ house: 'coin_sales' } as const, { player: playerId }];
  const [from, to] = amount > 0 ? [house, player] : [player, house];
  const moved = await transferAlone(db, {
    ...{ currency: 'GC', type: amount > 0 ? 'coin_purchase' : 'purchase', reference: 'test', from, to },
    ...{ amount: Math.abs(amount), idempotencyKey: `move:${++keys}`, description: 'A move', ...more },
  });
  expect(moved).toMatchObject({ isReplay: false });
}

async function read() {
  const totals = await getCoinTotals(db, playerId);
  return Object.fromEntries(totals.map(({ type, ...sums }) => [type, sums]));
}

it('adds up coins by type and continues from the stored totals', async () => {
  for (let n = 0; n < 100; n++) {
    await move(10);
    await move(-4);
  }
  await move(9, { currency: 'XP', type: 'reversal' });
  await move(-3, { currency: 'XP', type: 'reversal' });
  const first = {
    coin_purchase: { earned: 1_000, spent: 0, transfers: 100 },
    purchase: { earned: 0, spent: 400, transfers: 100 },
  };
  expect(await read()).toEqual(first);
  const kept = await db.one<{ isAll: boolean }>(sql`
    select up_to_id = (select max(id) from transfers where currency = 'GC') as is_all from statement_sums
    where player_id = ${playerId}`);
  expect(kept).toEqual({ isAll: true });
  expect(await read()).toEqual(first);
  await move(-6);
  expect(await read()).toEqual({ ...first, purchase: { earned: 0, spent: 406, transfers: 101 } });
});
