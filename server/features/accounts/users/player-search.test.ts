// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { listUsers } from './player-admin-store.ts';
import { estimateMany, findsMany, searchUserIds } from './player-search-store.ts';

const db = openTestDatabase();
const ids = new Map<string, string>();
beforeAll(async () => {
  for (const name of ['Zq Anna', 'Ann Ozq', 'Bea', 'Cy-Ann', 'Żan']) {
    const { id } = await createPlayer(db, { name, email: `${ids.size}@search.test` });
    ids.set(id, name);
  }
  // Handles and referral codes are random, and might contain the searched text.
  await db.run(sql`
    update players p set referral_code = code
    from unnest(${[...ids.keys()]}::uuid[], ${['BBBB11', 'BBBB22', 'BBBB33', 'BBBB44', 'BBBB55']}::text[]) as given (player_id, code)
    where p.id = given.player_id`);
  await db.run(sql`
    update handles h set handle = 'Kite-' || animal, likeness = 'kite' || lower(animal)
    from unnest(${[...ids.keys()]}::uuid[], ${['Fox', 'Bug', 'Elk', 'Owl', 'Lynx']}::text[]) as given (player_id, animal)
    where h.player_id = given.player_id and h.is_worn`);
  const [bea] = [...ids].find(([, name]) => name === 'Bea') ?? [];
  await db.run(
    sql`update handles set handle = 'Zqrst-Crab', likeness = 'zqrst' where player_id = ${bea} and is_worn`,
  );
});

/** Both ways to answer a search, which must find the same players. */
async function find(text: string, roles: string[] = []) {
  const ask = async (isMany: boolean) => {
    const search = { text, roles, findsMany: isMany };
    const rows = await listUsers(db, { search, sort: 'name', order: 'asc', page: 1, pageSize: 50 });
    return rows.map(({ name }) => name);
  };
  const names = await ask(false);
  expect(await ask(true)).toEqual(names);
  return names;
}

it('finds three letters anywhere in names and handles', async () => {
  expect(await find('ann')).toEqual(['Ann Ozq', 'Cy-Ann', 'Zq Anna']);
  expect(await find('rst-c')).toEqual(['Bea']);
});

it('finds one or two letters at the start of a word', async () => {
  expect(await find('ZQ')).toEqual(['Bea', 'Zq Anna']);
  expect(await find('an')).toEqual(['Ann Ozq', 'Cy-Ann', 'Zq Anna']);
  expect(await find('-a')).toEqual(['Cy-Ann']);
  expect(await find('ż')).toEqual(['Żan']);
});

it('finds nobody by punctuation, except in role names', async () => {
  for (const text of ['%', '.', '@', '_%_', '\\', '(']) expect(await find(text)).toEqual([]);
  expect(await find('_', ['USER'])).toHaveLength(ids.size);
});

it('lists each player once, up to the limit', async () => {
  const found = await searchUserIds(db, 'zq', 10);
  expect(found.map((id) => ids.get(id)).sort()).toEqual(['Bea', 'Zq Anna']);
  expect(await searchUserIds(db, 'zq', 1)).toHaveLength(1);
});

it('lists administrators first, and searches a given set of players on request', async () => {
  const of = (wanted: string) => [...ids].find(([, name]) => name === wanted)?.[0] as string;
  const officer = await createPlayer(db, { name: 'Zq Officer', email: 'officer@search.test', role: 'ADMIN' });
  expect(await searchUserIds(db, 'zq', 1)).toEqual([officer.id]);
  expect((await searchUserIds(db, 'zq', 9))[0]).toBe(officer.id);
  const found = await searchUserIds(db, 'zq', 9, [of('Ann Ozq'), of('Zq Anna'), officer.id]);
  expect(found.sort()).toEqual([of('Zq Anna'), officer.id].sort());
  await db.run(sql`update players set name = 'Nobody' where id = ${officer.id}`);
});

it('shows a player with two Google identities once', async () => {
  const [anna] = [...ids].find(([, name]) => name === 'Zq Anna') ?? [];
  for (const subject of ['google-1', 'google-2']) {
    await db.run(sql`
      insert into identities (provider, subject, player_id, email, email_verified)
      values ('google', ${subject}, ${anna}, 'anna@search.test', true)`);
  }
  const search = { text: 'zq anna', roles: [], findsMany: false };
  const rows = await listUsers(db, { search, sort: 'name', order: 'asc', page: 1, pageSize: 50 });
  expect(rows).toMatchObject([{ id: anna, googleId: expect.stringMatching(/^google-[12]$/) }]);
});

it('looks up matching players first unless the planner expects more than twenty thousand', async () => {
  expect(await findsMany(db, 'ann')).toBe(false);
  await db.run(sql`
    create temporary table player_search as
    select make_uuidv7() as player_id, 'somebody ' || n as words from generate_series(1, 20100) n`);
  await db.run(sql`analyze player_search`);
  expect(await findsMany(db, 'somebody')).toBe(true);
  // Each of them matches one player at most.
  await db.run(sql`analyze players`);
  const search = { text: 'somebody', roles: [], findsMany: true };
  expect(await estimateMany(db, search, sql`true`)).toBeLessThan(1_000);
  await db.run(sql`drop table pg_temp.player_search`);
});

it('finds a player by both words that concurrent changes added', async () => {
  const { id } = await createPlayer(db, { name: 'Before', email: 'twice@search.test' });
  await meanwhile(
    db,
    (tx) =>
      tx.run(sql`
        insert into game_accounts (key, player_id, name, bound_at)
        values ('key-of-twice', ${id}, 'Quokkaepic', now())`),
    () => db.run(sql`update players set name = 'Quokkaname' where id = ${id}`),
  );
  for (const word of ['quokkaepic', 'quokkaname']) expect(await searchUserIds(db, word, 9)).toEqual([id]);
  expect(await searchUserIds(db, 'before', 9)).toEqual([]);
});

it("finds a player by the name of each game's account, until it is unbound", async () => {
  const { id } = await createPlayer(db, { email: 'both@search.test' });
  await db.run(sql`
    insert into game_accounts (game, key, player_id, name, bound_at)
    values ('fortnite', 'key-of-both', ${id}, 'Quaggaone', now()), ('chess', 'key-of-both', ${id}, 'Quaggatwo', now())`);
  for (const word of ['quaggaone', 'quaggatwo']) expect(await searchUserIds(db, word, 9)).toEqual([id]);
  await db.run(sql`delete from game_accounts where player_id = ${id} and game = 'fortnite'`);
  expect(await searchUserIds(db, 'quaggaone', 9)).toEqual([]);
  expect(await searchUserIds(db, 'quaggatwo', 9)).toEqual([id]);
});

it('locks the search words of the changed player only', async () => {
  const [changed, other] = [...ids.keys()] as [string, string];
  const free = () =>
    db.rows<{ id: string }>(sql`
      select player_id as id from player_search where player_id = any (${[changed, other]}::uuid[])
      for update skip locked`);
  await db.transaction(async (tx) => {
    await tx.run(sql`update players set name = 'Changed' where id = ${changed}`);
    expect(await outsideTransaction(free)).toEqual([{ id: other }]);
  });
});
