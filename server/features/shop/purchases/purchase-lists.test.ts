// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { createCard } from '../../../../tests/support/shop.ts';
import { recordReveal } from '../codes/gift-card-code-store.ts';
import { forgetAddresses, getAlerts, listCodeLooks, refuseWhileDelivering } from '../person-queries.ts';
import { exportAlerts, exportCodeLooks, exportPurchases } from './export-purchases.ts';
import { countWaiting, listRequests, type RequestsQuery } from './purchase-request-store.ts';
import { listPurchasesBefore } from './purchase-store.ts';

const db = openTestDatabase({ poolSize: 2 });
let giftCardId: string;
beforeAll(async () => {
  giftCardId = await addCard('Card');
});

const addCard = (title: string) => createCard(db, { title });

const hour = (hours: number) => new Date(Date.UTC(2026, 2, 10, hours));

interface Sale {
  playerId?: string;
  orderId?: string;
  title?: string;
  gcCoin?: number;
  status?: 'on_its_way' | 'delivered' | 'refunded';
  soldAt?: Date;
  promisedBy?: Date | null;
}
async function sell(sale: Sale): Promise<string> {
  const { playerId = randomUUID(), title = 'Card', gcCoin = 100, status = 'on_its_way' } = sale;
  const { soldAt = hour(0), promisedBy = hour(24), orderId = randomUUID() } = sale;
  const { id } = await db.one<{ id: string }>(sql`
    with ordered as (
      insert into orders (id, player_id, total_gc, created_at) values (${orderId}, ${playerId}, 1, now()) on conflict do nothing)
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, promised_by, delivered_at, refunded_at,
      title, status)
    values (make_uuidv7(), ${orderId}, ${playerId}, ${giftCardId}, ${gcCoin}, ${soldAt}, ${promisedBy},
      ${status === 'delivered' ? soldAt : null}, ${status === 'refunded' ? soldAt : null}, ${title}, ${status})
    returning id`);
  return id;
}
async function addCode(purchaseId: string | null, replacedAt: Date | null = null): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`
    insert into gift_card_codes (id, gift_card_id, purchase_id, key_id, nonce, ciphertext, fingerprint, masked, replaced_at)
    values (make_uuidv7(), ${giftCardId}, ${purchaseId}, 'key', ${randomBytes(12)}, ${randomBytes(20)}, ${randomBytes(32)}, 'm',
      ${replacedAt})
    returning id`);
  return id;
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

