// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { keepsWaiting } from '../../../../tests/support/keeps-waiting.ts';
import { holdActivePlayer, holdPlayers } from '../player-store.ts';
import { findByIdentity, lockIdentities } from '../sign-in/identity-store.ts';
import { lockPlayer } from './account-deletion-store.ts';

const db = openTestDatabase({ poolSize: 4 });
let id: string;
beforeAll(async () => {
  id = (await createPlayer(db)).id;
  await db.run(sql`
    insert into identities (provider, subject, player_id, email, email_verified)
    values ('google', 'locked', ${id}, 'locked@x.test', true)`);
});

it('a deletion keeps all that refers to the player waiting', async () => {
  const referring = sql`select from players where id = ${id} for key share nowait`;
  expect(await keepsWaiting(db, (tx) => lockPlayer(tx, id), referring)).toBe(true);
});

it('a sign-in and a deletion wait for one another', async () => {
  const signIn = sql`select from identities where player_id = ${id} for no key update nowait`;
  const deletion = sql`select from identities where player_id = ${id} for update nowait`;
  expect(await keepsWaiting(db, (tx) => lockIdentities(tx, id), signIn)).toBe(true);
  expect(await keepsWaiting(db, (tx) => findByIdentity(tx, 'google', 'locked'), deletion)).toBe(true);
});

it('nobody is deleted or suspended while a call counts on the account', async () => {
  const suspension = sql`select from players where id = ${id} for no key update nowait`;
  const deletion = sql`select from players where id = ${id} for update nowait`;
  expect(await keepsWaiting(db, (tx) => holdActivePlayer(tx, id), suspension)).toBe(true);
  expect(await keepsWaiting(db, (tx) => holdPlayers(tx, [id]), deletion)).toBe(true);
});
