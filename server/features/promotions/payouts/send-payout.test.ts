// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminPromotion, Payouts, Sending } from '../../../../contract/promotions-admin.ts';
import { nothingWaits } from '../../../../tests/support/approvals.ts';
import { dieBefore, dieBeforeEachStep } from '../../../../tests/support/dying-database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { collectRewards, countingLocks, paidByPlayer } from '../../../../tests/support/payouts.ts';
import { startPromotionsTest } from '../../../../tests/support/promotions.ts';
import { promotionsDeps } from '../../../../tests/support/promotions-deps.ts';
import { auditLedger } from '../../../audit.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DomainEvents, Task } from '../../../platform/jobs/outbox.ts';
import { rewardsPerBatch, sendNextBatch, sendTask } from './send-payout.ts';
import { sendRewards } from './send-rewards.ts';

const promotions = openForTests(startPromotionsTest);
let db: Database;
let actorId: string;
beforeAll(async () => {
  db = promotions.test.db;
  actorId = (await createPlayer(db, { role: 'SUPER_ADMIN' })).id;
});

const depsOn = (database: Database) => promotionsDeps({ ...promotions.test, db: database });

const send = (eventId: string) => promotions.ask('POST', `/events/run-leaderboard/${eventId}`);
const sending = async (eventId: string): Promise<Sending> =>
  (await promotions.ask('GET', `/events/${eventId}/sending`)).data;
const batch = (eventId: string) => (promotions.test.app.tasks[sendTask] as Task)({ eventId } as never);
/** Runs the job's batches until everything is sent; returns how many there were. */
async function sendTheRest(eventId: string): Promise<number> {
  let batches = 0;
  for (; (await sending(eventId)).state !== 'sent'; batches++) await batch(eventId);
  return batches;
}
const jobs = (eventId: string) =>
  db.row(sql`
    select count(*) from graphile_worker.jobs where key = ${`${sendTask}:${eventId}`} and attempts < max_attempts`);
/** The broadcast to all open pages when a payout begins or ends. */
const sentToAll = [{ name: 'events', subject: '', data: {} }];
const seenByAdmin = async (eventId: string): Promise<AdminPromotion> =>
  (await promotions.ask('GET', '/events/all')).data.find(({ _id }: AdminPromotion) => _id === eventId);

it('a payout holds no more locks per transaction than a batch needs', {
  tags: ['long'],
}, async () => {
  const { eventId, due } = await collectRewards(db, { rewards: 3_000, title: 'Locks' });
  const held: number[] = [];
  const counting = countingLocks(db, held);
  const sent = await sendRewards(
    { actorId, eventId, idempotencyKey: randomUUID() },
    {
      ...depsOn(counting),
      askApproval: nothingWaits,
    },
  );
  expect(sent).toMatchObject({ players: 3_000 });
  while (!(await db.row(sql`select from events where id = ${eventId} and is_completed`)))
    await sendNextBatch(eventId, depsOn(counting));
  expect(Math.max(...held)).toBeLessThan(2 * rewardsPerBatch);
  expect(await paidByPlayer(db, eventId)).toEqual(due);
});

