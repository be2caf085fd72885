// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { GameId } from '../../../../contract/games/game.ts';
import { insertAttempt, openAttemptRows, secondGame } from '../../../../tests/support/attempt-rows.ts';
import { createTwoPlayers } from '../../../../tests/support/factories.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import {
  deleteProof,
  exportProofs,
  insertProof,
  readBound,
  replaceDiscordProofs,
} from './account-proof-queries.ts';
import {
  bindAccount,
  findBoundAccount,
  forgetGameAccounts,
  getOwners,
  holdEntries,
  isBoundMeanwhile,
  listBoundAccounts,
  unbindAccount,
} from './bound-account-queries.ts';

const db = openAttemptRows();

it("removes the Epic name from one player's decided attempts only", async () => {
  const [leaving, other] = await createTwoPlayers(db);
  const decided = await insertAttempt(db, leaving);
  const running = await insertAttempt(db, leaving, { status: 'PENDING', accountKey: 'key-1' });
  const others = await insertAttempt(db, other, { accountKey: 'key-2' });
  await db.transaction((tx) => forgetGameAccounts(tx, leaving));
  const rows = await db.rows<{ id: string; name: string; key: string }>(
    sql`select id, epic_name as name, epic_account_key as key from attempts`,
  );
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
  expect(byId.get(decided)).toEqual({ name: 'Deleted', key: `deleted:${decided}` });
  expect(byId.get(running)).toEqual({ name: 'epic', key: 'key-1' });
  expect(byId.get(others)).toEqual({ name: 'epic', key: 'key-2' });
});

const at = new Date('2026-06-01');
const bind = (game: GameId, playerId: string, key: string) =>
  db.transaction((tx) => bindAccount(tx, game, playerId, { key, name: `Name of ${key}` }, at));
const namesOf = async (playerId: string) =>
  (await listBoundAccounts(db, playerId)).map(({ game, name }) => `${game}: ${name}`);

it('returns the binding of one player and game, and unbinds no other', async () => {
  const [one, other] = await createTwoPlayers(db);
  await bind('fortnite', one, 'key-one');
  await bind(secondGame, one, 'key-one');
  await bind('fortnite', other, 'key-other');
  expect(await listBoundAccounts(db, other)).toEqual([
    { game: 'fortnite', name: 'Name of key-other', boundAt: at },
  ]);
  await db.transaction((tx) => unbindAccount(tx, 'fortnite', one));
  expect(await findBoundAccount(db, 'fortnite', one)).toBeUndefined();
  expect(await findBoundAccount(db, secondGame, one)).toMatchObject({ key: 'key-one' });
  expect(await namesOf(other)).toEqual(['fortnite: Name of key-other']);
});

it('binds one account per player and game, and one player per account of a game', async () => {
  const [one, other] = await createTwoPlayers(db);
  expect(await bind('fortnite', one, 'shared-key')).toBeUndefined();
  expect(await bind(secondGame, other, 'shared-key')).toBeUndefined();
  expect(await bind(secondGame, one, 'shared-key')).toMatchObject({ refused: 'game_account_taken' });
  expect(await bind(secondGame, other, 'second-key')).toMatchObject({
    refused: 'game_account_differs',
    data: { bound: 'Name of shared-key' },
  });
  expect(await bind(secondGame, one, 'second-key')).toBeUndefined();
  expect(await getOwners(db, secondGame, { key: 'shared-key', name: '' })).toMatchObject([
    { playerId: other },
  ]);
  // The database also refuses what a faulty check would allow.
  const insert = (game: string, playerId: string, key: string) =>
    db.run(sql`
      insert into game_accounts (game, key, player_id, name, bound_at)
      values (${game}, ${key}, ${playerId}, 'x', ${at})`);
  await expect(insert('pubg', one, 'third-key')).rejects.toThrow('game_accounts_player');
  const twice = insert('fortnite', other, 'shared-key');
  await expect(twice).rejects.toSatisfy(isBoundMeanwhile);
  expect([await namesOf(one), await namesOf(other)]).toEqual([
    ['fortnite: Name of shared-key', 'pubg: Name of second-key'],
    ['pubg: Name of shared-key'],
  ]);
  await db.transaction((tx) => forgetGameAccounts(tx, one));
  expect([await namesOf(one), await namesOf(other)]).toEqual([[], ['pubg: Name of shared-key']]);
});

