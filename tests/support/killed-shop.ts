// SPDX-License-Identifier: Apache-2.0

/**
 * Buys gift cards in one checkout after another on several connections, and prints the key of each completed one.
 * Started by survive-a-kill.test.ts as a separate process that is killed at a random time.
 */

import { checkout } from '../../server/features/shop/purchases/checkout.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { openJournal } from '../../server/platform/journal/journal.ts';
import { parsePlace } from '../../server/platform/objects/place.ts';
import { nothingFrozen } from './shop.ts';

export interface KilledShop {
  databaseUrl: string;
  playerIds: string[];
  giftCardIds: string[];
  /** Prefix of the keys. */
  prefix: string;
  /** The journal of sales, as in `JOURNAL_URL`. */
  journalUrl?: string;
}

const { databaseUrl, playerIds, giftCardIds, prefix, journalUrl }: KilledShop = JSON.parse(
  process.argv[2] ?? '',
);
const journal = await openJournal(journalUrl ? parsePlace(journalUrl) : undefined);
const db = openDatabase(databaseUrl, { poolSize: playerIds.length });

async function buyWithoutEnd(playerId: string, buyer: number): Promise<never> {
  for (let number = 0; ; number++) {
    const items = giftCardIds.map((giftCardId) => ({ giftCardId, quantity: 2, gcCoin: 100 }));
    // Carts in opposite orders, which could deadlock.
    if (buyer % 2) items.reverse();
    const idempotencyKey = `${prefix}:${buyer}:${number}`;
    const bought = await checkout(
      { playerId, idempotencyKey, items },
      {
        db,
        clock: systemClock,
        redeeming: nothingFrozen,
        journal,
      },
    );
    if ('refused' in bought) throw new Error(bought.refused);
    process.stdout.write(
      `${JSON.stringify({ key: idempotencyKey, orderId: JSON.parse(bought.orderJson)._id })}\n`,
    );
  }
}

await Promise.all(playerIds.map(buyWithoutEnd));
