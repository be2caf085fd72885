// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../server/platform/db/database.ts';

/** How many times open lists of gift cards are notified to refetch during `work`. */
export async function countNotifications(db: Database, work: () => Promise<unknown>): Promise<number> {
  const client = await db.pool.connect();
  let received = 0;
  const count = () => void received++;
  try {
    client.on('notification', count);
    await client.query('listen gift_cards');
    await work();
    // Earlier notifications arrive with this statement's answer.
    await client.query('select 1');
    await client.query('unlisten *');
    return received;
  } finally {
    client.off('notification', count);
    client.release();
  }
}
