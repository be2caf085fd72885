// SPDX-License-Identifier: Apache-2.0

import sql, { raw } from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import type { Task } from '../platform/jobs/outbox.ts';
import { dailySumsTasks } from './daily-sums.ts';
import {
  countActivePlayers,
  getCoinsOutstanding,
  getCoinsOutstandingAt,
  getDayOfFirstTransfer,
  listCoinFlows,
} from './flows.ts';
import { transferAlone } from './transfer.ts';

const db = openTestDatabase();
let players: string[];
beforeAll(async () => {
  players = await Promise.all(Array.from({ length: 4 }, async () => (await createPlayer(db)).id));
});

const sumUp = () => (dailySumsTasks(db)['sum-up-days'] as Task)({} as never);
const summedUntil = async () =>
  (await db.row<{ day: string }>(sql`select summed_until::text as day from ledger_sums`))?.day;
const dayMs = 24 * 3_600_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const span = (daysBack: number, until = today + dayMs) => ({
  from: new Date(today - daysBack * dayMs),
  until: new Date(until),
});

let keys = 0;
/** A movement some days ago, a minute after midnight by default, stored as it would have been then. */
async function move(
  daysAgo: number,
  player: number,
  type: string,
  isSource: boolean,
  currency = 'GC',
  afterMidnightMs = 60_000,
): Promise<void> {
  await db.run(sql`
    insert into transfers (amount, created_at, currency, type, debit_player_id, credit_house, credit_player_id,
      debit_house, reference, description, idempotency_key)
    values (${10 + keys}, ${new Date(today - daysAgo * dayMs + afterMidnightMs)}, ${currency}, ${type}::transfer_type,
      ${isSource ? null : players[player]}, ${isSource ? null : 'fees'}, ${isSource ? players[player] : null},
      ${isSource ? 'rewards' : null}, 'test', 'Test', ${`sums-${++keys}`})`);
}

const read = async (daysBack: number) => ({
  flows: await listCoinFlows(db, span(daysBack)),
  active: await countActivePlayers(db, span(daysBack)),
});

/** Players' coins at the start of a day, and the sum of all flows before it. */
async function readHeld(daysBack: number): Promise<[held: number, flowed: number]> {
  const day = new Date(today - daysBack * dayMs);
  const flows = await listCoinFlows(db, { from: new Date(0), until: day });
  const flowed = flows.reduce(
    (sum, { direction, amount }) => sum + (direction === 'source' ? amount : -amount),
    0,
  );
  return [await getCoinsOutstandingAt(db, day), flowed];
}

it('returns the same figures before and after days are summed up', async () => {
  for (const daysAgo of [20, 19, 12, 3, 2, 1, 0]) {
    await move(daysAgo, daysAgo % 4, 'challenge_entry', false);
    await move(daysAgo, 1, 'purchase', false);
    // The first moment of a day does not belong to the day before.
    await move(daysAgo, 1, 'purchase', false, 'GC', 0);
    await move(daysAgo, 2, 'challenge_reward', true);
  }
  expect(await getDayOfFirstTransfer(db)).toBe(new Date(today - 20 * dayMs).toISOString().slice(0, 10));
  const before = await Promise.all([30, 15, 2, 0].map(read));
  expect(before[0]?.flows).toHaveLength(21);
  expect(before[0]?.active).toMatchObject({ inSpan: 4, days: { length: 7 } });
  const held = await Promise.all([20, 19, 2, -1].map(readHeld));
  expect(held.map(([coins]) => coins)).toEqual(held.map(([, flowed]) => flowed));
  expect(new Set(held.map(([coins]) => coins)).size).toBe(4);
  expect(held[0]).toEqual([0, 0]);
  // There are more days than runs: each run continues until no day is left.
  await Promise.all([sumUp(), sumUp()]);
  const yesterdayIsOver = Date.now() - today > 3_600_000;
  expect(await summedUntil()).toBe(
    new Date(yesterdayIsOver ? today : today - dayMs).toISOString().slice(0, 10),
  );
  expect(await Promise.all([30, 15, 2, 0].map(read))).toEqual(before);
  expect(await Promise.all([20, 19, 2, -1].map(readHeld))).toEqual(held);
  await move(0, 3, 'coin_purchase', true);
  const after = await read(0);
  expect(after.flows).toHaveLength((before[3]?.flows.length ?? 0) + 1);
  expect(after.active.inSpan).toBe((before[3]?.active.inSpan ?? 0) + 1);
});

