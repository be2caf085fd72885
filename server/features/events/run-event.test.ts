import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminEvent, Payouts, PlayerEvent } from '../../../contract/events.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { auditLedger } from '../../ledger/audit.ts';
import { balances } from '../../ledger/balances.ts';
import type { DomainEvents } from '../../platform/jobs/domain-events.ts';
import type { Task } from '../../platform/jobs/outbox.ts';

const hourMs = 3_600_000;
let test: TestApp;
let admin: string;

beforeAll(async () => {
  test = await startTestApp();
  admin = await test.signIn((await createPlayer(test.db, { role: 'SUPER_ADMIN' })).id);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.run(sql`update events set is_active = false`);
});

const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * hourMs).toISOString();

function input(parts: Record<string, unknown> = {}) {
  return {
    title: 'Test event',
    type: 'challenge',
    triggers: ['COMPLETE_CHALLENGE'],
    startDate: inHours(-1),
    endDate: inHours(24),
    eventConfig: { rewardAmount: 10 },
    ...parts,
  };
}

async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { payload, token = admin, key = randomUUID() }: { payload?: object; token?: string; key?: string } = {},
) {
  const response = await test.call({ method, url, token, key, ...(payload && { payload }) });
  const { data, code, message } = response.json();
  return { status: response.statusCode, data, code, message };
}

async function create(parts: Record<string, unknown> = {}): Promise<AdminEvent> {
  const { status, data, message } = await ask('POST', '/events', { payload: input(parts) });
  expect(status, message).toBe(200);
  return data;
}

async function player(name?: string) {
  const { id } = await createPlayer(test.db, name ? { name } : {});
  return { id, token: await test.signIn(id) };
}

function tell<Name extends keyof DomainEvents>(name: Name, fact: DomainEvents[Name]): Promise<void> {
  return (test.app.tasks[name] as Task)(fact as never);
}

function finish(playerId: string, xp = 20, attemptId: string = randomUUID()) {
  const at = test.clock.now().toISOString();
  return tell('challenge.finished', { attemptId, playerId, status: 'FAILED', xp, at });
}

const coins = async (playerId: string) => (await balances(test.db, playerId)).gamerCoins;
const sweep = () => (test.app.tasks['run-events'] as Task)({} as never);
const mine = async (token: string, eventId: string): Promise<PlayerEvent> =>
  (await ask('GET', '/events', { token })).data.find(({ _id }: PlayerEvent) => _id === eventId);

describe('rewards that are sent by hand', () => {
  it('are previewed as they will be paid, sent once, and then say that they already were', async () => {
    const event = await create({ autoRun: false });
    const [one, other] = [await player('Ada'), await player('Bob')];
    for (const who of [one, one, other]) await finish(who.id);
    expect(await coins(one.id)).toBe(0);
    expect((await mine(one.token, event._id)).mine).toMatchObject({ rewards: 2, earned: 20, toBeSent: 20 });

    const preview: Payouts = (await ask('GET', `/events/${event._id}/payouts`)).data;
    expect(preview).toEqual({
      rewardType: 'GC',
      players: 2,
      total: 30,
      list: [
        { playerId: one.id, name: 'Ada', rank: null, amount: 20 },
        { playerId: other.id, name: 'Bob', rank: null, amount: 10 },
      ],
    });
    const sent = await ask('POST', `/events/run-leaderboard/${event._id}`);
    expect(sent).toMatchObject({
      status: 200,
      message: 'Rewards sent successfully',
      data: { players: 2, total: 30 },
    });
    expect([await coins(one.id), await coins(other.id)]).toEqual([20, 10]);
    expect((await mine(one.token, event._id)).mine).toMatchObject({ earned: 20, toBeSent: 0 });

    const again = await ask('POST', `/events/run-leaderboard/${event._id}`);
    expect(again).toMatchObject({ status: 409, code: 'event_already_sent' });
    expect(again.message).toContain('already');
    await finish(one.id);
    expect((await mine(one.token, event._id)).mine.rewards).toBe(2);
    expect(await coins(one.id)).toBe(20);
  });

  it('are sent once by twenty calls at once, with one key or with many', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => player()));
    for (const keys of [Array(20).fill(randomUUID()), Array.from({ length: 20 }, () => randomUUID())]) {
      const event = await create({ autoRun: false });
      for (const { id } of players) await finish(id);
      const before = await Promise.all(players.map(({ id }) => coins(id)));
      const answers = await Promise.all(
        keys.map((key: string) => ask('POST', `/events/run-leaderboard/${event._id}`, { key })),
      );
      const good = answers.filter(({ status }) => status === 200);
      expect(good).toHaveLength(new Set(keys).size === 1 ? 20 : 1);
      for (const { data } of good) expect(data).toEqual({ players: 5, total: 50 });
      const after = await Promise.all(players.map(({ id }) => coins(id)));
      expect(after).toEqual(before.map((amount) => amount + 10));
      await test.db.run(sql`update events set is_active = false`);
    }
  });

  it('take in every fact that came before, however close, and pay none twice', async () => {
    const event = await create({ autoRun: false });
    const players = await Promise.all(Array.from({ length: 30 }, () => player()));
    const sending = new Promise<number>((resolve) => {
      setImmediate(async () =>
        resolve((await ask('POST', `/events/run-leaderboard/${event._id}`)).data.total),
      );
    });
    await Promise.all(players.map(({ id }) => finish(id)));
    const total = await sending;
    const paid = (await Promise.all(players.map(({ id }) => coins(id)))).reduce(
      (sum, amount) => sum + amount,
    );
    expect(paid).toBe(total);
    const rows = await test.db.row(sql`
      select count(*) as unpaid from event_rewards where event_id = ${event._id} and paid_at is null`);
    expect(rows).toEqual({ unpaid: 0 });
  });

  it('are no matter of whoever lacks the permission, nor of events that pay by themselves', async () => {
    const event = await create();
    const editor = await test.signIn((await createPlayer(test.db, { role: 'ADMIN' })).id);
    const url = `/events/run-leaderboard/${event._id}`;
    expect(await ask('POST', url, { token: editor })).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await ask('POST', url)).toMatchObject({ status: 409, code: 'event_sends_itself' });
    expect(await ask('POST', `/events/run-leaderboard/${randomUUID()}`)).toMatchObject({ status: 404 });
  });
});