it('binds an account to the faster of two players, without blocking other games', async () => {
  const [one, other] = await createTwoPlayers(db);
  const account = { key: 'raced-key', name: 'Raced' };
  const race = (game: GameId) =>
    meanwhile(
      db,
      (tx) => bindAccount(tx, secondGame, one, account, at),
      () => db.transaction((tx) => bindAccount(tx, game, other, account, at)),
    );
  await expect(race(secondGame)).rejects.toSatisfy(isBoundMeanwhile);
  expect(await race('fortnite')).toBeUndefined();
  expect([await namesOf(one), await namesOf(other)]).toEqual([['pubg: Raced'], ['fortnite: Raced']]);
});

it('stores the name used at the latest entry', async () => {
  const [one] = await createTwoPlayers(db);
  await bind(secondGame, one, 'key-renamed');
  const enter = (name: string) =>
    db.transaction((tx) => bindAccount(tx, 'fortnite', one, { key: 'key-renamed', name }, at));
  for (const name of ['First', 'First', 'Second']) {
    expect(await enter(name)).toBeUndefined();
    expect(await listBoundAccounts(db, one)).toEqual([
      { game: 'fortnite', name, boundAt: at },
      { game: secondGame, name: 'Name of key-renamed', boundAt: at },
    ]);
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
  await change((tx) => insertProof(tx, 'fortnite', one, 'a', at(1)));
  await change((tx) => replaceDiscordProofs(tx, 'fortnite', one, ['a', 'b', 'c'], at(2)));
  await change((tx) => replaceDiscordProofs(tx, 'fortnite', other, ['b'], at(2)));
  await change((tx) => replaceDiscordProofs(tx, 'fortnite', one, ['c', 'd'], at(3)));
  const word = (account: string, by: string, day: number) => ({
    ...{ game: 'fortnite', account, by },
    at: at(day).toISOString(),
  });
  const left = [word('a', 'administrator', 1), word('c', 'discord', 2), word('d', 'discord', 3)];
  expect(await proofs(one)).toEqual(left);
  await change((tx) => deleteProof(tx, 'fortnite', one, 'd'));
  expect(await proofs(one)).toEqual(left.slice(0, 2));
  await change((tx) => deleteProof(tx, 'fortnite', one, 'b'));
  expect(await proofs(other)).toEqual([word('b', 'discord', 2)]);
});

it('proves an account in its own game, and keeps the proofs of other games', async () => {
  const [one] = await createTwoPlayers(db);
  await bind('fortnite', one, 'in-both');
  await bind(secondGame, one, 'in-both');
  const proofs = async () => [
    (await readBound(db, 'fortnite', one))?.proof?.by,
    (await readBound(db, secondGame, one))?.proof?.by,
  ];
  await db.transaction((tx) => insertProof(tx, secondGame, one, 'in-both', at));
  expect(await proofs()).toEqual([undefined, 'administrator']);
  await db.transaction((tx) => replaceDiscordProofs(tx, secondGame, one, ['elsewhere'], at));
  await db.transaction((tx) => replaceDiscordProofs(tx, 'fortnite', one, [], at));
  await db.transaction((tx) => deleteProof(tx, 'fortnite', one, 'in-both'));
  expect(await proofs()).toEqual([undefined, 'administrator']);
  await db.transaction((tx) => deleteProof(tx, secondGame, one, 'in-both'));
  const left: string[] = [];
  for await (const { game, account } of exportProofs(db, one)) left.push(`${game}: ${account}`);
  expect(left).toEqual(['pubg: elsewhere']);
});
