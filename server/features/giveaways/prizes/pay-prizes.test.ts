// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { fromListFile, verifyDraw } from '../../../../contract/draw.ts';
import type { AdminGiveaway } from '../../../../contract/giveaways-admin.ts';
import { startTestApp } from '../../../../tests/support/app.ts';
import { dieBefore, dieBeforeEachStep } from '../../../../tests/support/dying-database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { countingLocks } from '../../../../tests/support/payouts.ts';
import { auditLedger } from '../../../audit.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { holdPayees } from '../../accounts/player-store.ts';
import { drawGiveaway } from '../draws/draw-giveaway.ts';
import { type GiveawaysDeps, payNextPrizes, prizesPerBatch, prizesTask } from './pay-prizes.ts';

const winners = 1_000;

const test = openForTests(startTestApp);
let db: Database;
let admin: string;
beforeAll(async () => {
  db = test.db;
  admin = await test.signIn((await createPlayer(db, { role: 'ADMIN' })).id);
});

const depsOn = (database: Database): GiveawaysDeps => ({
  db: database,
  clock: test.clock,
  publicPlayers: async () => new Map(),
  getContacts: async () => new Map(),
  holdPayees,
});

/** An ended giveaway with the maximum of entrants and winners, 50 GC each. */
async function over(title: string, entrants = winners + 300): Promise<string> {
  return db.transaction(async (tx) => {
    const prefix = title.toUpperCase();
    await tx.run(sql`
      insert into players (name, email, referral_code)
      select 'Player ' || n, 'p' || n || '@' || ${prefix} || '.test', ${prefix} || lpad(n::text, 8, '0')
      from generate_series(1, ${entrants}::int) n`);
    await tx.run(sql`
      insert into wallets (player_id, currency)
      select id, unnest(enum_range(null::currency)) from players where referral_code like ${`${prefix}%`}`);
    const row = await tx.row<{ id: string }>(sql`
      insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
      values (${title}, 'GC', 50, ${winners}, now() - interval '2 days', now() - interval '1 day',
        ${'1'.repeat(64)}, ${'2'.repeat(64)}) returning id`);
    await tx.run(sql`
      insert into giveaway_entries (giveaway_id, player_id, entered_at)
      select ${row?.id}, id, now() - interval '1 day' from players where referral_code like ${`${prefix}%`}`);
    return row?.id as string;
  });
}

const task = (name: string, payload: unknown = {}) => (test.app.tasks[name] as Task)(payload as never);
const seen = async (id: string): Promise<AdminGiveaway> =>
  (await test.call({ url: '/giveaways/all', token: admin }))
    .json()
    .data.find(({ _id }: AdminGiveaway) => _id === id);
/** A giveaway's winners and their coins, without deleted accounts. */
const paid = (id: string) =>
  db.row(sql`
    select count(*) as winners, count(*) filter (where w.balance = 50) as paid from giveaway_entries e
    join wallets w on w.player_id = e.player_id and w.currency = 'GC'
    join players p on p.id = e.player_id and p.deleted_at is null
    where e.giveaway_id = ${id} and e.won_as is not null`);
/** The list of a draw, from its file. */
const listOf = async (id: string) =>
  fromListFile((await test.call({ url: `/giveaways/${id}/draw/entrants` })).body);
const jobs = (name: string, id: string) =>
  db.row(sql`
    select count(*) from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier = ${name} and job.payload ->> 'giveawayId' = ${id}`);

it('draws no unknown giveaway and none before its end', async () => {
  expect(await drawGiveaway(randomUUID(), depsOn(db))).toBeUndefined();
  const id = await over('Open', 0);
  await db.run(
    sql`update giveaways set ends_at = ${new Date(test.clock.now().getTime() + 1)} where id = ${id}`,
  );
  expect(await drawGiveaway(id, depsOn(db))).toBeUndefined();
  test.clock.advance(1);
  expect(await drawGiveaway(id, depsOn(db))).toBe(0);
  expect(await drawGiveaway(id, depsOn(db))).toBeUndefined();
});

it('does not treat a full batch as the last, and queues the next batch', { tags: ['long'] }, async () => {
  const id = await over('Batch', prizesPerBatch);
  await drawGiveaway(id, depsOn(db));
  const payWithoutJob = async () => {
    await db.run(sql`delete from graphile_worker._private_jobs where key = ${`${prizesTask}:${id}`}`);
    await payNextPrizes(id, depsOn(db));
    return jobs(prizesTask, id);
  };
  expect((await seen(id)).prizes).toMatchObject({ due: prizesPerBatch, paid: 0, isFinished: false });
  expect(await payWithoutJob()).toEqual({ count: 1 });
  expect((await seen(id)).prizes).toMatchObject({ paid: prizesPerBatch, isFinished: false });
  expect(await payWithoutJob()).toEqual({ count: 0 });
  expect((await seen(id)).prizes).toMatchObject({ paid: prizesPerBatch, isFinished: true });
});

it('holds fewer locks per transaction than two batches of prizes', { tags: ['long'] }, async () => {
  const id = await over('Locks');
  const held: number[] = [];
  const counting = countingLocks(db, held);
  expect(await drawGiveaway(id, depsOn(counting))).toBe(winners);
  for (const _ of [1, 2, 3]) await payNextPrizes(id, depsOn(counting));
  expect(Math.max(...held)).toBeLessThan(2 * prizesPerBatch);
  expect(await paid(id)).toEqual({ winners, paid: winners });
});

