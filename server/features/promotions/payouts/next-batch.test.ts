// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { waitUntilSomeoneWaits } from '../../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { collectRewards, paidByPlayer } from '../../../../tests/support/payouts.ts';
import { startPromotionsTest } from '../../../../tests/support/promotions.ts';
import { promotionsDeps } from '../../../../tests/support/promotions-deps.ts';
import type { Database } from '../../../platform/db/database.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { lockPromotion } from '../event-store.ts';
import { sendNextBatch, sendTask } from './send-payout.ts';

const promotions = openForTests(startPromotionsTest);
let db: Database;
beforeAll(async () => {
  db = promotions.test.db;
});

const send = async (eventId: string) =>
  expect(await promotions.ask('POST', `/events/run-leaderboard/${eventId}`)).toMatchObject({ status: 200 });
const nextBatch = (eventId: string) => sendNextBatch(eventId, promotionsDeps(promotions.test));
const state = async (eventId: string) =>
  (await promotions.ask('GET', `/events/${eventId}/sending`)).data.state;

it('queues the job for the next batch, and none after the last', { tags: ['long'] }, async () => {
  const { eventId } = await collectRewards(db, { rewards: 600, title: 'Jobs' });
  const key = `${sendTask}:${eventId}`;
  const loseJob = () => db.run(sql`delete from graphile_worker._private_jobs where key = ${key}`);
  const jobs = () =>
    db.rows(sql`select task_identifier as task from graphile_worker.jobs where key = ${key}`);
  await send(eventId);
  await loseJob();
  await nextBatch(eventId);
  expect([await state(eventId), await jobs()]).toEqual(['sending', [{ task: sendTask }]]);
  await loseJob();
  await nextBatch(eventId);
  expect([await state(eventId), await jobs()]).toEqual(['sent', []]);
});

it('publishes nothing when there were no rewards to pay', async () => {
  const { eventId } = await collectRewards(db, { rewards: 1, title: 'Nobody' });
  await db.run(sql`delete from event_rewards where event_id = ${eventId}`);
  const told = () =>
    db.row(sql`
      select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'event.rewards-sent'`);
  const before = await told();
  await send(eventId);
  expect([await state(eventId), await told()]).toEqual(['sent', before]);
});

it("waits for the event's lock before it locks any wallet", { tags: ['long'] }, async () => {
  const { eventId, due } = await collectRewards(db, { rewards: 501, title: 'Order' });
  await send(eventId);
  await nextBatch(eventId);
  const { playerId } = await db.one<{ playerId: string }>(
    sql`select player_id from event_rewards where event_id = ${eventId} and paid_at is null`,
  );
  let paid: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await lockPromotion(tx, eventId);
    paid = outsideTransaction(() => nextBatch(eventId));
    paid.catch(() => {});
    await waitUntilSomeoneWaits(db, () => false);
    await tx.run(sql`select from wallets where player_id = ${playerId} for update nowait`);
  });
  await paid;
  expect(await paidByPlayer(db, eventId)).toEqual(due);
});
