// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { startShopTest } from '../../../../tests/support/shop.ts';
import type { Database } from '../../../platform/db/database.ts';
import { listBuyers, listRequests } from './purchase-request-store.ts';

const shop = openForTests(startShopTest);
let db: Database;
const players: string[] = [];
beforeAll(async () => {
  db = shop.test.db;
  for (let n = 0; n < 4; n++) players.push((await shop.shopper()).id);
  const card = await shop.card();
  // Prices and times repeat, so that for some only the id decides; titles differ in case.
  await db.run(sql`
    with bought as (
      select make_uuidv7() as id, make_uuidv7() as order_id, n, (${players}::uuid[])[1 + n % 3] as player_id,
        (array['Red 10%', 'RED 10%', 'Blue_1', 'Blue 11', 'Green'])[1 + n % 5] as title,
        timestamptz '2026-01-01' + interval '1 hour' * (n % 17) as at
      from generate_series(1, 60) n),
    ordered as (
      insert into orders (id, player_id, total_gc, created_at) select order_id, player_id, 10, at from bought)
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, title, status, promised_by, delivered_at)
    select id, order_id, player_id, ${card}, 10 + n % 4, at, title,
      case when n % 10 = 0 then 'on_its_way' else 'delivered' end,
      case when n % 4 = 2 or n % 10 = 0 then at + interval '1 hour' * (n % 7) end, case when n % 10 <> 0 then at end
    from bought`);
});

const keys = {
  purchasedAt: 'created_at',
  promisedBy: 'coalesce(promised_by, created_at)',
  title: 'lower(title)',
  gcCoin: 'gc_coin',
} as const;
type Sort = keyof typeof keys;
const everySort = Object.keys(keys) as Sort[];

/** The expected result of a search, computed by reading every purchase. */
async function expected(words: string, ids: readonly string[], sort: Sort, status?: string) {
  const { rows } = await db.pool.query<{ id: string }>(
    `select id from purchases where (strpos(lower(title), lower($1)) > 0 or player_id = any ($2))
       and ($3::text is null or status = $3) order by ${keys[sort]} desc, id desc`,
    [words, ids, status],
  );
  return rows.map(({ id }) => id);
}

it.each(['red', '10%', 'e_', 'e 1', 'e', 'nothing'])(
  'finds the same for "%s" as a full scan, in every order',
  async (search) => {
    for (const sort of everySort)
      for (const [status, ids] of [
        [undefined, []],
        [undefined, [players[1]]],
        ['delivered', [players[0]]],
      ] as const) {
        const playerIds = ids.map(String);
        const wanted = await expected(search, playerIds, sort, status);
        for (const order of ['asc', 'desc'] as const) {
          const all = order === 'desc' ? wanted : wanted.toReversed();
          const query = { search, sort, order, status, pageSize: 7 };
          const among = { playerIds, now: new Date() };
          for (const page of [1, 2, 9]) {
            const { rows, ...counted } = await listRequests(db, { ...query, page }, among);
            expect(rows.map(({ id }) => id)).toEqual(all.slice(7 * page - 7, 7 * page));
            expect(counted).toEqual({ total: all.length, isEstimate: false });
          }
        }
      }
  },
);

it('reads in list order when the matching buyers bought more than is counted', {
  tags: ['long'],
}, async () => {
  const many = players[3];
  await db.run(sql`
    with ordered as (
      insert into orders (id, player_id, total_gc, created_at)
      values (make_uuidv7(), ${many}, 10, now()) returning id),
    card as (select gift_card_id as id from purchases limit 1)
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, title, status, delivered_at)
    select make_uuidv7(), ordered.id, ${many}, card.id, 5 + n % 10, timestamptz '2025-01-01' + interval '1 minute' * (n % 5000),
      'Yellow', 'delivered', now()
    from ordered, card, generate_series(1, 10001) n`);
  for (const sort of everySort)
    for (const page of [1, 3]) {
      const query = { search: 'red', sort, order: 'desc', page, pageSize: 100 } as const;
      const { rows, ...counted } = await listRequests(db, query, {
        playerIds: [String(many)],
        now: new Date(),
      });
      const wanted = await expected('red', [String(many)], sort);
      expect(rows.map(({ id }) => id)).toEqual(wanted.slice(100 * (page - 1), 100 * page));
      expect(counted).toEqual({ total: 10_000, isEstimate: true });
    }
});

it('reads in list order when one page per title would be too many rows', { tags: ['long'] }, async () => {
  const query = { search: 'e', sort: 'gcCoin', order: 'asc', page: 21, pageSize: 500 } as const;
  await db.run(sql`update purchases set title = 'Yellow ' || gc_coin where title = 'Yellow'`);
  const { rows, total } = await listRequests(db, query, { playerIds: [], now: new Date() });
  const wanted = (await expected('e', [], 'gcCoin')).toReversed();
  expect(rows.map(({ id }) => id)).toEqual(wanted.slice(10_000, 10_500));
  expect(total).toBe(10_000);
});

it('lists each buyer once, up to the limit', { tags: ['long'] }, async () => {
  const now = new Date();
  expect((await listBuyers(db, undefined, now, 10)).sort()).toEqual(players.toSorted());
  expect(await listBuyers(db, 'delivered', now, 2)).toHaveLength(2);
});

it('finds nothing when nothing was ever sold', { tags: ['long'] }, async () => {
  const empty = await startShopTest();
  const query = { search: 'red', sort: 'title', order: 'asc', page: 1, pageSize: 10 } as const;
  const among = { playerIds: [randomUUID()], now: new Date() };
  expect(await listRequests(empty.test.db, query, among)).toEqual({ rows: [], total: 0, isEstimate: false });
  expect(await listBuyers(empty.test.db, undefined, new Date(), 10)).toEqual([]);
  await empty.close();
});
