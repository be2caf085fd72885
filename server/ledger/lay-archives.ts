// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../platform/db/database.ts';
import { readInParts } from '../platform/months/read-archived.ts';
import type { Objects } from '../platform/objects/objects.ts';

/**
 * Keeps months from being archived until the transaction ends. Call it first: a snapshot taken before the lock is granted
 * would lack the sums of a month that is archived during the wait.
 */
export async function keepMonths(tx: Tx): Promise<void> {
  await tx.run(sql`lock table transfers in access share mode`);
}

/** Loads all archived transfers into a temporary table of this transaction. @throws ObjectsUnavailable */
export async function layArchives(tx: Tx, objects: Objects): Promise<void> {
  await tx.run(sql`create temporary table archived_transfers (like public.transfers) on commit drop`);
  const months = await tx.rows<{ part: string }>(sql`select part from carried_months order by number`);
  for (const { part } of months) {
    for await (const rows of readInParts({ db: tx, objects }, part)) {
      await tx.run(sql`
        insert into archived_transfers
        select * from jsonb_populate_recordset(null::public.transfers, ${JSON.stringify(rows)}::jsonb)`);
    }
  }
  await tx.run(sql`create index on archived_transfers (id)`);
  await tx.run(sql`analyze archived_transfers`);
}

/**
 * From here on, statements of this transaction that name `transfers` see every transfer ever made, and no carried sums:
 * PostgreSQL resolves names to temporary tables first. Prepared statements are replanned.
 */
export async function seeAllTransfers(tx: Tx): Promise<void> {
  await tx.run(sql`
    create temporary view transfers as select * from public.transfers union all select * from archived_transfers`);
  await tx.run(sql`create temporary view recorded_transfers as select * from pg_temp.transfers`);
  await tx.run(sql`create temporary view carried_months as select * from public.carried_months where false`);
  await tx.run(
    sql`create temporary view carried_wallets as select * from public.carried_wallets where false`,
  );
  await tx.run(sql`discard plans`);
}

export async function seeTransfersOfNow(tx: Tx): Promise<void> {
  await tx.run(sql`
    drop view pg_temp.recorded_transfers, pg_temp.transfers, pg_temp.carried_months, pg_temp.carried_wallets`);
  await tx.run(sql`discard plans`);
}
