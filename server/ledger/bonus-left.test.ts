// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { readBonusLeft } from './bonus-left.ts';
import { type Movement, transferAlone } from './transfer.ts';

const db = openTestDatabase();
let playerId: string;
beforeEach(async () => {
  playerId = (await createPlayer(db)).id;
});

const left = () => readBonusLeft(db, playerId);

let keys = 0;
async function move(
  type: Movement['type'],
  amount: number,
  { currency = 'GC', reference = `reference ${++keys}` }: Partial<Movement> = {},
): Promise<void> {
  const [house, player] = [{ house: 'rewards' } as const, { player: playerId }];
  const [from, to] = amount > 0 ? [house, player] : [player, house];
  const own = { idempotencyKey: `move:${++keys}`, description: 'A move', reference };
  const moved = await transferAlone(db, {
    ...{ type, currency, from, to, amount: Math.abs(amount) },
    ...own,
  });
  expect(moved).toMatchObject({ isReplay: false });
}

/** Enough transfers for the result of a reading to be stored. */
async function moveOften(): Promise<void> {
  for (let n = 0; n < 100; n++) {
    await move('coin_purchase', 5);
    await move('purchase', -5);
  }
}

const readKept = () =>
  db.row(sql`
    select up_to_id, totals, bonus_left, bonus_up_to_id = (select max(id) from transfers) as is_newest
    from statement_sums where player_id = ${playerId}`);

it('counts coins from events and giveaways, minus the entry fees that used them up', async () => {
  await move('coin_purchase', 500);
  await move('challenge_entry', -40);
  expect(await left()).toBe(0);
  await move('event_reward', 100);
  await move('giveaway_prize', 50);
  await move('xp_award', 900, { currency: 'XP' });
  await move('purchase', -60);
  await move('challenge_entry', -30, { reference: 'attempt' });
  expect(await left()).toBe(120);
  await move('challenge_refund', 30, { reference: 'attempt' });
  expect(await left()).toBe(150);
  expect(await readKept()).toBeUndefined();
});

it('stores a total after many transfers and counts each transfer once', { tags: ['long'] }, async () => {
  await move('coin_purchase', 500);
  await move('challenge_entry', -40, { reference: 'first' });
  await moveOften();
  await move('event_reward', 100);
  expect(await left()).toBe(100);
  expect(await readKept()).toEqual({ upToId: 0, totals: [], bonusLeft: 100, isNewest: true });
  // Counting the newest stored move again would make it more.
  expect(await left()).toBe(100);
  await move('challenge_entry', -30, { reference: 'second' });
  expect(await left()).toBe(70);
  await move('challenge_refund', 30, { reference: 'second' });
  expect(await left()).toBe(100);
  expect(await readKept()).toMatchObject({ bonusLeft: 100, isNewest: false });
  await moveOften();
  await move('challenge_entry', -10);
  expect(await left()).toBe(90);
  expect(await readKept()).toMatchObject({ bonusLeft: 90, isNewest: true });
  expect(await left()).toBe(90);
});

it('recounts from the start when a refunded fee is older than the stored total', async () => {
  await move('event_reward', 100);
  await move('challenge_entry', -30, { reference: 'attempt' });
  await move('purchase', -20);
  await moveOften();
  expect(await left()).toBe(70);
  await move('event_reward', 5);
  await move('challenge_refund', 30, { reference: 'attempt' });
  expect(await left()).toBe(105);
  expect(await readKept()).toMatchObject({ bonusLeft: 105, isNewest: true });
});