describe('a list longer than one batch', () => {
  it('is closed immediately, paid in batches, and shows its progress', { tags: ['long'] }, async () => {
    const { eventId, due } = await collectRewards(db, { rewards: 1_200, players: 700, title: 'Long' });
    const nothing = { rewards: 0, rewardsPaid: 0, rewardsLeftOut: 0, amountPaid: 0, secondsLeft: null };
    const ready = { ...nothing, state: 'ready', startedAt: null, movedAt: null, isStandingStill: false };
    expect(await sending(eventId)).toEqual(ready);
    const total = [...due.values()].reduce((sum, amount) => sum + amount, 0);
    const preview: Payouts = (await promotions.ask('GET', `/events/${eventId}/payouts`)).data;
    const largest = [...due.values()].sort((one, other) => other - one).slice(0, 500);
    expect(preview).toMatchObject({ rewardType: 'GC', players: 700, total });
    expect(preview.list.map(({ amount }) => amount)).toEqual(largest);
    const zipped = await promotions.test.call({
      url: `/events/${eventId}/payouts`,
      token: await promotions.test.signIn(actorId),
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    const { clock } = promotions.test;
    const startedAt = clock.now().toISOString();
    let begun: unknown;
    const begin = async () => {
      begun = await send(eventId);
    };
    expect(await promotions.sentToAll(begin)).toEqual(sentToAll);
    expect(begun).toMatchObject({
      status: 200,
      message: 'Rewards are being sent',
      data: { players: 700, total, isFinished: false },
    });
    const begins = { ...ready, state: 'sending', rewards: 1_200, startedAt, movedAt: startedAt };
    expect(await sending(eventId)).toEqual(begins);
    expect(await jobs(eventId)).toEqual({ count: 1 });

    clock.advance(10_000);
    expect(await promotions.sentToAll(() => batch(eventId))).toEqual([]);
    const { amountPaid } = await db.one<{ amountPaid: number }>(sql`
      select sum(amount)::bigint as amount_paid from event_rewards
      where event_id = ${eventId} and paid_at = ${clock.now()}`);
    const movedAt = clock.now().toISOString();
    const moved = { ...begins, rewardsPaid: 500, amountPaid, movedAt, secondsLeft: 14 };
    expect(await sending(eventId)).toEqual(moved);
    clock.advance(30_000);
    expect(await sending(eventId)).toEqual(moved);
    clock.advance(1);
    expect(await sending(eventId)).toEqual({ ...moved, isStandingStill: true });
    expect(await seenByAdmin(eventId)).toMatchObject({
      isSending: true,
      isCompleted: false,
      phase: 'finished',
      rewardsPaid: 500,
      rewardsCollected: 700,
    });
    const rest = async () => expect(await sendTheRest(eventId)).toBe(2);
    expect(await promotions.sentToAll(rest)).toEqual(sentToAll);
    const whole = { rewardsPaid: 1_200, amountPaid: total, movedAt: clock.now().toISOString() };
    clock.advance(60_000);
    expect(await sending(eventId)).toEqual({ ...begins, ...whole, state: 'sent' });
    expect(await seenByAdmin(eventId)).toMatchObject({ isSending: false, isCompleted: true });
    expect(await paidByPlayer(db, eventId)).toEqual(due);
    await batch(eventId);
    expect(await paidByPlayer(db, eventId)).toEqual(due);
  });

  it('cannot be sent again, edited, deleted or extended while it is being sent', {
    tags: ['long'],
  }, async () => {
    const { eventId } = await collectRewards(db, { rewards: 600, title: 'Closed' });
    await db.run(sql`
      update events set starts_at = now() - interval '1 day', ends_at = now() + interval '1 day' where id = ${eventId}`);
    await send(eventId);
    const refused = { status: 409, code: 'event_sending' };
    const again = await send(eventId);
    expect(again).toMatchObject(refused);
    expect(again.message).toContain('already');
    expect(await promotions.ask('GET', `/events/${eventId}/payouts`)).toMatchObject(refused);
    const payload = promotions.input({ autoRun: false });
    expect(await promotions.ask('PUT', `/events/${eventId}`, { payload })).toMatchObject(refused);
    expect(await promotions.ask('DELETE', `/events/${eventId}`)).toMatchObject(refused);
    const late = await promotions.player();
    await promotions.finish(late.id);
    expect((await promotions.mine(late.token, eventId)).mine.rewards).toBe(0);
    await expect(db.run(sql`update events set is_completed = true where id = ${eventId}`)).rejects.toThrow(
      'still being sent',
    );
    await sendTheRest(eventId);
    expect(await send(eventId)).toMatchObject({ status: 409, code: 'event_already_sent' });
    expect(await promotions.ask('DELETE', `/events/${eventId}`)).toMatchObject({ status: 200 });
  });

  it('skips deleted accounts and reversed rewards, and reverses paid rewards', {
    tags: ['long'],
  }, async () => {
    const { eventId, due } = await collectRewards(db, { rewards: 1_100, title: 'Left' });
    await send(eventId);
    await batch(eventId);
    const inOrder = [...due.keys()].sort();
    const [early, late] = [inOrder[3] as string, inOrder[1_000] as string];
    const leaving = inOrder[900] as string;
    await db.run(sql`update players set deleted_at = now(), erased_at = now() where id = ${leaving}`);
    for (const playerId of [early, late]) {
      const row = await db.row<{ cause: string }>(
        sql`select cause from event_rewards where event_id = ${eventId} and player_id = ${playerId}`,
      );
      const attemptId = (row?.cause ?? '').replace('attempt:', '');
      await promotions.tell('challenge.voided', { attemptId, playerId });
    }
    await sendTheRest(eventId);
    expect(await sending(eventId)).toMatchObject({ rewards: 1_100, rewardsPaid: 1_098, rewardsLeftOut: 2 });
    for (const playerId of [early, late, leaving]) due.delete(playerId);
    expect(await paidByPlayer(db, eventId)).toEqual(due);
  });

  it('notifies each player once of the total', { tags: ['long'] }, async () => {
    const { eventId } = await collectRewards(db, { rewards: 550, players: 50, title: 'Told' });
    await send(eventId);
    await sendTheRest(eventId);
    const told = await db.rows<{ priority: number; payload: DomainEvents['event.rewards-sent'] }>(sql`
      select priority, payload from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
      where task.identifier = 'event.rewards-sent' and payload ->> 'title' = 'Told' order by job.id`);
    expect(told.map(({ payload }) => payload.rewards.length)).toEqual([500, 50]);
    const rewards = await db.rows<{ rewardId: string; playerId: string; amount: number }>(sql`
      select id as reward_id, player_id, amount from event_rewards where event_id = ${eventId} order by player_id, id`);
    expect(told.flatMap(({ payload }) => payload.rewards)).toEqual(rewards);
    for (const { priority, payload } of told) expect([priority, payload.currency]).toEqual([10, 'GC']);
    const moved = await db.rows(sql`
      select amount, reference, idempotency_key, type, description, debit_house, credit_player_id from transfers
      where reference = ${rewards[0]?.rewardId}`);
    expect(moved).toEqual([
      {
        amount: rewards[0]?.amount,
        reference: rewards[0]?.rewardId,
        idempotencyKey: `event-reward:${rewards[0]?.rewardId}`,
        type: 'event_reward',
        description: 'Told',
        debitHouse: 'rewards',
        creditPlayerId: rewards[0]?.playerId,
      },
    ]);
    for (const { payload } of [...told, ...told]) await promotions.tell('event.rewards-sent', payload);
    const kept = await db.row(sql`
      select count(*) as notifications, count(distinct cause) as causes, count(distinct player_id) as players
      from notifications where body like 'Told: %' and kind = 'event'`);
    expect(kept).toEqual({ notifications: 550, causes: 550, players: 50 });
    const shown = await db.row(sql`
      select count(*) as events, max((data ->> 'unread')::int) as unread from live_events
      where name = 'notification' and data ->> 'body' like 'Told: %'`);
    expect(shown).toEqual({ events: 550, unread: 11 });
    const balances = await db.row(sql`
      select sum((data ->> 'delta')::bigint)::bigint as coins from live_events
      where name = 'balance' and data ->> 'description' = 'Told'`);
    expect(balances).toEqual({ coins: (await sending(eventId)).amountPaid });
  });

  it('is resumed by the scheduler when its job was lost', { tags: ['long'] }, async () => {
    const { eventId, due } = await collectRewards(db, { rewards: 600, title: 'Lost' });
    await send(eventId);
    await db.run(sql`delete from graphile_worker._private_jobs where key = ${`${sendTask}:${eventId}`}`);
    promotions.test.clock.advance(2 * 60_000 - 1);
    await promotions.sweep();
    expect(await jobs(eventId)).toEqual({ count: 0 });
    promotions.test.clock.advance(1);
    await promotions.sweep();
    expect(await jobs(eventId)).toEqual({ count: 1 });
    const { id, priority } = await db.one<{ id: string; priority: number }>(
      sql`select id, priority from graphile_worker.jobs where key = ${`${sendTask}:${eventId}`}`,
    );
    expect(priority).toBe(10);
    // A job that is already waiting, or has failed permanently, stays unchanged.
    await db.run(sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${id}`);
    await promotions.sweep();
    expect(
      await db.rows(sql`
        select id, attempts = max_attempts as has_failed from graphile_worker.jobs
        where key = ${`${sendTask}:${eventId}`}`),
    ).toEqual([{ id, hasFailed: true }]);
    await sendTheRest(eventId);
    expect(await paidByPlayer(db, eventId)).toEqual(due);
  });
});

it('a payout is exact even when concurrent workers die before each step', {
  tags: ['long'],
}, async () => {
  const { eventId, due } = await collectRewards(db, { rewards: 6_000, players: 2_500, title: 'Killed' });
  await send(eventId);
  const steps = await dieBeforeEachStep((step) =>
    dieBefore(step, promotions.test, (dying) => sendNextBatch(eventId, depsOn(dying))),
  );
  expect(steps).toBeGreaterThan(7);
  await Promise.all(Array.from({ length: 4 }, () => sendTheRest(eventId)));
  expect(await paidByPlayer(db, eventId)).toEqual(due);
  expect(await sending(eventId)).toMatchObject({ rewardsPaid: 6_000, rewardsLeftOut: 0 });
});

it('payouts leave a ledger that passes its audit', async () => {
  const { proofs } = await auditLedger(db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});
