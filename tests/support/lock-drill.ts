// SPDX-License-Identifier: Apache-2.0

import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Movement } from '../../server/ledger/transfer.ts';
import type { Database, Tx } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrate.ts';

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

/** A source file of the release before. */
type Release = (path: string) => Promise<Record<string, unknown>>;

const readingsEach = 5;
const perBatch = 50_000;
/** How long the load goes on before and after. */
const asideMs = 3_000;
/** A report that holds what it reads for so long, again and again. */
const reportMs = 700;

async function fill(db: Database, rows: number): Promise<void> {
  await db.run(sql`
    insert into players (name, email, referral_code) select 'P' || n, n || '@player.test', lpad(n::text, 8, '0')
    from generate_series(1, 100) n`);
  await db.run(sql`insert into challenges (description) values ('Win')`);
  for (let done = 0; done < rows; done += perBatch) {
    await db.run(sql`
      with attempt as (
        insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
          reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
          reason, completed_at, decided_by_reading)
        select p.id, c.id, 'Win', c.id, 'TOP1_0KILL_SOLO', 0, 1, 1, 0, 'Ada', 'ada', '{}', now(), now(), 'FAILED', 'no-match',
          now(), 4
        from challenges c, generate_series(1, ${perBatch / readingsEach}::int) n
        join (select id, row_number() over (order by id) as place from players) p on p.place = 1 + n % 100
        returning id
      )
      insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
      select id, n, 'stats', now(), 100 + n, 0, 0, 0, n, n from attempt, generate_series(0, ${readingsEach - 1}::int) n`);
    await db.run(sql`
      insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
      select 'evt_' || (${done}::int + n), 'charge.succeeded', 'ch_' || n, 'noted', now(), now()
      from generate_series(1, ${perBatch}::int) n`);
    await db.run(sql`
      insert into admin_changes (actor_id, action, subject, before, after, reason)
      select p.id, 'user.change', 'user:' || p.id, '{"xp": 1}', '{"xp": 2}', ''
      from generate_series(1, ${perBatch}::int) n
      join (select id, row_number() over (order by id) as place from players) p on p.place = 1 + n % 100`);
    await db.run(sql`
      insert into transfers (amount, currency, type, debit_house, credit_player_id, reference, description, idempotency_key)
      select 5, 'GC', 'admin_credit', 'adjustments', p.id, 'fill', 'Fill', 'fill:' || (${done}::int + n)
      from generate_series(1, ${perBatch}::int) n
      join (select id, row_number() over (order by id) as place from players) p on p.place = 1 + n % 100`);
  }
  await db.run(sql`
    insert into wallets (player_id, currency, balance)
    select credit_player_id, 'GC', sum(amount) from transfers group by 1`);
  await db.run(sql`analyze attempts, attempt_readings, payment_events, admin_changes, transfers`);
}

/** A module in which a function of an older release still has its old name. */
type OrOld<Module, Old extends string, Now extends keyof Module> = Module & Record<Old, Module[Now]>;

