// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { makeScratchFolder } from '../../../../tests/support/scratch.ts';
import { line, nothingFrozen } from '../../../../tests/support/shop.ts';
import { auditLedger } from '../../../audit.ts';
import { systemClock } from '../../../platform/clock.ts';
import { type Database, openDatabase } from '../../../platform/db/database.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../../platform/embedded-postgres/start.ts';
import { noJournal } from '../../../platform/journal/journal.ts';
import { insertGiftCard } from '../gift-cards/gift-card-store.ts';
import { checkout } from './checkout.ts';

const log = { info: () => {}, error: console.error };
let dataDir: string;
beforeAll(() => {
  dataDir = makeScratchFolder('crash');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

async function openShop(db: Database): Promise<{ playerId: string; giftCardId: string }> {
  const { id: playerId } = await createPlayer(db, { gamerCoins: 100_000 });
  const card = { title: 'Card', description: 'Card', type: 'psn', gcCoin: 100, image: '', at: new Date() };
  const sale = { isActive: true, isFulfilledByHand: true, promiseHours: 24 };
  const giftCardId = await db.transaction((tx) => insertGiftCard(tx, { ...card, ...sale }));
  return { playerId, giftCardId };
}

it('keeps an acknowledged order when the database is killed immediately afterwards', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log });
  await migrate(first.url);
  const db = openDatabase(first.url, { poolSize: 2 });
  const { playerId, giftCardId } = await openShop(db);
  const answered: string[] = [];
  for (let number = 0; number < 5; number++) {
    const cart = { playerId, idempotencyKey: randomUUID(), items: [line(giftCardId)] };
    const bought = await checkout(cart, {
      db,
      clock: systemClock,
      redeeming: nothingFrozen,
      journal: noJournal,
    });
    if ('orderJson' in bought) answered.push(JSON.parse(bought.orderJson)._id);
  }
  process.kill(first.pid, 'SIGKILL');
  await db.close();

  const second = await startEmbeddedPostgres({ dataDir, log });
  const recovered = openDatabase(second.url, { poolSize: 2 });
  try {
    const orders = await recovered.rows<{ id: string }>(sql`select id from orders order by id`);
    expect(answered).toHaveLength(5);
    expect(orders.map(({ id }) => id)).toEqual(answered);
    const { proofs } = await auditLedger(recovered);
    expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  } finally {
    await recovered.close();
    await second.stop();
  }
});