it('pays many prizes after the draw in batches, then notifies every entrant', {
  tags: ['long'],
}, async () => {
  const id = await over('Many');
  await task('draw-giveaways');
  const drawn = (await test.call({ url: `/giveaways/${id}/draw` })).json().data;
  expect(drawn.winners).toHaveLength(winners);
  // This test has no real commitment; everything else can be verified.
  const wrong = (await verifyDraw({ ...drawn, entrants: await listOf(id) }))
    .filter(({ isRight }) => !isRight)
    .map(({ what }) => what);
  expect(wrong).toEqual(['commitment']);
  expect((await seen(id)).prizes).toEqual({ due: winners, paid: 0, leftOut: 0, isFinished: false });
  expect(await jobs(prizesTask, id)).toEqual({ count: 1 });
  expect(await jobs('giveaway.drawn', id)).toEqual({ count: 0 });

  await task(prizesTask, { giveawayId: id });
  expect(await paid(id)).toEqual({ winners, paid: 500 });
  // Entries that wait for their prize can only change to paid.
  for (const change of [sql`won_as = 1`, sql`entered_at = now()`, sql`paid_at = now(), won_as = null`]) {
    const waiting = sql`giveaway_id = ${id} and won_as is not null and paid_at is null`;
    await expect(db.run(sql`update giveaway_entries set ${change} where ${waiting}`)).rejects.toThrow(
      'drawn',
    );
  }
  await db.run(sql`
    update players set deleted_at = now(), erased_at = now() where id = (
      select player_id from giveaway_entries where giveaway_id = ${id} and won_as is not null and paid_at is null
      order by player_id desc limit 1)`);
  for (const _ of [1, 2, 3]) await task(prizesTask, { giveawayId: id });
  expect((await seen(id)).prizes).toEqual({ due: winners, paid: winners - 1, leftOut: 1, isFinished: true });
  expect(await paid(id)).toEqual({ winners: winners - 1, paid: winners - 1 });
  expect(await jobs('giveaway.drawn', id)).toEqual({ count: 1 });
  const [transfer] = await db.rows(sql`
    select currency, amount, debit_house, type, description, idempotency_key = 'giveaway-prize:' || e.entry as is_named
    from transfers join giveaway_entries e on e.player_id = credit_player_id and e.giveaway_id = ${id}
    where reference = ${id} limit 1`);
  expect(transfer).toEqual({
    ...{ currency: 'GC', amount: 50, debitHouse: 'rewards', type: 'giveaway_prize' },
    ...{ description: 'Giveaway: Many', isNamed: true },
  });
  const [told] = await db.rows<{ data: object }>(sql`
    select data from live_events where name = 'balance' and data ->> 'description' = 'Giveaway: Many' limit 1`);
  expect(told?.data).toMatchObject({ gamerCoins: 50, delta: 50, currency: 'GC' });
});

it('resumes prizes whose job was lost', { tags: ['long'] }, async () => {
  const id = await over('Lost');
  await task('draw-giveaways');
  await db.run(sql`delete from graphile_worker._private_jobs where key = ${`${prizesTask}:${id}`}`);
  test.clock.advance(2 * 60_000 - 1);
  await task('draw-giveaways');
  expect(await jobs(prizesTask, id)).toEqual({ count: 0 });
  test.clock.advance(1);
  await task('draw-giveaways');
  expect(await jobs(prizesTask, id)).toEqual({ count: 1 });
  // A job that failed permanently stays unchanged.
  await db.run(
    sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`${prizesTask}:${id}`}`,
  );
  await task('draw-giveaways');
  const failed = await db.row(sql`
    select attempts = max_attempts as has_failed from graphile_worker._private_jobs where key = ${`${prizesTask}:${id}`}`);
  expect(failed).toEqual({ hasFailed: true });
  for (const _ of [1, 2, 3]) await task(prizesTask, { giveawayId: id });
  expect(await paid(id)).toEqual({ winners, paid: winners });
});

it('pays exactly once when the process dies before each step of draw and batches', {
  tags: ['long'],
}, async () => {
  const id = await over('Killed');
  for (const work of [drawGiveaway, payNextPrizes]) {
    const steps = await dieBeforeEachStep((step) =>
      dieBefore(step, test, (dying) => work(id, depsOn(dying))),
    );
    expect(steps).toBeGreaterThan(5);
  }
  for (const _ of [1, 2, 3]) await payNextPrizes(id, depsOn(db));
  expect(await paid(id)).toEqual({ winners, paid: winners });
});

it('leaves a ledger that passes its audit, and a draw that cannot be changed', {
  tags: ['long'],
}, async () => {
  const { proofs } = await auditLedger(db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  for (const change of [sql`won_as = null`, sql`paid_at = null`, sql`paid_at = now(), won_as = 1`]) {
    await expect(db.run(sql`update giveaway_entries set ${change} where won_as = 2`)).rejects.toThrow(
      'drawn',
    );
  }
  const { losers } = await db.one<{ losers: number }>(sql`
    select count(*) as losers from giveaway_entries e join giveaways g on g.id = e.giveaway_id
    where g.drawn_at is not null and e.won_as is null`);
  expect(losers).toBeGreaterThan(0);
  await expect(db.run(sql`update giveaway_entries set paid_at = now() where won_as is null`)).rejects.toThrow(
    'drawn',
  );
});
