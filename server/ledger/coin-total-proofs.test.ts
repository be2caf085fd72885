// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import type { Database } from '../platform/db/database.ts';
import { coinTotalProofs } from './coin-total-proofs.ts';
import { type Moved, type Movement, transferAlone } from './transfer.ts';

const own = openTestDatabase();

let keys = 0;
async function move(
  player: string,
  amount: number,
  more: Partial<Movement> = {},
  db: Database = own,
): Promise<number> {
  const [house, theirs] = [{ house: 'coin_sales' } as const, { player }];
  const [from, to] = amount > 0 ? [house, theirs] : [theirs, house];
  const moved = await transferAlone(db, {
    ...{ currency: 'GC', type: amount > 0 ? 'coin_purchase' : 'purchase', reference: 'test', from, to },
    ...{ amount: Math.abs(amount), idempotencyKey: `move:${++keys}`, description: 'A move', ...more },
  });
  return Number((moved as Moved).transferId);
}

const findBreaches = async (db: Database = own) =>
  (
    await Promise.all(
      coinTotalProofs.map(({ contradictions }) => db.rows<{ breach: string }>(contradictions)),
    )
  )
    .flat()
    .map(({ breach }) => breach);

const keepSums = (db: Database, player: string, { upTo, totals }: { upTo: number; totals: object[] }) =>
  db.run(sql`
    insert into statement_sums (player_id, up_to_id, totals) values (${player}, ${upTo}, ${JSON.stringify(totals)})
    on conflict (player_id) do update set up_to_id = excluded.up_to_id, totals = excluded.totals`);

const bought = { type: 'coin_purchase', earned: 70, spent: 0, transfers: 2 };
const spent = { type: 'purchase', earned: 0, spent: 25, transfers: 1 };

it("reports a stored total that the player's transfers do not add up to", async () => {
  const { id } = await createPlayer(own);
  await move(id, 40);
  await move(id, 9, { currency: 'XP', type: 'reversal' });
  await move(id, -4, { currency: 'XP', type: 'reversal' });
  await move(id, 30);
  const upTo = await move(id, -25);
  await move(id, 8);
  await move(id, -3);
  const other = await createPlayer(own);
  await move(other.id, 500);
  const keep = (totals: object[]) => keepSums(own, id, { upTo, totals });
  await keep([bought, spent]);
  expect(await findBreaches()).toEqual([]);
  await keep([{ ...bought, earned: 71 }, spent]);
  expect(await findBreaches()).toEqual([
    `player ${id}, coin_purchase: stored 71 in and 0 out, transfers 70 in and 0 out`,
  ]);
  await keep([bought, { ...spent, spent: 24 }]);
  expect(await findBreaches()).toEqual([
    `player ${id}, purchase: stored 0 in and 24 out, transfers 0 in and 25 out`,
  ]);
  await keep([bought, { ...spent, transfers: 2 }]);
  expect(await findBreaches()).toEqual([
    `player ${id}, purchase: stored 0 in and 25 out, transfers 0 in and 25 out`,
  ]);
  await keep([spent]);
  expect(await findBreaches()).toEqual([
    `player ${id}, coin_purchase: stored 0 in and 0 out, transfers 70 in and 0 out`,
  ]);
  await keep([bought, spent, { type: 'reversal', earned: 1, spent: 2, transfers: 2 }]);
  expect(await findBreaches()).toEqual([
    `player ${id}, reversal: stored 1 in and 2 out, transfers 0 in and 0 out`,
  ]);
});
