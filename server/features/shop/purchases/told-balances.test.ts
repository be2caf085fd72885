// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { createCard } from '../../../../tests/support/shop.ts';
import { announceBalance, announceBalances } from '../../../ledger/announce.ts';
import { getBalances } from '../../../ledger/balances.ts';
import { transfer } from '../../../ledger/transfer.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { purchaseWords } from '../rules.ts';
import { buyCart } from './purchase-store.ts';

const db = openTestDatabase({ poolSize: 4 });

const news = { currency: 'XP', description: 'A job well done' } as const;
const announcing = {
  'of one player': (tx: Tx, playerId: string) => announceBalance(tx, playerId, { delta: 50, ...news }),
  'of many players': (tx: Tx, playerId: string) => announceBalances(tx, [{ playerId, delta: 50 }], news),
};

async function prepare(announce: (tx: Tx, playerId: string) => Promise<void>) {
  const { id } = await createPlayer(db, { gamerCoins: 1000 });
  const card = await createCard(db, { isFulfilledByHand: true });
  const cart = {
    ...{ playerId: id, key: randomUUID(), inputHash: randomBytes(32), at: new Date() },
    ...{ lines: [{ giftCardId: card, quantity: 1, seenGc: 100 }], words: { ...purchaseWords, one: '%s' } },
  };
  return {
    id,
    buy: (on: Queryable) => buyCart(on, cart),
    async credit(tx: Tx) {
      await transfer(tx, {
        ...{ ...news, amount: 50, from: { house: 'adjustments' }, to: { player: id } },
        ...{ type: 'admin_credit', reference: 'job', idempotencyKey: randomUUID() },
      });
      await announce(tx, id);
    },
    told: () =>
      db.rows<{ gamerCoins: number; xp: number }>(sql`
        select (data -> 'gamerCoins')::int as "gamerCoins", (data -> 'xp')::int as xp from live_events
        where player_id = ${id} and name = 'balance' order by id`),
  };
}

it.each(Object.entries(announcing))(
  'announces the final balance when a sale waits for a credit %s',
  async (_, announce) => {
    const { id, buy, credit, told } = await prepare(announce);
    expect(await meanwhile(db, credit, () => buy(db))).toMatchObject({ outcome: 'bought' });
    expect(await told()).toEqual([
      { gamerCoins: 1000, xp: 50 },
      { gamerCoins: 900, xp: 50 },
    ]);
    expect(await getBalances(db, id)).toMatchObject({ gamerCoins: 900, xp: 50 });
  },
);

it.each(Object.entries(announcing))(
  'announces the final balance when a credit %s waits for a sale',
  async (_, announce) => {
    const { id, buy, credit, told } = await prepare(announce);
    await meanwhile(db, buy, () => db.transaction(credit));
    expect(await told()).toEqual([
      { gamerCoins: 900, xp: 0 },
      { gamerCoins: 900, xp: 50 },
    ]);
    expect(await getBalances(db, id)).toMatchObject({ gamerCoins: 900, xp: 50 });
  },
);
