// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { keepsWaiting } from '../../../../tests/support/keeps-waiting.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { holdActivePlayer, holdPlayers } from '../player-store.ts';
import { findByIdentity, lockIdentities, lockIdentity } from '../sign-in/identity-store.ts';
import { lockPlayer } from './account-deletion-store.ts';
import { lockSignIns } from './erase-account.ts';

const db = openTestDatabase({ poolSize: 4 });
let id: string;
beforeAll(async () => {
  id = (await createPlayer(db)).id;
  await db.run(sql`
    insert into identities (provider, subject, player_id, email, email_verified)
    values ('google', 'locked', ${id}, 'locked@x.test', true)`);
});

it('a deletion blocks new rows that reference the player', async () => {
  const referring = sql`select from players where id = ${id} for key share nowait`;
  expect(await keepsWaiting(db, (tx) => lockPlayer(tx, id), referring)).toBe(true);
});

it('a sign-in and a deletion wait for each other', async () => {
  const signIn = sql`select from identities where player_id = ${id} for no key update nowait`;
  const deletion = sql`select from identities where player_id = ${id} for update nowait`;
  expect(await keepsWaiting(db, (tx) => lockIdentities(tx, id), signIn)).toBe(true);
  expect(await keepsWaiting(db, (tx) => findByIdentity(tx, 'google', 'locked'), deletion)).toBe(true);
});

it('an erasure locks all identities of the account, and addresses in a fixed order', async () => {
  const { id: mine } = await createPlayer(db);
  const addresses = ['b@x.test', 'a@x.test', 'c@x.test'];
  for (const [place, email] of addresses.entries()) {
    await db.run(sql`
      insert into identities (provider, subject, player_id, email, email_verified)
      values (${place === 0 ? 'google' : 'discord'}, ${`erased-${place}`}, ${mine}, ${email}, true)`);
  }
  const taken: unknown[] = [];
  await db.transaction(async (tx) => {
    const run: Tx['run'] = (statement) => {
      taken.push(...statement.values);
      return tx.run(statement);
    };
    await lockSignIns({ ...tx, rows: tx.rows.bind(tx), run } as Tx, mine);
    const identity = sql`select from identities where player_id = ${mine} for no key update nowait`;
    await expect(
      outsideTransaction(() => db.pool.query(identity.text, identity.values)),
    ).rejects.toMatchObject({ code: '55P03' });
    for (const email of addresses) {
      const free = sql`select pg_try_advisory_xact_lock(7416, hashtext(${email})) as free`;
      expect((await outsideTransaction(() => db.pool.query(free.text, free.values))).rows).toEqual([
        { free: false },
      ]);
    }
  });
  expect(taken).toEqual(['a@x.test', 'b@x.test', 'c@x.test']);
});

it('a sign-in blocks sign-ins with the same identity and no other', async () => {
  const isFree = async (identity: string) => {
    const asked = sql`select pg_try_advisory_xact_lock(7415, hashtext(${identity})) as free`;
    return (await outsideTransaction(() => db.pool.query(asked.text, asked.values))).rows[0].free;
  };
  await db.transaction(async (tx) => {
    await lockIdentity(tx, 'google', 'one');
    expect(await isFree('google:one')).toBe(false);
    for (const other of ['google:two', 'discord:one', '']) expect(await isFree(other)).toBe(true);
  });
});

it('a deletion or suspension waits for calls that rely on the account', async () => {
  const suspension = sql`select from players where id = ${id} for no key update nowait`;
  const deletion = sql`select from players where id = ${id} for update nowait`;
  expect(await keepsWaiting(db, (tx) => holdActivePlayer(tx, id), suspension)).toBe(true);
  expect(await keepsWaiting(db, (tx) => holdPlayers(tx, [id]), deletion)).toBe(true);
});