it('lists sold cards by status, title or buyer in every order', async () => {
  const buyer = randomUUID();
  const names = new Map<string, string>();
  const add = async (name: string, sale: Sale) => names.set(await sell({ title: name, ...sale }), name);
  await add('b due', { gcCoin: 30, soldAt: hour(1), promisedBy: hour(12) });
  await add('A late', { gcCoin: 20, soldAt: hour(2), promisedBy: hour(11) });
  await add('d waits', { gcCoin: 10, soldAt: hour(3), promisedBy: hour(13), playerId: buyer });
  await add('C done', { gcCoin: 50, soldAt: hour(4), promisedBy: hour(10), status: 'delivered' });
  await add('e 50% back', { gcCoin: 40, soldAt: hour(0), promisedBy: hour(9), status: 'refunded' });
  await add('f stock', { gcCoin: 60, soldAt: hour(5), promisedBy: null, status: 'delivered' });
  const [done = ''] = [...names].find(([, name]) => name === 'C done') ?? [];
  await addCode(done, hour(5));
  await addCode(done);

  const query = { sort: 'title', order: 'asc', page: 1, pageSize: 10 } as const;
  const list = async (changed: Partial<RequestsQuery> = {}, playerIds: string[] = []) => {
    const { rows, ...counted } = await listRequests(
      db,
      { ...query, ...changed },
      { playerIds, now: hour(12) },
    );
    return { titles: rows.map(({ id }) => names.get(id)).join(', '), rows, ...counted };
  };
  expect(await list()).toMatchObject({
    titles: 'A late, b due, C done, d waits, e 50% back, f stock',
    total: 6,
    isEstimate: false,
  });
  for (const [status, titles] of [
    ['waiting', 'A late, b due, d waits'],
    ['overdue', 'A late, b due'],
    ['delivered', 'C done, f stock'],
    ['refunded', 'e 50% back'],
  ] as const) {
    expect(await list({ status })).toMatchObject({ titles, total: titles.split(', ').length });
  }
  for (const [sort, titles] of [
    ['purchasedAt', 'e 50% back, b due, A late, d waits, C done, f stock'],
    ['promisedBy', 'f stock, e 50% back, C done, A late, b due, d waits'],
    ['title', 'A late, b due, C done, d waits, e 50% back, f stock'],
    ['gcCoin', 'd waits, A late, b due, e 50% back, C done, f stock'],
  ] as const) {
    expect((await list({ sort })).titles).toBe(titles);
    expect((await list({ sort, order: 'desc' })).titles).toBe(titles.split(', ').reverse().join(', '));
  }
  expect(await list({ page: 2, pageSize: 2 })).toMatchObject({ titles: 'C done, d waits', total: 6 });
  expect((await list({ search: 'LATE' })).titles).toBe('A late');
  expect((await list({ search: '50%' })).titles).toBe('e 50% back');
  expect((await list({ search: '%' })).titles).toBe('e 50% back');
  expect((await list({ search: 'late' }, [buyer])).titles).toBe('A late, d waits');
  expect((await list({ search: 'late', status: 'delivered' }, [buyer])).titles).toBe('');
  expect((await list()).rows.map(({ hasCode }) => hasCode)).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
  ]);
  expect((await list({ status: 'delivered', search: 'done' })).rows).toEqual([
    {
      id: done,
      playerId: expect.any(String),
      giftCardId,
      title: 'C done',
      gcCoin: 50,
      status: 'delivered',
      createdAt: hour(4),
      promisedBy: hour(10),
      hasCode: true,
      isHeld: false,
      lacksSeenCode: false,
      wasElsewhere: false,
    },
  ]);
  expect(await countWaiting(db, hour(12))).toEqual({ waiting: 3, overdue: 2 });
  expect(await countWaiting(db, hour(8))).toEqual({ waiting: 3, overdue: 0 });
});

it('orders ties the same on every page, and stops counting beyond a limit', { tags: ['long'] }, async () => {
  const many = (count: number) =>
    db.run(sql`
      with ordered as (insert into orders (id, player_id, total_gc, created_at) values (make_uuidv7(), make_uuidv7(), 1, now()) returning id)
      insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, promised_by, title, status)
      select make_uuidv7(), id, make_uuidv7(), ${giftCardId}, 1, ${hour(0)}, ${hour(1)}, 'Many', 'on_its_way'
      from ordered, generate_series(1, ${count}::int)`);
  await many(10_000);
  const page = (number: number, order: 'asc' | 'desc', pageSize = 3) => {
    const query = { search: 'many', sort: 'title', order, page: number, pageSize } as const;
    return listRequests(db, query, { playerIds: [], now: hour(0) });
  };
  for (const order of ['asc', 'desc'] as const) {
    const whole = (await page(1, order, 9)).rows.map(({ id }) => id);
    const pages = [await page(1, order), await page(2, order), await page(3, order)];
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(whole);
    const sorted = whole.toSorted();
    expect(whole).toEqual(order === 'asc' ? sorted : sorted.toReversed());
  }
  expect(await page(1, 'asc')).toMatchObject({ total: 10_000, isEstimate: false });
  await many(1);
  expect(await page(1, 'asc')).toMatchObject({ total: 10_000, isEstimate: true });
});

it('pages through orders of several cards, newest order first, cards in order of purchase', async () => {
  const playerId = randomUUID();
  const orders = [1, 2, 3].map((n) => `01900000-0000-7000-8000-00000000000${n}`);
  const bought: string[][] = [];
  for (const orderId of orders) {
    const cards: string[] = [];
    for (let card = 0; card < 3; card++) cards.push(await sell({ playerId, orderId }));
    bought.push(cards);
  }
  await sell({});
  const expected = bought.toReversed().flat();
  for (const limit of [1, 2, 4]) {
    const found: string[] = [];
    for (;;) {
      const before = found.at(-1);
      const page = await listPurchasesBefore(db, playerId, { limit, ...(before && { before }) });
      if (page.length === 0) break;
      found.push(...page.map(({ _id }) => _id));
    }
    expect(found).toEqual(expected);
  }
});

