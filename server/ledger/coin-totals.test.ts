// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { archiveTransfers, endMonth } from '../../tests/support/old-transfers.ts';
import { startPlayedMonths } from '../../tests/support/played-months.ts';
import { getCoinTotals } from './coin-totals.ts';
import { type Movement, transferAlone } from './transfer.ts';

const months = startPlayedMonths();
const playerId = () => months.players[0]?.id as string;

let keys = 0;
async function move(amount: number, more: Partial<Movement> = {}): Promise<void> {
  const [house, player] = [{ house: 'coin_sales' } as const, { player: playerId() }];
  const [from, to] = amount > 0 ? [house, player] : [player, house];
  const moved = await transferAlone(months.db, {
    ...{ currency: 'GC', type: amount > 0 ? 'coin_purchase' : 'purchase', reference: 'test', from, to },
    ...{ amount: Math.abs(amount), idempotencyKey: `move:${++keys}`, description: 'A move', ...more },
  });
  expect(moved).toMatchObject({ isReplay: false });
}

async function read() {
  const totals = await getCoinTotals(months.db, playerId());
  return Object.fromEntries(totals.map(({ type, ...sums }) => [type, sums]));
}

/** Stores sums up to this id that no transfer accounts for. */
const keep = (upTo: number) =>
  months.db.run(sql`
    insert into statement_sums (player_id, up_to_id, totals)
    values (${playerId()}, ${upTo}, '[{"type": "coin_purchase", "earned": 7000, "spent": 0, "transfers": 7}]')
    on conflict (player_id) do update set up_to_id = excluded.up_to_id, totals = excluded.totals`);

it('adds up coins by kind, and goes on from what it kept of many', async () => {
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
  const kept = await months.db.one<{ isAll: boolean }>(sql`
    select up_to_id = (select max(id) from transfers where currency = 'GC') as is_all from statement_sums
    where player_id = ${playerId()}`);
  expect(kept).toEqual({ isAll: true });
  expect(await read()).toEqual(first);
  await move(-6);
  expect(await read()).toEqual({ ...first, purchase: { earned: 0, spent: 406, transfers: 101 } });
});

it('begins with what was kept only where that holds all that left, else with what was carried', async () => {
  for (let month = 0; month < 2; month++) {
    await move(40);
    await move(5, { currency: 'XP', type: 'reversal' });
    await endMonth(months.test);
  }
  await archiveTransfers(months.test, { findBreaches: async () => [] });
  await move(1);
  const { until } = await months.db.one<{ until: number }>(sql`
    select max(until_id) as until from carried_months`);
  const carried = { coin_purchase: { earned: 81, spent: 0, transfers: 3 } };
  expect(await read()).toEqual(carried);
  await keep(until - 1);
  expect(await read()).toEqual({ coin_purchase: { earned: 7_001, spent: 0, transfers: 8 } });
  await keep(until - 2);
  expect(await read()).toEqual(carried);
});
