// SPDX-License-Identifier: Apache-2.0

import type { Database, Tx } from '../platform/db/database.ts';

/** Whether `work` finds anything to do. Rolls its transaction back, so nothing is done. */
export async function wouldDo(db: Database, work: (tx: Tx) => Promise<boolean>): Promise<boolean> {
  const undo = new Error('found out, and undone');
  let does = false;
  const tried = db.transaction(async (tx) => {
    does = await work(tx);
    throw undo;
  });
  await tried.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return does;
}