it('exports every purchase and code view, page by page', async () => {
  const [{ id: playerId }, { id: other }] = [await createPlayer(db), await createPlayer(db)];
  await db.run(sql`
    with ordered as (
      insert into orders (id, player_id, total_gc, created_at) values (make_uuidv7(), ${playerId}, 1, now()) returning id)
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, delivered_at, title, status)
    select make_uuidv7(), id, ${playerId}, ${giftCardId}, 1, now(), now(), n, 'delivered' from ordered, generate_series(1, 501) n`);
  const exported = await collect(exportPurchases(db, playerId));
  expect(exported.map(({ title }) => Number(title))).toEqual(Array.from({ length: 501 }, (_, n) => n + 1));
  expect(exported[0]).not.toHaveProperty('hashCode');

  const codeId = await addCode(null);
  const look = (viewerId: string, hours: number) =>
    db.transaction((tx) => recordReveal(tx, { codeId, viewerId, address: '10.0.0.1', at: hour(hours) }));
  for (const hours of [1, 2, 3]) await look(playerId, hours);
  await look(other, 4);
  const seen = (hours: number, address = '10.0.0.1') => ({
    id: expect.any(String),
    giftCard: 'Card',
    address,
    seenAt: hour(hours),
  });
  const [first, ...more] = await listCodeLooks(db, playerId, { after: undefined, limit: 2 });
  expect([first, ...more]).toEqual([seen(1), seen(2)]);
  expect(await listCodeLooks(db, playerId, { after: first?.id, limit: 9 })).toEqual([seen(2), seen(3)]);
  const read = ({ seenAt, giftCard, address }: ReturnType<typeof seen>) => ({
    giftCard,
    address,
    seenAt: seenAt.toISOString(),
  });
  const looks = [seen(1), seen(2), seen(3)].map(read);
  expect(await collect(exportCodeLooks(db, playerId))).toEqual(looks);
  await db.run(sql`
    insert into code_reveals (code_id, viewer_id, address, revealed_at)
    select ${codeId}, ${playerId}, '10.0.0.1', ${hour(9)} from generate_series(1, 498)`);
  expect((await collect(exportCodeLooks(db, playerId))).map(({ seenAt }) => seenAt)).toEqual([
    ...looks.map(({ seenAt }) => seenAt),
    ...Array(498).fill(hour(9).toISOString()),
  ]);
  await db.transaction((tx) => forgetAddresses(tx, playerId));
  expect((await listCodeLooks(db, playerId, { after: undefined, limit: 9 }))[2]).toEqual(seen(3, ''));
  expect(await listCodeLooks(db, other, { after: undefined, limit: 9 })).toEqual([seen(4)]);
});

it("returns a player's restock alerts in order, and an undelivered card as an obstacle to deletion", async () => {
  const [{ id: playerId }, { id: other }] = [await createPlayer(db), await createPlayer(db)];
  const ask = async (title: string, who: string, hours: number) =>
    db.run(sql`
      insert into restock_alerts (gift_card_id, player_id, asked_at) values (${await addCard(title)}, ${who}, ${hour(hours)})`);
  await ask('Later', playerId, 2);
  await ask('Sooner', playerId, 1);
  await ask('Of another', other, 0);
  expect(await getAlerts(db, playerId)).toEqual([
    { giftCard: 'Sooner', askedAt: hour(1) },
    { giftCard: 'Later', askedAt: hour(2) },
  ]);
  expect(await collect(exportAlerts(db, playerId))).toEqual([
    { giftCard: 'Sooner', askedAt: hour(1).toISOString() },
    { giftCard: 'Later', askedAt: hour(2).toISOString() },
  ]);
  const obstacle = () => db.transaction((tx) => refuseWhileDelivering(tx, playerId));
  await sell({ playerId, status: 'delivered' });
  await sell({ status: 'on_its_way' });
  expect(await obstacle()).toBeUndefined();
  await sell({ playerId, status: 'on_its_way' });
  expect(await obstacle()).toEqual({ refused: 'deletion_delivery_pending', data: { title: 'Card' } });
});
