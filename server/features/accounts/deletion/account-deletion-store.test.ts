// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import * as deletions from './account-deletion-store.ts';

const dayMs = 24 * 3_600_000;
const noon = new Date('2026-03-10T12:00:00Z');

const db = openTestDatabase({ poolSize: 2 });
let ids: Record<'active' | 'other' | 'leaving' | 'erased' | 'unknown', string>;
beforeAll(async () => {
  const make = async () => (await createPlayer(db)).id;
  ids = {
    active: await make(),
    other: await make(),
    leaving: await make(),
    erased: await make(),
    unknown: randomUUID(),
  };
  for (const playerId of [ids.leaving, ids.erased]) {
    const deletion = { deletedAt: noon, eraseAt: new Date(noon.getTime() + dayMs), forfeitedGC: 0 };
    const asked = { deletedBy: null, sessionHash: Buffer.from(playerId) };
    await db.transaction((tx) => deletions.insertDeletion(tx, { playerId, ...deletion, ...asked }));
  }
  await db.run(sql`update players set erased_at = ${noon} where id = ${ids.erased}`);
});

it('lists a deletion as due from its erasure time until the account is erased', async () => {
  const eraseAt = noon.getTime() + dayMs;
  expect(await deletions.listDue(db, new Date(eraseAt - 1), [])).toEqual([]);
  expect(await deletions.listDue(db, new Date(eraseAt), [])).toEqual([ids.leaving]);
  // A restored account is not due, even if traces of its deletion remain.
  await db.transaction(async (tx) => {
    await tx.run(sql`update players set deleted_at = null where id = ${ids.leaving}`);
    expect(await deletions.listDue(tx, new Date(eraseAt), [])).toEqual([]);
    await tx.run(sql`update players set deleted_at = ${noon} where id = ${ids.leaving}`);
  });
});

it('returns which of the given erased accounts still exist and are not already due', async () => {
  const all = Object.values(ids);
  const lacking = () => deletions.listNotErased(db, all, []);
  await db.run(sql`update account_deletions set erase_at = now() + interval '1 day'`);
  expect(await lacking()).toEqual([ids.active, ids.other, ids.leaving].toSorted());
  expect(await deletions.listNotErased(db, [ids.erased, ids.unknown], [])).toEqual([]);
  // It is due from this very moment.
  await db.transaction(async (tx) => {
    await tx.run(sql`update account_deletions set erase_at = now()`);
    expect(await deletions.listNotErased(tx, all, [])).toEqual([ids.active, ids.other].toSorted());
  });
  expect(await lacking()).toEqual([ids.active, ids.other].toSorted());
});

it('finds a deletion by player, and by the requesting session until its hash is removed', async () => {
  const deletion = { deletedAt: noon, eraseAt: expect.any(Date), forfeitedGC: 0 };
  const bySession = (id: string) => deletions.findDeletionBySession(db, Buffer.from(id));
  expect(await deletions.findDeletion(db, ids.leaving)).toEqual(deletion);
  expect(await deletions.findDeletion(db, ids.active)).toBeUndefined();
  expect(await bySession(ids.leaving)).toEqual(deletion);
  expect(await bySession(ids.active)).toBeUndefined();
  await db.transaction((tx) => deletions.forgetDeletingSession(tx, ids.leaving));
  expect(await bySession(ids.leaving)).toBeUndefined();
  expect(await bySession(ids.erased)).toEqual(deletion);
});

it('erases or restores one account and no other', async () => {
  await db.transaction((tx) => deletions.markErased(tx, ids.leaving, { erasedAt: noon, forfeitedGC: 7 }));
  const states = () =>
    db.rows(sql`
      select p.id, p.erased_at is not null as is_erased, d.forfeited_gc from players p
      join account_deletions d on d.player_id = p.id order by p.id = ${ids.erased}`);
  expect(await states()).toEqual([
    { id: ids.leaving, isErased: true, forfeitedGC: 7 },
    { id: ids.erased, isErased: true, forfeitedGC: 0 },
  ]);
  await db.run(sql`update account_deletions set deleted_by = ${ids.active} where player_id = ${ids.leaving}`);
  await db.run(sql`update players set erased_at = null where id = ${ids.leaving}`);
  const taken = await db.transaction((tx) => deletions.takeBack(tx, ids.leaving));
  expect(taken).toEqual({ deletedBy: ids.active });
  expect(await states()).toMatchObject([{ id: ids.erased }]);
  const deleted = await db.rows(sql`select id from players where deleted_at is not null`);
  expect(deleted).toEqual([{ id: ids.erased }]);
});

it('ends sessions, tokens and roles of one account and no other', async () => {
  const open = async (id: string) => {
    await db.run(
      sql`update players set role = 'ADMIN', deleted_at = null, erased_at = null where id = ${id}`,
    );
    await db.run(sql`
      insert into sessions (token_hash, player_id, device, created_at, used_at, expires_at)
      values (${Buffer.from(`s${id}`)}, ${id}, '', now(), now(), now())`);
    await db.run(sql`
      insert into sign_in_tokens (token_hash, browser_hash, player_id, expires_at)
      values (${Buffer.from(`t${id}`)}, ${Buffer.from('b')}, ${id}, now())`);
    await db.run(sql`
      insert into discord_link_tokens (player_id, token_hash, expires_at)
      values (${id}, ${Buffer.from(`d${id}`)}, now())`);
  };
  const left = (id: string) =>
    db.one(sql`
      select (select role from players where id = ${id}) as role,
        (select count(*) from sessions where player_id = ${id}) as sessions,
        (select count(*) from sign_in_tokens where player_id = ${id}) as tokens,
        (select count(*) from discord_link_tokens where player_id = ${id}) as links`);
  await open(ids.active);
  await open(ids.other);
  await db.transaction((tx) => deletions.endAccess(tx, ids.active));
  expect(await left(ids.active)).toEqual({ role: 'USER', sessions: 0, tokens: 0, links: 0 });
  expect(await left(ids.other)).toEqual({ role: 'ADMIN', sessions: 1, tokens: 1, links: 1 });
});

it('replaces the personal data of one account with a pseudonym', async () => {
  const read = (id: string) =>
    db.one<object>(sql`select name, email, is_verified, discord_user_id from players where id = ${id}`);
  const before = await read(ids.other);
  await db.transaction((tx) => deletions.makePseudonym(tx, ids.active, 'GONEGONE'));
  expect(await read(ids.active)).toEqual({
    name: 'Deleted player',
    email: '',
    isVerified: false,
    discordUserId: null,
  });
  expect([before, await read(ids.other)]).toEqual([{ ...before, isVerified: true }, before]);
});
