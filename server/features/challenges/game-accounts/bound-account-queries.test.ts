// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { insertAttempt, openAttemptRows } from '../../../../tests/support/attempt-rows.ts';
import { createTwoPlayers } from '../../../../tests/support/factories.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { deleteProof, exportProofs, insertProof, replaceDiscordProofs } from './account-proof-queries.ts';
import {
  bindAccount as bindEpicAccount,
  findBoundSince,
  forgetGameAccount,
  holdEntries,
  unbindAccount,
} from './bound-account-queries.ts';

const db = openAttemptRows();

it("removes the Epic name from one player's decided attempts only", async () => {
  const [leaving, other] = await createTwoPlayers(db);
  const decided = await insertAttempt(db, leaving);
  const running = await insertAttempt(db, leaving, { status: 'PENDING', epicAccountKey: 'key-1' });
  const others = await insertAttempt(db, other, { epicAccountKey: 'key-2' });
  await db.transaction((tx) => forgetGameAccount(tx, leaving));
  const rows = await db.rows<{ id: string; name: string; key: string }>(
    sql`select id, epic_name as name, epic_account_key as key from attempts`,
  );
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
  expect(byId.get(decided)).toEqual({ name: 'Deleted', key: `deleted:${decided}` });
  expect(byId.get(running)).toEqual({ name: 'epic', key: 'key-1' });
  expect(byId.get(others)).toEqual({ name: 'epic', key: 'key-2' });
});

const bindAccount = (playerId: string, key: string, at: Date) =>
  db.run(sql`
    insert into epic_accounts (epic_account_key, player_id, epic_name, bound_at)
    values (${key}, ${playerId}, ${`Name of ${key}`}, ${at})`);

it('returns the binding of one player, and unbinds no other', async () => {
  const [one, other] = await createTwoPlayers(db);
  const [earlier, later] = [new Date('2026-06-01'), new Date('2026-06-02')];
  await bindAccount(one, 'key-one', earlier);
  await bindAccount(other, 'key-other', later);
  expect(await findBoundSince(db, one)).toEqual({ name: 'Name of key-one', boundAt: earlier });
  await db.transaction((tx) => unbindAccount(tx, one));
  expect(await findBoundSince(db, one)).toBeUndefined();
  expect(await findBoundSince(db, other)).toEqual({ name: 'Name of key-other', boundAt: later });
});

it('stores the name used at the latest entry', async () => {
  const [one] = await createTwoPlayers(db);
  const at = new Date('2026-06-01');
  const enter = (name: string) =>
    db.transaction((tx) => bindEpicAccount(tx, one, { key: 'key-renamed', name }, at));
  for (const name of ['First', 'First', 'Second']) {
    expect(await enter(name)).toBeUndefined();
    expect(await findBoundSince(db, one)).toEqual({ name, boundAt: at });
  }
});

it('locks entries of the given players only', async () => {
  const [one, other] = await createTwoPlayers(db);
  const free = () =>
    db.rows<{ id: string }>(sql`
      select id from player_states where id = any (${[one, other]}::uuid[]) for key share skip locked`);
  await db.transaction(async (tx) => {
    await holdEntries(tx, [one]);
    expect(await outsideTransaction(free)).toEqual([{ id: other }]);
  });
});

it("keeps the first proof per account, prefers an administrator's, and deletes one at a time", async () => {
  const [one, other] = await createTwoPlayers(db);
  const at = (day: number) => new Date(Date.UTC(2026, 5, day));
  const proofs = async (playerId: string) => {
    const said: object[] = [];
    for await (const proof of exportProofs(db, playerId)) said.push(proof);
    return said;
  };
  const change = (work: Parameters<typeof db.transaction<void>>[0]) => db.transaction(work);
  await change((tx) => insertProof(tx, one, 'a', at(1)));
  await change((tx) => replaceDiscordProofs(tx, one, ['a', 'b', 'c'], at(2)));
  await change((tx) => replaceDiscordProofs(tx, other, ['b'], at(2)));
  await change((tx) => replaceDiscordProofs(tx, one, ['c', 'd'], at(3)));
  const word = (account: string, by: string, day: number) => ({ account, by, at: at(day).toISOString() });
  const left = [word('a', 'administrator', 1), word('c', 'discord', 2), word('d', 'discord', 3)];
  expect(await proofs(one)).toEqual(left);
  await change((tx) => deleteProof(tx, one, 'd'));
  expect(await proofs(one)).toEqual(left.slice(0, 2));
  await change((tx) => deleteProof(tx, one, 'b'));
  expect(await proofs(other)).toEqual([word('b', 'discord', 2)]);
});