it('counts coins and no other currency', async () => {
  const [before, coins] = [await read(0), await getCoinsOutstanding(db)];
  await move(0, 2, 'purchase', false, 'XP');
  await move(0, 0, 'coin_purchase', true, 'REFERRAL_TOKEN');
  await transferAlone(db, {
    currency: 'XP',
    amount: 7,
    from: { house: 'rewards' },
    to: { player: players[0] as string },
    type: 'xp_award',
    reference: 'test',
    idempotencyKey: 'sums-xp',
    description: 'Test',
  });
  expect(await read(0)).toEqual(before);
  expect([coins, await getCoinsOutstanding(db)]).toEqual([0, 0]);
  await createPlayer(db, { gamerCoins: 25 });
  expect(await getCoinsOutstanding(db)).toBe(25);
});

it('sums up each past day once and reads it from the stored sum', async () => {
  const count = async () =>
    (
      await db.row<{ rows: number }>(
        sql`select (select count(*) from daily_flows) + (select count(*) from daily_players) as rows`,
      )
    )?.rows;
  const made = await count();
  expect(made).toBeGreaterThan(20);
  await sumUp();
  expect(await count()).toBe(made);
  const total = async () => (await listCoinFlows(db, span(30))).reduce((sum, { amount }) => sum + amount, 0);
  const before = await total();
  await db.run(sql`update daily_flows set amount = amount + 1000 where day < now() - interval '10 days'`);
  expect(await total()).toBe(before + 9 * 1000);
});

it('keeps the days it has summed up when a later day fails', async () => {
  const day = (ago: number) => new Date(today - ago * dayMs).toISOString().slice(0, 10);
  const whole = await read(30);
  // An odd number of days before the failing one, so that a run that took two days at a time would fail.
  await db.run(sql`update ledger_sums set summed_until = ${day(8)}`);
  await db.run(sql`delete from daily_flows where day >= ${day(8)}`);
  await db.run(sql`delete from daily_players where day >= ${day(8)}`);
  await db.run(
    sql`create function fail_at_day() returns trigger language plpgsql as 'begin raise exception ''too much''; end'`,
  );
  await db.run(
    raw(
      `create trigger fail before insert on daily_flows for each row when (new.day = '${day(3)}') execute function fail_at_day()`,
    ),
  );
  await expect(sumUp()).rejects.toThrow('too much');
  expect(await summedUntil()).toBe(day(3));
  await db.run(sql`drop function fail_at_day() cascade`);
  await sumUp();
  expect(await read(30)).toEqual(whole);
});

it('counts a transfer at midnight towards the new day', async () => {
  await move(-7, 1, 'purchase', false, 'GC', 0);
  const midnight = today + 7 * dayMs;
  const flowsUntil = (until: number) =>
    listCoinFlows(db, { from: new Date(until - dayMs), until: new Date(until) });
  expect(await flowsUntil(midnight)).toEqual([]);
  expect(await flowsUntil(midnight + dayMs)).toMatchObject([{ type: 'purchase', transfers: 1 }]);
});

it('ignores transfers between players and lists incoming flows before outgoing ones', async () => {
  await move(0, 0, 'purchase', false);
  await move(0, 0, 'challenge_reward', true);
  const then = span(0);
  const before = await listCoinFlows(db, then);
  const directions = before.map(({ direction }) => direction);
  expect(new Set(directions).size).toBe(2);
  expect(directions).toEqual(directions.toSorted().toReversed());
  await db.run(sql`
    insert into transfers (amount, created_at, currency, type, debit_player_id, credit_player_id, reference, description,
      idempotency_key)
    values (5, ${new Date(then.from.getTime() + 1000)}, 'GC', 'reversal', ${players[0]}, ${players[1]}, 'test', 'Test',
      'from one to another')`);
  expect(await listCoinFlows(db, then)).toEqual(before);
});
