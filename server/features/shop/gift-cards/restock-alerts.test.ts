// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { maxRestockAlerts } from '../../../../contract/shop.ts';
import { readExport } from '../../../../tests/support/data-export.ts';
import { dieBefore, dieBeforeEachStep } from '../../../../tests/support/dying-database.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { toForm } from '../../../../tests/support/upload.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { notifyOfRestock } from '../../notifications/notify-player.ts';
import { alertsPerBatch, announceRestock } from './notify-of-restock.ts';

const shop = openForTests(startShopTest);
let db: Database;
let player: Shopper;
let admin: Shopper;
beforeAll(async () => {
  db = shop.test.db;
  admin = await shop.shopper({ role: 'ADMIN' });
});
beforeEach(async () => {
  player = await shop.shopper({ gamerCoins: 100_000 });
});

async function send(method: 'PUT' | 'DELETE' | 'GET', id: string, { token }: Shopper = player) {
  const url = method === 'GET' ? `/gift-card/get/${id}` : `/gift-card/${id}/restock-alert`;
  const answer = await shop.test.call({ method, url, token });
  return { status: answer.statusCode, ...answer.json() };
}
const ask = (id: string, who?: Shopper) => send('PUT', id, who);
const withdraw = (id: string, who?: Shopper) => send('DELETE', id, who);
const isAsked = async (id: string, who?: Shopper) => (await send('GET', id, who)).data.wantsAlert;

/** Imports codes as an administrator does. */
async function restock(id: string, codes = [randomUUID(), randomUUID()]): Promise<void> {
  const file = { name: 'codes.csv', content: Buffer.from(codes.join('\n')) };
  const form = await toForm({ file });
  const url = `/gift-card/${id}/codes`;
  const answer = await shop.test.call({
    method: 'POST',
    url,
    token: admin.token,
    key: randomUUID(),
    ...form,
  });
  expect(answer.json()).toMatchObject({ data: { added: codes.length } });
}

/** Runs the next job that announces a restock, as a worker does. */
async function runNextRestockJob(): Promise<boolean> {
  const job = await db.row<{ payload: never }>(sql`
    delete from graphile_worker._private_jobs where id = (
      select id from graphile_worker._private_jobs where key like 'tell-of-restock:%' limit 1)
    returning payload`);
  if (job) await (shop.test.app.tasks['tell-of-restock'] as Task)(job.payload);
  return job !== undefined;
}
/** Runs these jobs until none is left; returns how many there were. */
async function tell(): Promise<number> {
  let batches = 0;
  while (await runNextRestockJob()) batches++;
  await shop.runPromotions('gift-card.restocked');
  return batches;
}
const waitingJobs = (id: string) =>
  db.row(sql`
    select count(*) from graphile_worker._private_jobs where key = ${`tell-of-restock:${id}`}`);
const told = (id: string) =>
  db.rows<{ playerId: string; title: string; body: string }>(sql`
    select player_id, title, body from notifications
    where kind = 'restock' and link = ${`/products/${id}`} order by id`);
const liveEvents = (who: Shopper) =>
  db.rows(sql`
    select data from live_events
    where player_id = ${who.id} and name = 'notification' and data ->> 'kind' = 'restock'`);

it('notifies a player once when codes arrive, and not about the next codes', async () => {
  const id = await shop.card({ title: 'Rare card', codes: 0 });
  expect(await ask(id)).toMatchObject({ status: 200, data: { wantsAlert: true } });
  expect(await ask(id)).toMatchObject({ status: 200 });
  expect(await isAsked(id)).toBe(true);
  expect(await isAsked(id, admin)).toBe(false);
  await restock(id);
  expect(await tell()).toBe(1);
  const words = { title: 'Back in stock', body: 'You can buy Rare card again.' };
  expect(await told(id)).toEqual([{ playerId: player.id, ...words }]);
  expect(await liveEvents(player)).toMatchObject([
    { data: { ...words, link: `/products/${id}`, unread: 1 } },
  ]);
  expect(await isAsked(id)).toBe(false);
  await restock(id);
  expect(await tell()).toBe(0);
  expect(await told(id)).toHaveLength(1);
});

it('notifies players who asked again about the next restock', async () => {
  const id = await shop.card({ codes: 0 });
  for (const times of [1, 2]) {
    expect((await ask(id)).status).toBe(200);
    await restock(id, [randomUUID()]);
    await tell();
    expect(await told(id)).toHaveLength(times);
    await shop.checkout(player, [line(id)]);
  }
});

