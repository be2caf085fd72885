import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminEvent } from '../../../contract/events-admin.ts';
import { type EventsTest, startEventsTest } from '../../../tests/support/events.ts';

let events: EventsTest;
beforeAll(async () => {
  events = await startEventsTest();
});
afterAll(() => events.close());

/** From now on for two hours. */
const input = (parts: Record<string, unknown> = {}) =>
  events.input({ startDate: events.inHours(0), endDate: events.inHours(2), ...parts });
const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  events.ask(method, url, payload && { payload });

/** Alone: nothing of an earlier test is paid with it. */
async function create(parts: Record<string, unknown> = {}): Promise<AdminEvent> {
  await events.closeAll();
  events.test.clock.advance(1);
  return events.create({ startDate: events.inHours(0), endDate: events.inHours(2), ...parts });
}

const player = async () => (await events.player()).id;
const remove = (playerId: string) =>
  events.test.db.run(sql`update players set deleted_at = now() where id = ${playerId}`);

const weekly = { triggers: ['ACTIVITY_WEEKLY'], leaderboardRewards: [500, 300, 100] };

it('a deleted account gets nothing: not for a fact told late, not when rewards are sent', async () => {
  const [gone, there] = [await player(), await player()];
  await create();
  await remove(gone);
  await events.finish(gone);
  expect(await events.coins(gone)).toBe(0);

  const event = await create({ autoRun: false });
  const leaving = await player();
  for (const id of [leaving, there]) await events.finish(id);
  await remove(leaving);
  const preview = await ask('GET', `/events/${event._id}/payouts`);
  expect(preview.data).toMatchObject({ players: 1, total: 10, list: [{ playerId: there }] });
  expect((await ask('POST', `/events/run-leaderboard/${event._id}`)).data).toEqual({
    players: 1,
    total: 10,
    isFinished: true,
  });
  expect([await events.coins(leaving), await events.coins(there)]).toEqual([0, 10]);
});

it('the place of a deleted account is paid to nobody', async () => {
  const [first, second] = [await player(), await player()];
  await create(weekly);
  await events.finish(first, 50);
  await events.finish(second, 20);
  await remove(first);
  events.test.clock.advance(3 * 3_600_000);
  await events.sweep();
  expect([await events.coins(first), await events.coins(second)]).toEqual([0, 300]);
});

it('places beyond the budget are refused when they are promised, and none is paid beyond it', async () => {
  const eventConfig = { budget: 850 };
  const answer = await ask('POST', '/events', input({ ...weekly, eventConfig }));
  expect(answer).toMatchObject({ status: 400, code: 'event_invalid' });
  expect(answer.message).toContain('budget');

  const event = await create({ ...weekly, eventConfig: { budget: 900 } });
  await events.test.db.run(sql`update events set budget = 850 where id = ${event._id}`);
  const players = [await player(), await player(), await player()] as const;
  for (const [place, id] of players.entries()) await events.finish(id, 100 - place);
  events.test.clock.advance(3 * 3_600_000);
  await events.sweep();
  expect(await Promise.all(players.map(events.coins))).toEqual([500, 300, 0]);
  const all: AdminEvent[] = (await ask('GET', '/events/all')).data;
  expect(all.find(({ _id }) => _id === event._id)).toMatchObject({ budgetSpent: 800, rewardsPaid: 2 });
});

it('a budget that is set later counts what was paid before', async () => {
  const event = await create();
  for (const _ of [1, 2, 3]) await events.finish(await player());
  const all: AdminEvent[] = (await ask('GET', '/events/all')).data;
  expect(all.find(({ _id }) => _id === event._id)).toMatchObject({ budgetSpent: 30 });
  const budgeted = input({ eventConfig: { rewardAmount: 10, budget: 40 } });
  const { data } = await ask('PUT', `/events/${event._id}`, { ...budgeted, startDate: event.startDate });
  expect(data).toMatchObject({ budgetSpent: 30 });
  const [last, late] = [await player(), await player()];
  await events.finish(last);
  await events.finish(late);
  expect([await events.coins(last), await events.coins(late)]).toEqual([10, 0]);
});

it('once it has rewarded somebody, an event keeps its currency and whether it pays places', async () => {
  const event = await create({ autoRun: false });
  await events.finish(await player());
  for (const parts of [weekly, { eventConfig: { rewardAmount: 10, rewardType: 'XP' } }]) {
    const answer = await ask('PUT', `/events/${event._id}`, input({ autoRun: false, ...parts }));
    expect(answer).toMatchObject({ status: 400, code: 'event_invalid' });
  }
  expect((await ask('PUT', `/events/${event._id}`, input({ autoRun: false, title: 'New' }))).status).toBe(
    200,
  );
});