describe('places of an ACTIVITY_WEEKLY event', () => {
  /** Begins now: what other tests played before does not count. */
  function weekly(parts: Record<string, unknown> = {}) {
    test.clock.advance(1);
    const dates = { startDate: inHours(0), endDate: inHours(2) };
    return create({ ...dates, triggers: ['ACTIVITY_WEEKLY'], leaderboardRewards: [500, 300, 100], ...parts });
  }

  it('are ranked by XP of attempts inside the dates, ties by who was first, and paid once at the end', async () => {
    await finish((await player()).id, 10_000);
    const event = await weekly();
    const [a, b, c, d] = [await player('A'), await player('B'), await player('C'), await player('D')];
    for (const [who, xp] of [
      [b, 40],
      [c, 20],
      [a, 60],
      [d, 20],
      [c, 20],
    ] as const) {
      test.clock.advance(60_000);
      await finish(who.id, xp);
    }
    expect((await mine(c.token, event._id)).mine).toMatchObject({ rank: 3, xp: 40 });
    const board = (await ask('GET', `/events/${event._id}/board`, { token: d.token })).data;
    expect(board.places.map(({ name, reward }: { name: string; reward: number }) => [name, reward])).toEqual([
      ['A', 500],
      ['B', 300],
      ['C', 100],
      ['D', 0],
    ]);
    expect(board.mine).toMatchObject({ rank: 4, isMe: true });

    test.clock.advance(2 * hourMs);
    await finish(d.id, 5_000);
    await Promise.all(Array.from({ length: 4 }, sweep));
    await sweep();
    expect(await Promise.all([a, b, c, d].map(({ id }) => coins(id)))).toEqual([500, 300, 100, 0]);
    expect(await mine(a.token, event._id)).toMatchObject({
      isCompleted: true,
      phase: 'finished',
      mine: { rank: 1, earned: 500 },
    });
  });

  it('wait for the end, and for the word of its last moment, also where an administrator sends them', async () => {
    const event = await weekly({ autoRun: false });
    await finish((await player()).id);
    const url = `/events/run-leaderboard/${event._id}`;
    expect(await ask('POST', url)).toMatchObject({ status: 409, code: 'event_running' });
    expect((await ask('GET', `/events/${event._id}/payouts`)).data).toMatchObject({ total: 500 });
    test.clock.advance(2 * hourMs + 30_000);
    expect(await ask('POST', url)).toMatchObject({ code: 'event_running' });
    test.clock.advance(30_000);
    expect(await ask('POST', url)).toMatchObject({ status: 200, data: { players: 1, total: 500 } });
  });

  it('leave out what was voided', async () => {
    const event = await weekly();
    const [cheat, fair] = [await player(), await player()];
    const attemptId = randomUUID();
    await finish(cheat.id, 120, attemptId);
    await finish(fair.id, 20);
    await tell('challenge.voided', { attemptId, playerId: cheat.id });
    test.clock.advance(3 * hourMs);
    await sweep();
    expect([await coins(cheat.id), await coins(fair.id)]).toEqual([0, 500]);
    expect((await mine(fair.token, event._id)).mine.rank).toBe(1);
  });
});

