// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../server/platform/db/database.ts';

/** How many times open lists of gift cards are told to refetch during `work`. */
export async function timesTold(db: Database, work: () => Promise<unknown>): Promise<number> {
  const client = await db.pool.connect();
  let told = 0;
  const count = () => void told++;
  try {
    client.on('notification', count);
    await client.query('listen gift_cards');
    await work();
    // Earlier notifications arrive with this statement's answer.
    await client.query('select 1');
    await client.query('unlisten *');
    return told;
  } finally {
    client.off('notification', count);
    client.release();
  }
}
