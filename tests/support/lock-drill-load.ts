// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Movement } from '../../server/ledger/transfer.ts';
import { systemClock } from '../../server/platform/clock.ts';
import type { Database, Tx } from '../../server/platform/db/database.ts';

/** Imports a source file of the previous release, where it may have another name. */
export type Release = (path: string, formerName?: string) => Promise<Record<string, unknown>>;

const readingsEach = 5;
const perBatch = 50_000;
/** XP of attempts played during the load. */
export const newXp = 7;
/** Fills the tables with `rows` rows each. */
export async function fill(db: Database, rows: number): Promise<void> {
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
  await db.run(sql`
    insert into board_scores (board, player_id, xp, reached_at)
    select 'week:' || n, id, n, now() from players, generate_series(1, ${rows / 100}::int) n`);
  await db.run(sql`
    insert into played_xp (attempt_id, player_id, xp, played_at) select id, player_id, 10, completed_at from attempts`);
  await db.run(sql`
    analyze attempts, attempt_readings, payment_events, admin_changes, transfers, board_scores, played_xp`);
}

/** A module whose function may have an older name in the previous release. */
type OrOld<Module, Old extends string, Now extends keyof Module> = Module & Record<Old, Module[Now]>;

/** The previous release's statements on these tables, run by its own code; `n` differs each time. */
export async function statementsOf(
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
    'server/features/challenges/performance/play-record-queries.ts',
    'play-record-store.ts',
  )) as unknown as typeof import('../../server/features/challenges/performance/play-record-queries.ts');
  const events = (await release(
    'server/features/coins/payments/payment-event-store.ts',
  )) as unknown as typeof import('../../server/features/coins/payments/payment-event-store.ts');
  const changes = (await release(
    'server/platform/db/admin-changes.ts',
  )) as unknown as typeof import('../../server/platform/db/admin-changes.ts');
  const log = (await release(
    'server/features/audit-log/audit-log-store.ts',
    'admin-change-store.ts',
  )) as unknown as OrOld<
    typeof import('../../server/features/audit-log/audit-log-store.ts'),
    'auditBefore',
    'readAuditBefore'
  >;
  const forget = (await release(
    'server/platform/db/forget-person.ts',
  )) as unknown as typeof import('../../server/platform/db/forget-person.ts');

  const boards = (await release(
    'server/features/leaderboards/record-played.ts',
  )) as unknown as typeof import('../../server/features/leaderboards/record-played.ts');
  const ledger = (await release(
    'server/ledger/transfer.ts',
  )) as unknown as typeof import('../../server/ledger/transfer.ts');
  const wallet = (await release(
    'server/features/wallet/transfer-queries.ts',
    'transfer-store.ts',
  )) as unknown as OrOld<
    typeof import('../../server/features/wallet/transfer-queries.ts'),
    'transfersBefore',
    'listTransfersBefore'
  >;

  const attempt = (n: number) => attemptIds[n % attemptIds.length] as string;
  const player = (n: number) => playerIds[n % playerIds.length] as string;
  const at = new Date().toISOString();
  const written = { readings: 0, events: 0, changes: 0, transfers: 0, played: 0 };
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
        // Most of these keys belong to another player's transfer, so nothing moves.
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
    'a match counts on the boards, and is taken off them': async (n) => {
      const played = { attemptId: randomUUID(), playerId: player(n), xp: newXp, at };
      await boards.recordPlayed(played as never, { db, clock: systemClock });
      written.played++;
      if (n % 2 === 0) await boards.revokePlayed(played as never, { db, clock: systemClock });
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
      inTx((tx) => forget.forgetPerson(tx, '01990000-0000-7000-8000-000000000000', ['name'])),
  };
  return { all, written };
}
