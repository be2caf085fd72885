// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { collectRewards } from '../../../../tests/support/payouts.ts';
import { startPromotionsTest } from '../../../../tests/support/promotions.ts';

const promotions = openForTests(startPromotionsTest);

it.each([
  ['Half', { paid: 3, leftOut: 2, seconds: 8, left: 8 }],
  ['Nothing', { paid: 0, leftOut: 0, seconds: 8, left: null }],
  ['Instant', { paid: 5, leftOut: 0, seconds: 0, left: null }],
  ['Late', { paid: 12, leftOut: 0, seconds: 8, left: 0 }],
])('estimates the time left from its pace: %s', async (title, { paid, leftOut, seconds, left }) => {
  const { db } = promotions.test;
  const { eventId } = await collectRewards(db, { rewards: 10, title });
  expect(await promotions.ask('POST', `/events/run-leaderboard/${eventId}`)).toMatchObject({ status: 200 });
  await db.run(sql`
    update event_payouts set rewards = 10, rewards_paid = ${paid}, rewards_left_out = ${leftOut}, finished_at = null,
      moved_at = started_at + make_interval(secs => ${seconds}) where event_id = ${eventId}`);
  const { data } = await promotions.ask('GET', `/events/${eventId}/sending`);
  expect(data).toMatchObject({ rewardsPaid: paid, rewardsLeftOut: leftOut, secondsLeft: left });
});