it('sends no notification after the alert was withdrawn', async () => {
  const id = await shop.card({ codes: 0 });
  await ask(id);
  for (const _ of [1, 2]) expect(await withdraw(id)).toMatchObject({ data: { wantsAlert: false } });
  expect(await isAsked(id)).toBe(false);
  await restock(id);
  expect(await tell()).toBe(0);
  expect(await told(id)).toEqual([]);
});

it('refuses available, unknown and off-sale cards, and signed-out callers', async () => {
  const toRefusal = async (id: string) => (await ask(id)).code;
  expect(await toRefusal(await shop.card())).toBe('card_available');
  expect(await toRefusal(await shop.card({ codes: 0, isFulfilledByHand: true }))).toBe('card_available');
  expect(await toRefusal(await shop.card({ codes: 0, isActive: false }))).toBe('not_found');
  expect(await toRefusal(randomUUID())).toBe('not_found');
  const url = `/gift-card/${await shop.card({ codes: 0 })}/restock-alert`;
  for (const method of ['PUT', 'DELETE'] as const) {
    expect((await shop.test.call({ method, url })).statusCode).toBe(401);
  }
});

it('limits the alerts per player, also under concurrency, ignoring deleted cards', {
  tags: ['long'],
}, async () => {
  const cards = await Promise.all(
    Array.from({ length: maxRestockAlerts + 4 }, () => shop.card({ codes: 0 })),
  );
  const answers = await Promise.all(cards.map((id) => ask(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxRestockAlerts);
  const refused = answers.filter(({ code }) => code === 'too_many_alerts');
  expect(refused).toHaveLength(4);
  expect(refused[0]?.message).toBe('You can wait for 50 gift cards at a time. Turn off another alert first.');
  const [had] = cards.filter((_, place) => answers[place]?.status === 200);
  const [left] = cards.filter((_, place) => answers[place]?.status !== 200);
  expect((await ask(had as string)).status).toBe(200);
  await db.run(sql`update gift_cards set deleted_at = now(), is_active = false where id = ${had}`);
  shop.test.clock.advance(61_000);
  expect((await ask(left as string)).status).toBe(200);
  await shop.runPromotions('forget-restock-alerts');
});

it('stores one alert for concurrent requests of a player', async () => {
  const id = await shop.card({ codes: 0 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(id)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  await restock(id);
  await tell();
  expect(await told(id)).toHaveLength(1);
});

it('notifies when a card is on sale again or becomes deliverable manually, and on no other change', async () => {
  const id = await shop.card({ codes: 0 });
  await ask(id);
  const change = async (fields: Record<string, string>) => {
    const form = await toForm(fields);
    const url = `/gift-card/update/${id}`;
    await shop.test.call({ method: 'PUT', url, token: admin.token, key: randomUUID(), ...form });
    await tell();
    return (await told(id)).length;
  };
  expect(await change({ title: 'Another title' })).toBe(0);
  expect(await change({ isActive: 'false', isFulfilledByHand: 'true' })).toBe(0);
  expect(await isAsked(id)).toBe(true);
  expect(await change({ isActive: 'true' })).toBe(1);
});

it('the sweep finds alerts made while codes arrived, and lost jobs', async () => {
  const id = await shop.card({ codes: 0 });
  const awaitedByNobody = await shop.card();
  // The import finds nobody waiting, since the alert is not committed yet.
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into restock_alerts (gift_card_id, player_id, asked_at) values (${id}, ${player.id}, now())`);
    await restock(id);
  });
  expect(await waitingJobs(id)).toEqual({ count: 0 });
  for (const _ of [1, 2]) await (shop.test.app.tasks['find-restocks'] as () => Promise<void>)();
  expect(await waitingJobs(id)).toEqual({ count: 1 });
  expect(await waitingJobs(awaitedByNobody)).toEqual({ count: 0 });
  await tell();
  expect(await told(id)).toHaveLength(1);
});

let crowds = 0;
/** A sold-out card with this many new players waiting. */
async function awaited(askers: number): Promise<string> {
  const id = await shop.card({ codes: 0 });
  const prefix = `ASK${String.fromCharCode(65 + crowds++)}`;
  await db.run(sql`
    with asking as (
      insert into players (name, email, referral_code)
      select 'Asker ' || n, 'a' || n || '@' || ${id} || '.test', ${prefix} || lpad(n::text, 8, '0')
      from generate_series(1, ${askers}::int) n returning id)
    insert into restock_alerts (gift_card_id, player_id, asked_at) select ${id}, id, now() from asking`);
  return id;
}
const countRestockNotices = (id: string) =>
  db.row(sql`
    select count(*) as notifications, count(distinct player_id) as players from notifications
    where kind = 'restock' and link = ${`/products/${id}`}`);
/** Domain events that are published but not handled yet. */
const getFacts = (id: string) =>
  db.rows<{ payload: Parameters<typeof notifyOfRestock>[0] }>(sql`
    select payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier = 'gift-card.restocked' and payload ->> 'giftCardId' = ${id}`);
const countWaiting = (id: string) =>
  db.row(sql`select count(*) from restock_alerts where gift_card_id = ${id}`);

it('notifies in batches, earliest first, until it is sold out again', { tags: ['long'] }, async () => {
  const askers = 2 * alertsPerBatch + 100;
  const id = await awaited(askers);
  shop.test.clock.advance(1_000);
  await ask(id);
  await restock(id, [randomUUID()]);
  await runNextRestockJob();
  await shop.runPromotions('gift-card.restocked');
  expect(await countRestockNotices(id)).toEqual({ notifications: alertsPerBatch, players: alertsPerBatch });
  expect(await isAsked(id)).toBe(true);

  await shop.checkout(await shop.shopper({ gamerCoins: 1_000 }), [line(id)]);
  await tell();
  expect(await countRestockNotices(id)).toMatchObject({ notifications: alertsPerBatch });
  expect(await countWaiting(id)).toEqual({ count: askers + 1 - alertsPerBatch });

  await restock(id);
  expect(await tell()).toBe(2);
  expect(await countRestockNotices(id)).toEqual({ notifications: askers + 1, players: askers + 1 });
  expect(await countWaiting(id)).toEqual({ count: 0 });
});

it('notifies each player once with two workers and repeats', { tags: ['long'] }, async () => {
  const askers = 3 * alertsPerBatch;
  const id = await awaited(askers);
  await restock(id);
  await Promise.all([1, 2, 3, 4].map(() => announceRestock(id, { db })));
  const facts = await getFacts(id);
  const twice = [...facts, ...facts];
  await Promise.all(twice.map(({ payload }) => notifyOfRestock(payload, { db, clock: shop.test.clock })));
  await tell();
  expect(await countRestockNotices(id)).toEqual({ notifications: askers, players: askers });
});

it('notifies each player once when the process dies before each step', {
  tags: ['long'],
}, async () => {
  const askers = alertsPerBatch + 50;
  const id = await awaited(askers);
  await restock(id);
  const untilDone = (work: (dying: Database) => Promise<unknown>) =>
    dieBeforeEachStep((step) => dieBefore(step, shop.test, work));
  // A worker would run the remaining jobs again.
  expect(await untilDone((dying) => announceRestock(id, { db: dying }))).toBeGreaterThan(3);
  for (const { payload } of await getFacts(id)) {
    const steps = await untilDone((dying) => notifyOfRestock(payload, { db: dying, clock: shop.test.clock }));
    expect(steps).toBeGreaterThan(2);
  }
  await tell();
  expect(await countRestockNotices(id)).toEqual({ notifications: askers, players: askers });
  const live = await db.row(sql`
    select count(*) as events, count(distinct player_id) as players from live_events
    where name = 'notification' and data ->> 'link' = ${`/products/${id}`}`);
  expect(live).toEqual({ events: askers, players: askers });
});

it('an alert is exported, and deleted with the account and the card', { tags: ['long'] }, async () => {
  const [id, gone] = [await shop.card({ title: 'Wanted', codes: 0 }), await shop.card({ codes: 0 })];
  await ask(id);
  await ask(gone);
  await ask(gone, admin);
  const exported = await readExport(shop.test, player.token);
  expect(exported.restockAlerts).toMatchObject([{ giftCard: 'Wanted' }, {}]);
  await db.run(sql`update gift_cards set deleted_at = now(), is_active = false where id = ${gone}`);
  await (shop.test.app.tasks['forget-restock-alerts'] as () => Promise<void>)();
  expect(await countWaiting(gone)).toEqual({ count: 0 });
  expect(await countWaiting(id)).toEqual({ count: 1 });
  const deleted = await shop.test.call({
    method: 'POST',
    url: '/auth/delete-account',
    token: player.token,
    key: randomUUID(),
    payload: { confirmation: 'DELETE' },
  });
  expect(deleted.statusCode).toBe(200);
  expect(await countWaiting(id)).toEqual({ count: 0 });
  await restock(id);
  expect(await tell()).toBe(0);
});
