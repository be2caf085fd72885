// SPDX-License-Identifier: Apache-2.0

import type { Sql } from 'sql-template-tag';
import type { Database, Tx } from '../../server/platform/db/database.ts';
import { outsideTransaction } from '../../server/platform/db/second-connection.ts';

/**
 * Whether another transaction must wait after a transaction has run `hold`.
 * @param wanted the other transaction's `select ... for ... nowait`
 */
export function keepsWaiting(
  db: Database,
  hold: (tx: Tx) => Promise<unknown>,
  wanted: Sql,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await hold(tx);
    return outsideTransaction(() =>
      db.pool.query(wanted.text, wanted.values).then(
        () => false,
        (error) => {
          if (error.code !== '55P03') throw error;
          return true;
        },
      ),
    );
  });
}
