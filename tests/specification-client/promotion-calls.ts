// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { pageIn, rowWith, toRefusal, withFields } from './client.ts';
import type { Steps, Visit } from './visit.ts';

const promotionFields =
  '_id title description type triggers status startDate endDate leaderboardRewards autoRun isActive isCompleted completed eventConfig';
const giveawayFields =
  '_id title prizeType prizeAmount startDate endDate winnerCount participants isCompleted isActive';

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Events and giveaways of section 7.3, row by row. Cleans up behind itself. */
export function promotionCalls({ player, admin }: Visit): Steps {
  const title = `Specification ${randomUUID().slice(0, 8)}`;
  const event = {
    title,
    description: 'From a client of the specification',
    type: 'FLASH_PROMO',
    triggers: ['REFER_FRIEND'],
    startDate: hoursFromNow(-1),
    endDate: hoursFromNow(1),
    leaderboardRewards: [],
    autoRun: false,
    isActive: true,
    eventConfig: { rewardType: 'GC', rewardAmount: 5, multiplier: 1, userCap: 0, dailyCap: 0 },
  };
  const findPromotion = async () =>
    rowWith(pageIn(await admin('GET', '/events'), promotionFields), 'title', title);
  const giveaway = {
    title,
    prizeType: 'GC',
    prizeAmount: 10,
    startDate: hoursFromNow(-1),
    endDate: hoursFromNow(1),
    winnerCount: 1,
  };
  const findGiveaway = async () =>
    rowWith(pageIn(await admin('GET', '/giveaways'), giveawayFields), 'title', title);
  return {
    'POST /events, GET /events': async () => {
      assert.equal((await admin('POST', '/events', event)).message, 'Event created');
      const { eventConfig, ...created } = await findPromotion();
      withFields(eventConfig, 'rewardType rewardAmount multiplier userCap dailyCap');
      assert.deepEqual(
        [created.isCompleted, created.completed, typeof created.status],
        [false, false, 'string'],
      );
    },
    'PUT /events/{id}: the whole event with isActive flipped': async () => {
      for (const isActive of [false, true]) {
        const whole = await findPromotion();
        const changed = await admin('PUT', `/events/${whole._id}`, { ...whole, isActive });
        assert.equal(changed.message, 'Event updated');
        assert.equal((await findPromotion()).isActive, isActive);
      }
    },
    'POST /events/run-leaderboard/{id}': async () => {
      const path = `/events/run-leaderboard/${(await findPromotion())._id}`;
      assert.equal((await admin('POST', path)).message, 'Rewards sent successfully');
      assert.match(await toRefusal(admin('POST', path)), /already|invalid/);
      assert.equal((await findPromotion()).completed, true);
    },
    'DELETE /events/{id}': async () => {
      const deleted = await admin('DELETE', `/events/${(await findPromotion())._id}`);
      assert.equal(deleted.message, 'Event deleted successfully');
    },
    'POST /giveaways/create, GET /giveaways': async () => {
      assert.equal((await admin('POST', '/giveaways/create', giveaway)).message, 'Created successfully');
      const created = await findGiveaway();
      assert.deepEqual([created.participants, created.isActive, created.isCompleted], [[], true, false]);
    },
    'PUT /giveaways/update/{id}: the whole giveaway with isActive flipped': async () => {
      for (const isActive of [false, true]) {
        const whole = await findGiveaway();
        const changed = await admin('PUT', `/giveaways/update/${whole._id}`, { ...whole, isActive });
        assert.equal(changed.message, 'Updated successfully');
        assert.equal((await findGiveaway()).isActive, isActive);
      }
    },
    'DELETE /giveaways/delete/{id}': async () => {
      const deleted = await admin('DELETE', `/giveaways/delete/${(await findGiveaway())._id}`);
      assert.equal(deleted.message, 'Deleted successfully');
    },
    'players may change none of it': async () => {
      await toRefusal(player('POST', '/events', event));
      await toRefusal(player('POST', '/giveaways/create', giveaway));
    },
  };
}