describe('a voided attempt', () => {
  it('takes back what events gave for it, once, and counts on for cap and budget', async () => {
    const event = await create({ eventConfig: { rewardAmount: 10, userCap: 1, budget: 20 } });
    const { id } = await player();
    const attemptId = randomUUID();
    await finish(id, 20, attemptId);
    expect(await coins(id)).toBe(10);
    const voided = () => tell('challenge.voided', { attemptId, playerId: id });
    await Promise.all([voided(), voided(), voided()]);
    expect(await coins(id)).toBe(0);
    await finish(id, 20, attemptId);
    expect(await coins(id)).toBe(0);
    await finish(id);
    expect(await coins(id)).toBe(0);
    const all: AdminEvent[] = (await ask('GET', '/events/all')).data;
    expect(all.find(({ _id }) => _id === event._id)).toMatchObject({ budgetSpent: 10, rewardsPaid: 0 });
  });

  it('pays nothing when its end is told later than its voiding, or at the same time', async () => {
    await create({ triggers: ['COMPLETE_CHALLENGE', 'EARN_XP'] });
    const players = await Promise.all(Array.from({ length: 10 }, () => player()));
    await Promise.all(
      players.map(async ({ id }, index) => {
        const attemptId = randomUUID();
        const voided = () => tell('challenge.voided', { attemptId, playerId: id });
        if (index % 2) await Promise.all([voided(), finish(id, 20, attemptId)]);
        else await voided().then(() => finish(id, 20, attemptId));
      }),
    );
    expect(await Promise.all(players.map(({ id }) => coins(id)))).toEqual(Array(10).fill(0));
    const board = (await ask('GET', '/leaderboard?period=all', { token: players[0]?.token ?? '' })).data;
    expect(board.mine).toBeNull();
  });
});

describe('events of an administrator', () => {
  it.each([
    [{ title: ' ' }, 'Title and Type are required'],
    [{ type: '' }, 'Title and Type are required'],
    [{ triggers: [] }, 'Choose a trigger'],
    [{ startDate: '' }, 'startDate'],
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
    const answer = await ask('POST', '/events', { payload: input(parts) });
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });

  it('are created with the defaults of the specification, changed, listed, and deleted', async () => {
    const event = await create({ eventConfig: undefined, type: 'flash_promo' });
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
    const changed = await ask('PUT', `/events/${event._id}`, { payload: input({ title: 'Changed' }) });
    expect(changed).toMatchObject({ status: 200, message: 'Event updated', data: { title: 'Changed' } });
    const { token } = await player();
    expect(await mine(token, event._id)).toMatchObject({ title: 'Changed', reward: 10 });
    expect(await ask('DELETE', `/events/${event._id}`)).toMatchObject({
      message: 'Event deleted successfully',
    });
    expect(await mine(token, event._id)).toBeUndefined();
    expect(await ask('PUT', `/events/${event._id}`, { payload: input() })).toMatchObject({ status: 404 });
    const changes = await test.db.rows<{ action: string }>(sql`
      select action from admin_changes where subject = ${`event:${event._id}`} order by id`);
    expect(changes.map(({ action }) => action)).toEqual(['event.create', 'event.update', 'event.delete']);
  });

  it('never change when they are completed', async () => {
    const event = await create({ endDate: inHours(1) });
    test.clock.advance(2 * hourMs);
    await sweep();
    const answer = await ask('PUT', `/events/${event._id}`, { payload: input() });
    expect(answer).toMatchObject({ status: 409, code: 'event_completed' });
  });

  it('are hidden from players while inactive, and closed to them as administrators see them', async () => {
    const event = await create({ isActive: false });
    const { token } = await player();
    expect(await mine(token, event._id)).toBeUndefined();
    expect(await ask('GET', '/events/all', { token })).toMatchObject({ status: 403 });
  });
});

it('a fact of the last moment counts though it is told after the end', async () => {
  await create({ endDate: inHours(1) });
  const { id } = await player();
  const at = inHours(0.9);
  test.clock.advance(2 * hourMs);
  await sweep();
  await tell('challenge.finished', { attemptId: randomUUID(), playerId: id, status: 'SUCCESS', xp: 120, at });
  expect(await coins(id)).toBe(10);
});

it('leaves the books in order', async () => {
  const { proofs } = await auditLedger(test.db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});
