// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { coinTotalProofs } from './coin-total-proofs.ts';
import { type Moved, type Movement, transferAlone } from './transfer.ts';

const db = openTestDatabase();

let keys = 0;
async function move(player: string, amount: number, more: Partial<Movement> = {}): Promise<number> {
  const [house, own] = [{ house: 'coin_sales' } as const, { player }];
  const [from, to] = amount > 0 ? [house, own] : [own, house];
  const moved = await transferAlone(db, {
    ...{ currency: 'GC', type: amount > 0 ? 'coin_purchase' : 'purchase', reference: 'test', from, to },
    ...{ amount: Math.abs(amount), idempotencyKey: `move:${++keys}`, description: 'A move', ...more },
  });
  return Number((moved as Moved).transferId);
}

const findBreaches = async () =>
  (
    await Promise.all(
      coinTotalProofs.map(({ contradictions }) => db.rows<{ breach: string }>(contradictions)),
    )
  )
    .flat()
    .map(({ breach }) => breach);

const bought = { type: 'coin_purchase', earned: 70, spent: 0, transfers: 2 };
const spent = { type: 'purchase', earned: 0, spent: 25, transfers: 1 };

it('knows a kept sum of a statement by its transfers alone: coins, up to where it was kept', async () => {
  const { id } = await createPlayer(db);
  await move(id, 40);
  await move(id, 9, { currency: 'XP', type: 'reversal' });
  await move(id, -4, { currency: 'XP', type: 'reversal' });
  await move(id, 30);
  const upTo = await move(id, -25);
  await move(id, 8);
  await move(id, -3);
  const other = await createPlayer(db);
  await move(other.id, 500);
  const keep = (totals: object[]) =>
    db.run(sql`
      insert into statement_sums (player_id, up_to_id, totals) values (${id}, ${upTo}, ${JSON.stringify(totals)})
      on conflict (player_id) do update set totals = excluded.totals`);
  await keep([bought, spent]);
  expect(await findBreaches()).toEqual([]);
  await keep([{ ...bought, earned: 71 }, spent]);
  expect(await findBreaches()).toEqual([
    `player ${id}, coin_purchase: kept 71 in, 0 out, moved 70 in, 0 out`,
  ]);
  await keep([bought, { ...spent, spent: 24 }]);
  expect(await findBreaches()).toEqual([`player ${id}, purchase: kept 0 in, 24 out, moved 0 in, 25 out`]);
  await keep([bought, { ...spent, transfers: 2 }]);
  expect(await findBreaches()).toEqual([`player ${id}, purchase: kept 0 in, 25 out, moved 0 in, 25 out`]);
  await keep([spent]);
  expect(await findBreaches()).toEqual([`player ${id}, coin_purchase: kept 0 in, 0 out, moved 70 in, 0 out`]);
  await keep([bought, spent, { type: 'reversal', earned: 1, spent: 2, transfers: 2 }]);
  expect(await findBreaches()).toEqual([`player ${id}, reversal: kept 1 in, 2 out, moved 0 in, 0 out`]);
});
