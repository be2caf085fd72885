// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import type { Overview } from '../../../contract/overview-admin.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { patient } from '../../../tests/support/patience.ts';
import { line, type Shopper, startShopTest } from '../../../tests/support/shop.ts';

const shop = openForTests(startShopTest);
let admin: Shopper;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'ADMIN' });
});

const dayMs = 24 * 60 * 60_000;
const getDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

async function read(
  { from, to } = { from: getDay(Date.now() - 6 * dayMs), to: getDay(Date.now() + dayMs) },
  as = admin,
  compare = '',
) {
  const url = `/overview?from=${from}&to=${to}${compare && `&compare=${compare}`}`;
  const answer = await shop.test.call({ url, token: as.token });
  return { status: answer.statusCode, data: answer.json().data as Overview };
}
const flow = ({ flows }: Overview, type: string) => flows.find((entry) => entry.type === type);

it('changes with stock, sales, coin use, activity and pending work', async () => {
  const before = (await read()).data;
  const card = await shop.card({ codes: 4 });
  const byHand = await shop.card({ codes: 0, isFulfilledByHand: true });
  const stocked = (await read()).data;
  expect(stocked.coins.stockValue).toBe(before.coins.stockValue + 400);
  expect(stocked.pending.lowStockCards).toBe(before.pending.lowStockCards + 2);
  const buyer = await shop.shopper();
  await shop.checkout(buyer, [line(card, 2), line(byHand)]);
  const { data } = await read();
  expect(data.coins).toMatchObject({
    outstanding: stocked.coins.outstanding + 1000 - 300,
    stockValue: stocked.coins.stockValue - 200,
    stockCodes: stocked.coins.stockCodes - 2,
  });
  expect(flow(data, 'purchase')).toMatchObject({ direction: 'sink', amount: 300, transfers: 1 });
  expect(flow(data, 'admin_credit')).toMatchObject({ direction: 'source' });
  expect(data.sales).toMatchObject([{ giftCards: 3, giftCardCoins: 300, payments: 0, paidCents: 0 }]);
  expect(data.activePlayers).toMatchObject({ inSpan: 1, days: [{ players: 1 }] });
  expect(data.pending).toMatchObject({ deliveries: 1, overdueDeliveries: 0 });
  await shop.test.db.run(sql`update gift_cards set gc_coin = 150 where id = ${card}`);
  expect((await read()).data.coins.stockValue).toBe(data.coins.stockValue + 100);
});

it('counts only what happened in the date range', async () => {
  const past = await read({ from: '2020-01-01', to: '2020-01-31' });
  expect(past.data).toMatchObject({ flows: [], sales: [], attempts: [], winRate: null });
  expect(past.data.activePlayers).toEqual({ inSpan: 0, days: [] });
});

it("counts the first and last minute of a UTC day, whatever the database's time zone", async () => {
  const { db } = shop.test;
  const minutes = ['2026-03-10T00:00:30Z', '2026-03-10T23:59:30Z'];
  await db.run(sql`
    with ordered as (
      insert into orders (id, player_id, total_gc, created_at)
      select make_uuidv7(), ${admin.id}, 100, at from unnest(${minutes}::timestamptz[]) at returning id, player_id, created_at
    )
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, delivered_at, title, status)
    select make_uuidv7(), id, player_id, make_uuidv7(), 100, created_at, created_at, 'Card', 'delivered' from ordered`);
  await db.run(sql`
    insert into payments (player_id, package_title, coins, xp, amount_cents, intent_id, status, created_at, credited_at)
    select ${admin.id}, 'GC_100', 100, 1, 100, 'pi_' || at, 'credited', at, at from unnest(${minutes}::timestamptz[]) at`);
  await db.run(sql`
    with challenge as (insert into challenges (description) values ('Played at midnight') returning id)
    insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
      reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
      reason, completed_at)
    select ${admin.id}, id, 'Played at midnight', make_uuidv7(), 'TOP1_0KILL_SOLO', 5, 10, 1, 0, 'epic', 'key', '{}', at, at,
      'SUCCESS', 'test', at
    from challenge, unnest(${minutes}::timestamptz[]) at`);
  const { data } = await read({ from: '2026-03-09', to: '2026-03-11' });
  const day = '2026-03-10';
  expect(data.sales).toMatchObject([{ day, giftCards: 2, giftCardCoins: 200, payments: 2, paidCents: 200 }]);
  expect(data.attempts).toMatchObject([{ day, won: 2 }]);
});

it('returns the figures of the previous period, if there are any', async () => {
  const today = Date.now();
  const days = { from: getDay(today + 1 * dayMs), to: getDay(today + 8 * dayMs) };
  const now = await read();
  expect(now.data.earlier).toBeNull();
  const { data } = await read(days, admin, 'previous');
  const [from, to] = [getDay(today - 7 * dayMs), getDay(today)];
  const { flows, sales, attempts, winRate, activePlayers, replacedCodes } = now.data;
  const movements = { flows, sales, attempts, winRate, activePlayers, replacedCodes };
  expect(data.earlier).toEqual({ from, to, recordedSince: getDay(today), ...movements });
  expect(data).toMatchObject({ flows: [], sales: [], activePlayers: { inSpan: 0 } });
  const month = await read({ from: '2026-03-01', to: '2026-03-31' }, admin, 'month');
  expect(month.data.earlier).toMatchObject({ from: '2026-02-01', to: '2026-02-28', flows: [] });
});

it('rejects a comparison that does not fit the date range', async () => {
  expect((await read({ from: '2026-01-01', to: '2026-02-28' }, admin, 'month')).status).toBe(400);
  expect((await read({ from: '2026-01-01', to: '2026-02-28' }, admin, 'year')).status).toBe(400);
});

it('rejects a reversed or too long date range, and calls by players', async () => {
  expect((await read({ from: '2026-02-01', to: '2026-01-01' })).status).toBe(400);
  expect((await read({ from: '2020-01-01', to: '2022-01-01' })).status).toBe(400);
  expect((await read(undefined, await shop.shopper())).status).toBe(403);
});

it('answers "unavailable" quickly with a retry time while reports use all connections', {
  tags: ['long'],
}, async () => {
  const { reports } = shop.test.db;
  const enough = Promise.withResolvers<void>();
  const long = Array.from({ length: 3 }, () =>
    reports.transaction(async (tx) => {
      await tx.row(sql`select 1`);
      await enough.promise;
    }),
  );
  const began = performance.now();
  const answer = await shop.test.call({ url: '/overview?from=2026-01-01&to=2026-01-02', token: admin.token });
  const tookMs = performance.now() - began;
  enough.resolve();
  await Promise.all(long);
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'unavailable' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(tookMs).toBeLessThan(patient(10_000));
});
