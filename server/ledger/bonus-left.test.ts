// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { archiveTransfers, endMonth } from '../../tests/support/old-transfers.ts';
import { startPlayedMonths } from '../../tests/support/played-months.ts';
import { readBonusLeft } from './bonus-left.ts';
import { type Movement, transferAlone } from './transfer.ts';

const months = startPlayedMonths();

const playerId = () => months.players[0]?.id as string;
const left = () => readBonusLeft(months.db, playerId());

let keys = 0;
async function move(
  type: Movement['type'],
  amount: number,
  { currency = 'GC', reference = `reference ${++keys}` }: Partial<Movement> = {},
): Promise<void> {
  const [house, player] = [{ house: 'rewards' } as const, { player: playerId() }];
  const [from, to] = amount > 0 ? [house, player] : [player, house];
  const own = { idempotencyKey: `move:${++keys}`, description: 'A move', reference };
  const moved = await transferAlone(months.db, {
    ...{ type, currency, from, to, amount: Math.abs(amount) },
    ...own,
  });
  expect(moved).toMatchObject({ isReplay: false });
}

/** Enough transfers for a reading to be kept. */
async function moveOften(): Promise<void> {
  for (let n = 0; n < 100; n++) {
    await move('coin_purchase', 5);
    await move('purchase', -5);
  }
}

const readKept = () =>
  months.db.row(sql`
    select up_to_id, totals, bonus_left, bonus_up_to_id = (select max(id) from transfers) as is_newest
    from statement_sums where player_id = ${playerId()}`);

/** Without proof of the books: these are one player's transfers, without the rows that belong to them. */
const archive = () => archiveTransfers(months.test, { findBreaches: async () => [] });

it('counts what events and giveaways gave, less the fees that used it up', async () => {
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

it('goes on from what it kept of many transfers, each of which counts once', async () => {
  await move('coin_purchase', 500);
  await move('challenge_entry', -40, { reference: 'first' });
  await moveOften();
  await move('event_reward', 100);
  expect(await left()).toBe(100);
  expect(await readKept()).toEqual({ upToId: 0, totals: [], bonusLeft: 100, isNewest: true });
  // If the newest kept move were counted again, there would be more.
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

it('goes through all once more where a fee comes back that was paid before what it kept', async () => {
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

it('begins with what a player’s archived months say of bonus coins and fees', async () => {
  for (let month = 0; month < 2; month++) {
    await move('event_reward', 100);
    await move('coin_purchase', 500);
    await move('event_reward', 700, { currency: 'XP' });
    await move('challenge_entry', -30);
    await move('purchase', -20);
    await endMonth(months.test);
  }
  expect(await left()).toBe(140);
  await archive();
  expect(await left()).toBe(140);
  await move('event_reward', 7);
  await move('challenge_entry', -1);
  expect(await left()).toBe(146);
});

it('goes on from what it kept where nothing later has left', async () => {
  await move('coin_purchase', 500);
  await move('challenge_entry', -100);
  await moveOften();
  await move('event_reward', 50);
  expect(await left()).toBe(50);
  await endMonth(months.test);
  await archive();
  // That month's sums do not tell that the fees came first.
  expect(await left()).toBe(50);
  await move('xp_award', 900, { currency: 'XP' });
  await endMonth(months.test);
  await archive();
  // No transfer of coins has been archived since.
  expect(await left()).toBe(50);
  await move('event_reward', 9);
  await move('xp_award', 900, { currency: 'XP' });
  await endMonth(months.test);
  await move('event_reward', 1);
  expect(await left()).toBe(60);
  await archive();
  expect(await left()).toBe(60);
});

it('keeps what is left when a month is archived, in the order in which things happened', async () => {
  await move('coin_purchase', 500);
  await move('challenge_entry', -300);
  await move('event_reward', 100);
  await move('challenge_entry', -30, { reference: 'attempt' });
  await move('challenge_refund', 20, { reference: 'attempt' });
  await endMonth(months.test);
  expect(await left()).toBe(90);
  await archive();
  expect(await left()).toBe(90);
  await move('challenge_entry', -70);
  await move('event_reward', 5);
  await endMonth(months.test);
  await archive();
  expect(await left()).toBe(25);
  // What comes back of an archived fee is bonus again, if all of it was.
  await move('challenge_refund', 10, { reference: 'attempt' });
  expect(await left()).toBe(35);
});

it('keeps that nothing is left when a month is archived, and over later months of plain purchases', async () => {
  await move('event_reward', 100);
  await move('challenge_entry', -100);
  expect(await left()).toBe(0);
  await endMonth(months.test);
  await archive();
  expect(await left()).toBe(0);
  await move('coin_purchase', 80);
  await move('purchase', -20);
  await endMonth(months.test);
  await archive();
  expect(await left()).toBe(0);
  await move('challenge_reward', 100);
  expect(await left()).toBe(0);
});

it('lets nothing become redeemable of months that were archived before results were kept', async () => {
  await move('coin_purchase', 500);
  await move('challenge_entry', -300);
  await move('event_reward', 100);
  await endMonth(months.test);
  await archive();
  await months.db.run(sql`update statement_sums set bonus_up_to_id = null, bonus_left = null`);
  expect(await left()).toBe(100);
});
