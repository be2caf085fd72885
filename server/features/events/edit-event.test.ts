import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminEvent } from '../../../contract/events-admin.ts';
import { type EventsTest, startEventsTest } from '../../../tests/support/events.ts';

const hourMs = 3_600_000;

let events: EventsTest;
beforeAll(async () => {
  events = await startEventsTest();
});
afterAll(() => events.close());

describe('events of an administrator', () => {
  it.each([
    [{ title: ' ' }, 'Title and Type are required'],
    [{ type: '' }, 'Title and Type are required'],
    [{ triggers: [] }, 'Choose a trigger'],
    [{ startDate: '' }, 'Start and end dates are required'],
    [{ triggers: ['ACTIVITY_WEEKLY'], leaderboardRewards: [3, 2] }, 'Please provide at least 3 rewards'],
    [
      { triggers: ['ACTIVITY_WEEKLY'], leaderboardRewards: Array(11).fill(1) },
      'You can provide up to 10 rewards',
    ],
    [
      { startDate: '2026-01-02T00:00:00Z', endDate: '2026-01-01T00:00:00Z' },
      'The end must be after the start',
    ],
  ])('%o is refused: %s', async (parts, message) => {
    const answer = await events.ask('POST', '/events', { payload: events.input(parts) });
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });

  it('are saved where they lie wholly in the past, with a note that says so', async () => {
    const dates = { startDate: '2020-01-01T00:00:00Z', endDate: '2020-01-02T00:00:00Z' };
    const note = 'It lies wholly in the past: nothing counts for it from now on';
    const past = await events.ask('POST', '/events', { payload: events.input(dates) });
    expect([past.status, past.message]).toEqual([200, `Event created. ${note}`]);
    const present = await events.ask('POST', '/events', { payload: events.input({}) });
    expect([present.status, present.message]).toEqual([200, 'Event created']);
  });

  it('are created with the defaults of the specification, changed, listed, and deleted', async () => {
    const event = await events.create({ eventConfig: undefined, type: 'flash_promo' });
    expect(event).toMatchObject({
      type: 'FLASH_PROMO',
      autoRun: true,
      isActive: true,
      isCompleted: false,
      eventConfig: {
        rewardType: 'GC',
        rewardAmount: 0,
        multiplier: 1,
        userCap: 0,
        dailyCap: 0,
        budget: null,
      },
    });
    const changed = await events.ask('PUT', `/events/${event._id}`, {
      payload: events.input({ title: 'Changed' }),
    });
    expect(changed).toMatchObject({ status: 200, message: 'Event updated', data: { title: 'Changed' } });
    const { token } = await events.player();
    expect(await events.mine(token, event._id)).toMatchObject({ title: 'Changed', reward: 10 });
    expect(await events.ask('DELETE', `/events/${event._id}`)).toMatchObject({
      message: 'Event deleted successfully',
    });
    expect(await events.mine(token, event._id)).toBeUndefined();
    expect(await events.ask('PUT', `/events/${event._id}`, { payload: events.input() })).toMatchObject({
      status: 404,
    });
    const changes = await events.test.db.rows<{ action: string }>(sql`
      select action from admin_changes where subject = ${`event:${event._id}`} order by id`);
    expect(changes.map(({ action }) => action)).toEqual(['event.create', 'event.update', 'event.delete']);
  });

  it('never change when they are completed', async () => {
    const event = await events.create({ endDate: events.inHours(1) });
    events.test.clock.advance(2 * hourMs);
    await events.sweep();
    const answer = await events.ask('PUT', `/events/${event._id}`, { payload: events.input() });
    expect(answer).toMatchObject({ status: 409, code: 'event_completed' });
  });

  it('are hidden from players while inactive, and closed to them as administrators see them', async () => {
    const event = await events.create({ isActive: false });
    const { token } = await events.player();
    expect(await events.mine(token, event._id)).toBeUndefined();
    expect(await events.ask('GET', '/events/all', { token })).toMatchObject({ status: 403 });
  });

  it('are listed at one address: whole for whoever may read them, as their own for players', async () => {
    const { _id } = await events.create({ isActive: false });
    const { total, data } = await events.ask('GET', '/events?pageSize=1');
    expect(total).toBeGreaterThan(data.length);
    const all: AdminEvent[] = (await events.ask('GET', '/events')).data;
    expect(all.find((event) => event._id === _id)).toMatchObject({
      status: 'INACTIVE',
      completed: false,
      budgetSpent: 0,
    });
    const { token } = await events.player();
    const own: object[] = (await events.ask('GET', '/events', { token })).data;
    expect(own).toEqual((await events.ask('GET', '/events/mine', { token })).data);
    for (const event of own) expect(event).not.toHaveProperty('budgetSpent');
  });
});

it('lists events searched and paged, active ones first', async () => {
  for (const [title, isActive] of [
    ['Autumn 50%', true],
    ['Autumn 500', true],
    ['autumn 50% off', false],
  ] as const) {
    await events.create({ title, isActive });
  }
  const titles = async (query: string) =>
    (await events.ask('GET', `/events/all?${query}`)).data.map(({ title }: { title: string }) => title);
  const { total } = await events.ask(
    'GET',
    `/events/all?search=${encodeURIComponent('AUTUMN 50%')}&pageSize=1`,
  );
  expect(total).toBe(2);
  const search = `search=${encodeURIComponent('AUTUMN 50%')}`;
  expect(await titles(search)).toEqual(['Autumn 50%', 'autumn 50% off']);
  expect(await titles(`${search}&pageSize=1&page=2`)).toEqual(['autumn 50% off']);
  expect((await events.ask('GET', '/events/all?pageSize=501')).status).toBe(400);
});
