// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { AdminPromotion } from '../../../contract/promotions-admin.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { startPromotionsTest } from '../../../tests/support/promotions.ts';

const promotions = openForTests(startPromotionsTest);

/** Starts now and lasts two hours. */
const input = (parts: Record<string, unknown> = {}) =>
  promotions.input({ startDate: promotions.inHours(0), endDate: promotions.inHours(2), ...parts });
const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  promotions.ask(method, url, payload && { payload });

/** The only promotion, so that promotions of earlier tests pay nothing here. */
async function create(parts: Record<string, unknown> = {}): Promise<AdminPromotion> {
  await promotions.closeAll();
  promotions.test.clock.advance(1);
  return promotions.create({ startDate: promotions.inHours(0), endDate: promotions.inHours(2), ...parts });
}

const player = async () => (await promotions.player()).id;
const remove = (playerId: string) =>
  promotions.test.db.run(
    sql`update players set deleted_at = now(), erased_at = now() where id = ${playerId}`,
  );

const weekly = { triggers: ['ACTIVITY_WEEKLY'], leaderboardRewards: [500, 300, 100] };

it('a deleted account gets no reward for late facts or when rewards are sent', {
  tags: ['long'],
}, async () => {
  const [gone, there] = [await player(), await player()];
  await create();
  await remove(gone);
  await promotions.finish(gone);
  expect(await promotions.coins(gone)).toBe(0);

  const promotion = await create({ autoRun: false });
  const leaving = await player();
  for (const id of [leaving, there]) await promotions.finish(id);
  await remove(leaving);
  const preview = await ask('GET', `/events/${promotion._id}/payouts`);
  expect(preview.data).toMatchObject({ players: 1, total: 10, list: [{ playerId: there }] });
  expect((await ask('POST', `/events/run-leaderboard/${promotion._id}`)).data).toEqual({
    players: 1,
    total: 10,
    isFinished: true,
  });
  expect([await promotions.coins(leaving), await promotions.coins(there)]).toEqual([0, 10]);
});

it('the place of a deleted account is paid to nobody', async () => {
  const [first, second] = [await player(), await player()];
  await create(weekly);
  await promotions.finish(first, 50);
  await promotions.finish(second, 20);
  await remove(first);
  promotions.test.clock.advance(3 * 3_600_000);
  await promotions.sweep();
  expect([await promotions.coins(first), await promotions.coins(second)]).toEqual([0, 300]);
});

it('places beyond the budget are refused in advance and never paid', async () => {
  const eventConfig = { budget: 850 };
  const answer = await ask('POST', '/events', input({ ...weekly, eventConfig }));
  expect(answer).toMatchObject({ status: 400, code: 'event_invalid' });
  expect(answer.message).toContain('budget');

  const promotion = await create({ ...weekly, eventConfig: { budget: 900 } });
  await promotions.test.db.run(sql`update events set budget = 850 where id = ${promotion._id}`);
  const players = [await player(), await player(), await player()] as const;
  for (const [place, id] of players.entries()) await promotions.finish(id, 100 - place);
  promotions.test.clock.advance(3 * 3_600_000);
  await promotions.sweep();
  expect(await Promise.all(players.map(promotions.coins))).toEqual([500, 300, 0]);
  const all: AdminPromotion[] = (await ask('GET', '/events/all')).data;
  expect(all.find(({ _id }) => _id === promotion._id)).toMatchObject({ budgetSpent: 800, rewardsPaid: 2 });
});

it('a budget set later counts what was already paid', async () => {
  const promotion = await create();
  for (const _ of [1, 2, 3]) await promotions.finish(await player());
  const all: AdminPromotion[] = (await ask('GET', '/events/all')).data;
  expect(all.find(({ _id }) => _id === promotion._id)).toMatchObject({ budgetSpent: 30 });
  const budgeted = input({ eventConfig: { rewardAmount: 10, budget: 40 } });
  const { data } = await ask('PUT', `/events/${promotion._id}`, {
    ...budgeted,
    startDate: promotion.startDate,
  });
  expect(data).toMatchObject({ budgetSpent: 30 });
  const [last, late] = [await player(), await player()];
  await promotions.finish(last);
  await promotions.finish(late);
  expect([await promotions.coins(last), await promotions.coins(late)]).toEqual([10, 0]);
});

it('an event that has rewarded somebody keeps its currency and kind', async () => {
  const promotion = await create({ autoRun: false });
  await promotions.finish(await player());
  for (const parts of [weekly, { eventConfig: { rewardAmount: 10, rewardType: 'XP' } }]) {
    const answer = await ask('PUT', `/events/${promotion._id}`, input({ autoRun: false, ...parts }));
    expect(answer).toMatchObject({ status: 400, code: 'event_invalid' });
  }
  expect((await ask('PUT', `/events/${promotion._id}`, input({ autoRun: false, title: 'New' }))).status).toBe(
    200,
  );
});
