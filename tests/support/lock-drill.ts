// SPDX-License-Identifier: Apache-2.0

import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { migrate } from '../../server/platform/db/migrate.ts';
import { fill, newXp, type Release, statementsOf } from './lock-drill-load.ts';

interface Statement {
  name: string;
  count: number;
  longestMs: number;
  longestBeforeMs: number;
}

export interface LockDrill {
  migrated: string[];
  migrateMs: number;
  statements: Statement[];
  faults: string[];
}

/** How long the load runs before and after the migration. */
const asideMs = 3_000;
/** A report repeatedly holds its read locks for this long. */
const reportMs = 700;

/** Migrates a database of the previous release while it is under load. */
export async function drillLocks(
  url: string,
  release: Release,
  rows: number,
  say: (line: string) => void,
): Promise<LockDrill> {
  const { migrate: migrateBefore } = (await release('server/platform/db/migrate.ts')) as {
    migrate: typeof migrate;
  };
  const { openDatabase } = (await release(
    'server/platform/db/database.ts',
  )) as unknown as typeof import('../../server/platform/db/database.ts');
  await migrateBefore(url);
  const filling = openDatabase(url, { poolSize: 1, statementMs: 0 });
  say(`filling ${rows} rows`);
  await fill(filling, rows);
  const db = openDatabase(url, { poolSize: 12 });
  const ids = (found: { id: string }[]) => found.map(({ id }) => id);
  const attemptIds = ids(await filling.rows(sql`select id from attempts order by id desc limit 1000`));
  const playerIds = ids(await filling.rows(sql`select id from players`));
  const { all, written } = await statementsOf(release, db, attemptIds, playerIds);

  const faults: string[] = [];
  let isOver = false;
  let hasBegun = false;
  const loads = Object.entries(all).map(async ([name, work]): Promise<Statement> => {
    const statement = { name, count: 0, longestMs: 0, longestBeforeMs: 0 };
    for (let n = 0; !isOver; n++) {
      const began = performance.now();
      await work(n).catch((error: Error) => faults.push(`${name}: ${error.message}`));
      const ms = performance.now() - began;
      statement.count++;
      if (hasBegun) statement.longestMs = Math.max(statement.longestMs, ms);
      else statement.longestBeforeMs = Math.max(statement.longestBeforeMs, ms);
      await wait(5);
    }
    return statement;
  });
  const reporting = (async () => {
    while (!isOver) {
      await db.transaction(async (tx) => {
        await tx.rows(sql`select from attempt_readings limit 1`);
        await tx.rows(sql`select from payment_events limit 1`);
        await tx.rows(sql`select from admin_changes limit 1`);
        await tx.rows(sql`select from transfers limit 1`);
        await tx.rows(sql`select from board_scores limit 1`);
        await tx.rows(sql`select from played_xp limit 1`);
        await wait(reportMs);
      });
      await wait(reportMs);
    }
  })();
  await wait(asideMs);
  say('bringing it up to date');
  hasBegun = true;
  const began = performance.now();
  const migrated = await migrate(url).catch((error: Error) => {
    faults.push(error.message);
    return [];
  });
  const migrateMs = performance.now() - began;
  if (migrated.length === 0) faults.push('nothing was to be done: name an older release (--from)');
  await wait(asideMs);
  isOver = true;
  const statements = await Promise.all(loads);
  await reporting;

  const there = await filling.one<typeof written>(sql`
    select (select count(*) from attempt_readings where number >= 100) as readings,
      (select count(*) from payment_events where event_id like 'evt\_new%') as events,
      (select count(*) from admin_changes where reason = '' and before = 'null') as changes,
      (select count(*) from transfers where reference = 'new') as transfers,
      (select count(*) from played_xp where xp = ${newXp}) as played`);
  for (const what of ['readings', 'events', 'changes', 'transfers', 'played'] as const) {
    if (there[what] !== written[what]) faults.push(`${there[what]} ${what} are there of ${written[what]}`);
  }
  const { wrong } = await filling.one<{ wrong: number }>(sql`
    select count(*) as wrong from wallets w where balance <> (
      select sum(case when credit_player_id is null then -amount else amount end) from transfers
      where w.player_id in (credit_player_id, debit_player_id))`);
  if (wrong > 0) faults.push(`${wrong} balances do not fit`);
  await db.close();
  await filling.close();
  return { migrated, migrateMs, statements, faults };
}
