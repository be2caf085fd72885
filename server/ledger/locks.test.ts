// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { keepsWaiting } from '../../tests/support/keeps-waiting.ts';
import { meanwhile, waitUntilSomeoneWaits } from '../../tests/support/meanwhile.ts';
import type { Tx } from '../platform/db/database.ts';
import { outsideTransaction } from '../platform/db/second-connection.ts';
import { adjustCoins, lockCoins } from './adjust.ts';
import { getBalances } from './balances.ts';
import { creditMany } from './credit-many.ts';
import { forfeitCoins, lockWallets } from './forfeit.ts';
import { transfer, transferAlone } from './transfer.ts';

const db = openTestDatabase({ poolSize: 4 });

const spend = (player: string, amount: number) => ({
  currency: 'GC' as const,
  amount,
  from: { player },
  to: { house: 'gift_cards' as const },
  type: 'purchase' as const,
  reference: 'order',
  idempotencyKey: `spend:${player}`,
  description: 'Gift card',
});

const batch = {
  currency: 'GC',
  from: 'rewards',
  type: 'referral_reward',
  description: 'A reward',
} as const;

it('an adjustment starts from the balance that a concurrent purchase left', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 100 });
  const adjust = { playerId: id, coins: 50, coinsLoaded: undefined, idempotencyKey: `adjust:${id}` };
  await meanwhile(
    db,
    (tx) => transfer(tx, spend(id, 30)),
    () => db.transaction(async (tx) => adjustCoins(tx, await lockCoins(tx, id), adjust)),
  );
  expect((await getBalances(db, id)).gamerCoins).toBe(50);
});

it('a deletion forfeits exactly what a concurrent purchase left', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 100 });
  const forfeited = await meanwhile(
    db,
    (tx) => transfer(tx, spend(id, 30)),
    () => db.transaction((tx) => forfeitCoins(tx, id, 'deletion')),
  );
  expect([forfeited, (await getBalances(db, id)).gamerCoins]).toEqual([70, 0]);
});

it.each(['GC', 'XP', 'REFERRAL_TOKEN'])('a deletion blocks concurrent %s transfers', async (currency) => {
  const { id } = await createPlayer(db);
  const wallet = sql`
    select from wallets where player_id = ${id} and currency = ${currency} for no key update nowait`;
  expect(await keepsWaiting(db, (tx) => lockWallets(tx, id), wallet)).toBe(true);
});

it.each([
  ['an adjustment', (tx: Tx, id: string) => lockCoins(tx, id)],
  ['a deletion', (tx: Tx, id: string) => forfeitCoins(tx, id, 'deletion')],
])('%s reads the coin balance whatever the physical order of the wallet rows', async (_what, read) => {
  const { id } = await createPlayer(db, { gamerCoins: 100 });
  await transferAlone(db, spend(id, 30));
  const coins = await db.transaction(async (tx) => {
    // Reads rows in physical order: the wallet that was changed last comes last.
    await tx.run(sql`set local enable_indexscan = off`);
    await tx.run(sql`set local enable_bitmapscan = off`);
    return read(tx, id);
  });
  expect(coins).toBe(70);
});

it('a batch locks its wallets in order before it draws transfer ids', async () => {
  const ids = [(await createPlayer(db)).id, (await createPlayer(db)).id].sort();
  const [first = '', second = ''] = ids;
  const drawn = () => db.one(sql`select pg_sequence_last_value('transfers_id_seq') as last`);
  const credits = ids.map((playerId) => ({
    ...{ playerId, amount: 1, reference: 'test' },
    idempotencyKey: `batch:${playerId}`,
  }));
  const before = await drawn();
  const paying = await db.transaction(async (tx) => {
    await tx.run(sql`select from wallets where player_id = ${first} and currency = 'GC' for update`);
    const paid = outsideTransaction(() =>
      db.transaction((other) => creditMany(other, batch, credits.toReversed())),
    );
    await waitUntilSomeoneWaits(db, () => false);
    expect(await outsideTransaction(drawn)).toEqual(before);
    await tx.run(sql`select from wallets where player_id = ${second} and currency = 'GC' for update nowait`);
    return { paid };
  });
  expect(await paying.paid).toBe(2);
});

it('a transfer blocks no other currency and no other player', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 100 });
  const other = sql`select from wallets where player_id = ${id} and currency = 'XP' for update nowait`;
  const credit = { playerId: id, amount: 1, reference: 'test', idempotencyKey: `credit:${id}` };
  const gift = { ...spend(id, 30), to: { player: (await createPlayer(db)).id } };
  expect(await keepsWaiting(db, (tx) => transfer(tx, gift), other)).toBe(false);
  expect(await keepsWaiting(db, (tx) => creditMany(tx, batch, [credit]), other)).toBe(false);
  const another = sql`
    select from wallets where player_id = ${(await createPlayer(db)).id} and currency = 'GC' for update nowait`;
  const next = { ...credit, idempotencyKey: `next:${id}` };
  expect(await keepsWaiting(db, (tx) => creditMany(tx, batch, [next]), another)).toBe(false);
});

it('a replay or a refusal takes no lock on the wallet', async () => {
  const { id } = await createPlayer(db, { gamerCoins: 100 });
  const wallet = sql`
    select from wallets where player_id = ${id} and currency = 'GC' for no key update nowait`;
  expect(await keepsWaiting(db, (tx) => transfer(tx, spend(id, 5)), wallet)).toBe(true);
  const replay = spend(id, 5);
  expect(await keepsWaiting(db, (tx) => transfer(tx, replay), wallet)).toBe(false);
  const tooMuch = { ...spend(id, 96), idempotencyKey: `too much:${id}` };
  expect(await keepsWaiting(db, (tx) => transfer(tx, tooMuch), wallet)).toBe(false);
});
