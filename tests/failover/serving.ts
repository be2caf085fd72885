// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../server/platform/db/database.ts';
import { ask, type Client, signInPlayer } from '../chaos/client.ts';
import { count, type Load } from '../chaos/load.ts';

const everyMs = 250;
const buyers = 60;
const coins = 1_000_000;

/** Buys from one process repeatedly, each time as a different player, so that rate limits don't interfere. */
export async function createProbe(db: Database, { offer, done }: Load) {
  const clients = await Promise.all(Array.from({ length: buyers }, () => signInPlayer(db, coins)));
  let next = 0;

  async function buy(url: string, client: Client): Promise<boolean> {
    const items = [{ giftCardId: offer.codeCardId, quantity: 1, gcCoin: offer.cardPrice }];
    const answer = await ask(url, client, '/cart/checkout', { key: randomUUID(), payload: { items } });
    count(answer?.status === 200 ? done.answered : done.open, '/cart/checkout');
    if (answer?.status === 200) done.orders.push(String(answer.data._id));
    return answer?.status === 200;
  }

  /** @returns when the process had served a purchase, by `performance.now()` */
  return async function untilServed(url: string): Promise<number> {
    let servedAt: number | undefined;
    while (servedAt === undefined) {
      void buy(url, clients[next++ % clients.length] as Client).then((isServed) => {
        if (isServed) servedAt ??= performance.now();
      });
      await delay(everyMs);
    }
    return servedAt;
  };
}
