// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { findBreaches } from '../../server/audit.ts';
import { flowsByDay, playersByDay } from '../../server/ledger/daily-sums.ts';
import { transferMonths } from '../../server/ledger/transfer-months.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { type ArchivingDeps, archiveMonths } from '../../server/platform/months/archive-months.ts';
import { folderObjects } from '../../server/platform/objects/folder-objects.ts';
import type { Objects } from '../../server/platform/objects/objects.ts';
import { type TestApp, testSecret } from './app.ts';
import { archivingNow } from './archives.ts';
import { seal } from './seals.ts';

/** Where the app keeps objects. */
export const objectsOf = ({ dataDir }: TestApp): Objects => folderObjects(`${dataDir}/objects`);

/** The last id for which days are summed up. */
const summedUp = new WeakMap<Database, number>();

/** Makes all transfers so far belong to a past month: sealed, counted, summed up; further ones get ids of the next month. */
export async function endMonth(test: TestApp): Promise<void> {
  const { db } = test;
  await db.run(sql`
    select setval(pg_get_serial_sequence('transfers', 'id'), (
      select min(first) - 1
      from (select first_number_of(month) as first from month_parts where table_name = 'transfers' and month is not null) part
      where first > pg_sequence_last_value(pg_get_serial_sequence('transfers', 'id')) + 1))`);
  for (let runs = 0; runs < 2; runs++) await seal(test);
  await db.transaction(async (tx) => {
    const fresh = sql`id > ${summedUp.get(db) ?? 0}`;
    await tx.run(sql`
      insert into daily_flows as d (day, is_source, type, amount, transfers) ${flowsByDay(fresh)}
      on conflict (day, is_source, type) do update set amount = d.amount + excluded.amount, transfers = d.transfers + excluded.transfers`);
    await tx.run(
      sql`insert into daily_players (day, player_id) ${playersByDay(fresh)} on conflict do nothing`,
    );
    const { last } = await tx.one<{ last: number }>(sql`
      select pg_sequence_last_value(pg_get_serial_sequence('transfers', 'id')) as last`);
    summedUp.set(db, last);
    await tx.run(sql`update ledger_sums set summed_until = (now() at time zone 'UTC')::date + 1`);
  });
}

/** Moves every past month of transfers out of the database. */
export function archiveTransfers(test: TestApp, through: Partial<ArchivingDeps> = {}): Promise<void> {
  const { db } = test;
  return archiveMonths({
    ...archivingNow(db, objectsOf(test)),
    tables: [transferMonths({ cardHoldMs: 0 })],
    findBreaches: () => findBreaches(db.longRunning, { appSecret: testSecret }),
    ...through,
  });
}

/** The number of remaining transfers, and of archived months. */
export async function countLeft({ db }: TestApp): Promise<{ here: number; gone: number }> {
  return db.one(sql`
    select (select count(*) from transfers) as here, (select count(*) from carried_months where transfers > 0) as gone`);
}