/** What the release before does with the tables, in its own words; `n` is another each time. */
async function statementsOf(
  release: Release,
  db: Database,
  attemptIds: readonly string[],
  playerIds: readonly string[],
) {
  const readings = (await release(
    'server/features/challenges/attempt-reading-store.ts',
  )) as unknown as typeof import('../../server/features/challenges/readings/attempt-reading-store.ts');
  const attempts = (await release(
    'server/features/challenges/attempt-store.ts',
  )) as unknown as typeof import('../../server/features/challenges/attempts/attempt-store.ts');
  const records = (await release(
    'server/features/challenges/performance/play-record-store.ts',
  )) as unknown as typeof import('../../server/features/challenges/performance/play-record-store.ts');
  const events = (await release(
    'server/features/coins/payments/payment-event-store.ts',
  )) as unknown as typeof import('../../server/features/coins/payments/payment-event-store.ts');
  const changes = (await release(
    'server/platform/db/admin-changes.ts',
  )) as unknown as typeof import('../../server/platform/db/admin-changes.ts');
  const log = (await release('server/features/audit-log/admin-change-store.ts')) as unknown as OrOld<
    typeof import('../../server/features/audit-log/admin-change-store.ts'),
    'auditBefore',
    'readAuditBefore'
  >;
  const forget = (await release(
    'server/platform/db/forget-person.ts',
  )) as unknown as typeof import('../../server/platform/db/forget-person.ts');

  const ledger = (await release(
    'server/ledger/transfer.ts',
  )) as unknown as typeof import('../../server/ledger/transfer.ts');
  const wallet = (await release('server/features/wallet/transfer-store.ts')) as unknown as OrOld<
    typeof import('../../server/features/wallet/transfer-store.ts'),
    'transfersBefore',
    'listTransfersBefore'
  >;

  const attempt = (n: number) => attemptIds[n % attemptIds.length] as string;
  const player = (n: number) => playerIds[n % playerIds.length] as string;
  const at = new Date().toISOString();
  const written = { readings: 0, events: 0, changes: 0, transfers: 0 };
  const movement = (n: number): Movement => ({
    ...{
      currency: 'GC',
      amount: 1,
      from: { player: player(n) },
      to: { house: 'fees' },
      type: 'challenge_fee',
    },
    ...{ reference: 'new', idempotencyKey: `new:${n}`, description: 'Fee' },
  });
  const inTx = (work: (tx: Tx) => Promise<unknown>) => db.transaction(work);
  const event = (n: number) => ({
    ...{ id: `evt_new_${n}`, type: 'charge.succeeded', objectId: 'ch' },
    ...{ amountCents: 1, currency: 'usd', status: 'x', happenedAt: new Date() },
  });
  const all: Record<string, (n: number) => Promise<unknown>> = {
    'coins move': async (n) => {
      const moved = await ledger.transferAlone(db, movement(n));
      if ('refused' in moved || moved.isReplay) throw new Error('nothing moved');
      written.transfers++;
    },
    'coins of before move again': async (n) => {
      const again: Movement = {
        ...{ currency: 'GC', amount: 5, from: { house: 'adjustments' }, to: { player: player(n) } },
        ...{ type: 'admin_credit', reference: 'fill', description: 'Fill' },
        // Of which it is another player's for most: nothing moves in any case.
        idempotencyKey: `fill:${1 + (n % 1000)}`,
      };
      const moved = await ledger.transferAlone(db, again);
      if ('refused' in moved ? moved.refused !== 'idempotency_key_reused' : !moved.isReplay)
        throw new Error('it moved');
    },
    'coins move twice at once': async (n) => {
      const twice = { ...movement(n), idempotencyKey: `twice:${n}` };
      const both = await Promise.all([ledger.transferAlone(db, twice), ledger.transferAlone(db, twice)]);
      if (both.filter((one) => !('refused' in one) && !one.isReplay).length !== 1)
        throw new Error('not once');
      written.transfers++;
    },
    'a statement is read': (n) =>
      (wallet.listTransfersBefore ?? wallet.transfersBefore)(db, player(n), {
        before: undefined,
        limit: 20,
        types: ['admin_credit', 'challenge_fee'],
      }),
    'a reading is kept': async (n) => {
      const reading = { kind: 'fault', takenAt: at, detail: 'HTTP 500' } as const;
      await inTx((tx) => readings.insertReading(tx, attempt(n), 100 + n, reading));
      written.readings++;
    },
    'readings of an attempt are read': (n) => readings.getReadings(db, attempt(n)),
    'attempts of a player are listed': (n) => attempts.listAttempts(db, { playerId: player(n), limit: 20 }),
    'chances of a player are judged': (n) => records.readPlayRecord(db, player(n), 1),
    'an event of a payment is kept': async (n) => {
      const kept = { paymentId: null, effect: 'noted', receivedAt: new Date() } as const;
      if (!(await inTx((tx) => events.insertEvent(tx, event(n) as never, kept))))
        throw new Error('it was known');
      written.events++;
    },
    'an event comes again': async (n) => {
      const kept = { paymentId: null, effect: 'noted', receivedAt: new Date() } as const;
      const isNew = await inTx((tx) =>
        events.insertEvent(tx, { ...event(n), id: `evt_${1 + (n % 1000)}` } as never, kept),
      );
      if (isNew) throw new Error('it was taken in twice');
    },
    'a change is recorded': async (n) => {
      const change = {
        actorId: player(n),
        action: 'user.change',
        subject: `user:${player(n)}`,
        before: null,
        after: {},
      };
      await inTx((tx) => changes.recordAdminChange(tx, change));
      written.changes++;
    },
    'the audit log is read': () => (log.readAuditBefore ?? log.auditBefore)(db, { searchedActors: [] }, 20),
    'a person is forgotten': () =>
      inTx((tx) => forget.forgetPerson(tx, '01990000-0000-7000-8000-000000000000')),
  };
  return { all, written };
}

/** Brings a database of the release before up to date while it is at work. */
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
  await wait(asideMs);
  isOver = true;
  const statements = await Promise.all(loads);
  await reporting;

  const there = await filling.one<typeof written>(sql`
    select (select count(*) from attempt_readings where number >= 100) as readings,
      (select count(*) from payment_events where event_id like 'evt\_new%') as events,
      (select count(*) from admin_changes where reason = '' and before = 'null') as changes,
      (select count(*) from transfers where reference = 'new') as transfers`);
  for (const what of ['readings', 'events', 'changes', 'transfers'] as const) {
    if (there[what] !== written[what]) faults.push(`${there[what]} ${what} are there of ${written[what]}`);
  }
  const { unequal } = await filling.one<{ unequal: number }>(sql`
    select count(*) as unequal from payment_events e full join payment_event_ids i using (event_id)
    where e.received_at is distinct from i.received_at`);
  if (unequal > 0) faults.push(`${unequal} events and ids do not fit`);
  const { unlike } = await filling.one<{ unlike: number }>(sql`
    select count(*) as unlike from transfers t full join transfer_keys k using (idempotency_key)
    where (t.id, transfer_input(t.currency, t.amount, t.debit_player_id, t.debit_house, t.credit_player_id, t.credit_house, t.type,
      t.reference)) is distinct from (k.transfer_id, k.input)`);
  if (unlike > 0) faults.push(`${unlike} transfers and keys do not fit`);
  const { wrong } = await filling.one<{ wrong: number }>(sql`
    select count(*) as wrong from wallets w where balance <> (
      select sum(case when credit_player_id is null then -amount else amount end) from transfers
      where w.player_id in (credit_player_id, debit_player_id))`);
  if (wrong > 0) faults.push(`${wrong} balances do not fit`);
  await db.close();
  await filling.close();
  return { migrated, migrateMs, statements, faults };
}
