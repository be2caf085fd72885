import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminEvent, Payouts } from '../../../contract/events-admin.ts';
import { type EventsTest, startEventsTest } from '../../../tests/support/events.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { auditLedger } from '../../audit.ts';

const hourMs = 3_600_000;

let events: EventsTest;
beforeAll(async () => {
  events = await startEventsTest();
});
afterAll(() => events.close());
beforeEach(() => events.closeAll());

describe('rewards that are sent by hand', () => {
  it('are previewed as they will be paid, sent once, and then say that they already were', async () => {
    const event = await events.create({ autoRun: false });
    const [one, other] = [await events.player('Ada'), await events.player('Bob')];
    for (const who of [one, one, other]) await events.finish(who.id);
    expect(await events.coins(one.id)).toBe(0);
    expect((await events.mine(one.token, event._id)).mine).toMatchObject({
      rewards: 2,
      earned: 20,
      toBeSent: 20,
    });

    const preview: Payouts = (await events.ask('GET', `/events/${event._id}/payouts`)).data;
    expect(preview).toEqual({
      rewardType: 'GC',
      players: 2,
      total: 30,
      list: [
        { playerId: one.id, name: 'Ada', rank: null, amount: 20 },
        { playerId: other.id, name: 'Bob', rank: null, amount: 10 },
      ],
    });
    const sent = await events.ask('POST', `/events/run-leaderboard/${event._id}`);
    expect(sent).toMatchObject({
      status: 200,
      message: 'Rewards sent successfully',
      data: { players: 2, total: 30 },
    });
    expect([await events.coins(one.id), await events.coins(other.id)]).toEqual([20, 10]);
    expect((await events.mine(one.token, event._id)).mine).toMatchObject({ earned: 20, toBeSent: 0 });

    const again = await events.ask('POST', `/events/run-leaderboard/${event._id}`);
    expect(again).toMatchObject({ status: 409, code: 'event_already_sent' });
    expect(again.message).toContain('already');
    await events.finish(one.id);
    expect((await events.mine(one.token, event._id)).mine.rewards).toBe(2);
    expect(await events.coins(one.id)).toBe(20);
  });

  it('are sent once by twenty calls at once, with one key or with many', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => events.player()));
    for (const keys of [Array(20).fill(randomUUID()), Array.from({ length: 20 }, () => randomUUID())]) {
      const event = await events.create({ autoRun: false });
      for (const { id } of players) await events.finish(id);
      const before = await Promise.all(players.map(({ id }) => events.coins(id)));
      const answers = await Promise.all(
        keys.map((key: string) => events.ask('POST', `/events/run-leaderboard/${event._id}`, { key })),
      );
      const good = answers.filter(({ status }) => status === 200);
      expect(good).toHaveLength(new Set(keys).size === 1 ? 20 : 1);
      for (const { data } of good) expect(data).toEqual({ players: 5, total: 50, isFinished: true });
      const after = await Promise.all(players.map(({ id }) => events.coins(id)));
      expect(after).toEqual(before.map((amount) => amount + 10));
      await events.test.db.run(sql`update events set is_active = false`);
    }
  });

  it('take in every fact that came before, however close, and pay none twice', async () => {
    const event = await events.create({ autoRun: false });
    const players = await Promise.all(Array.from({ length: 30 }, () => events.player()));
    const sending = new Promise<number>((resolve) => {
      setImmediate(async () =>
        resolve((await events.ask('POST', `/events/run-leaderboard/${event._id}`)).data.total),
      );
    });
    await Promise.all(players.map(({ id }) => events.finish(id)));
    const total = await sending;
    const paid = (await Promise.all(players.map(({ id }) => events.coins(id)))).reduce(
      (sum, amount) => sum + amount,
    );
    expect(paid).toBe(total);
    const rows = await events.test.db.row(sql`
      select count(*) as unpaid from event_rewards where event_id = ${event._id} and paid_at is null`);
    expect(rows).toEqual({ unpaid: 0 });
  });

  it('are no matter of whoever lacks the permission, nor of events that pay by themselves', async () => {
    const event = await events.create();
    const editor = await events.test.signIn((await createPlayer(events.test.db, { role: 'ADMIN' })).id);
    const url = `/events/run-leaderboard/${event._id}`;
    expect(await events.ask('POST', url, { token: editor })).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect(await events.ask('POST', url)).toMatchObject({ status: 409, code: 'event_sends_itself' });
    expect(await events.ask('POST', `/events/run-leaderboard/${randomUUID()}`)).toMatchObject({
      status: 404,
    });
  });
});

describe('places of an ACTIVITY_WEEKLY event', () => {
  it('are ranked by XP of attempts inside the dates, ties by who was first, and paid once at the end', async () => {
    await events.finish((await events.player()).id, 10_000);
    const event = await events.weekly();
    const [a, b, c, d] = [
      await events.player('A'),
      await events.player('B'),
      await events.player('C'),
      await events.player('D'),
    ];
    for (const [who, xp] of [
      [b, 40],
      [c, 20],
      [a, 60],
      [d, 20],
      [c, 20],
    ] as const) {
      events.test.clock.advance(60_000);
      await events.finish(who.id, xp);
    }
    expect((await events.mine(c.token, event._id)).mine).toMatchObject({ rank: 3, xp: 40 });
    const board = (await events.ask('GET', `/events/${event._id}/board`, { token: d.token })).data;
    expect(board.places.map(({ name, reward }: { name: string; reward: number }) => [name, reward])).toEqual([
      ['A', 500],
      ['B', 300],
      ['C', 100],
      ['D', 0],
    ]);
    expect(board.mine).toMatchObject({ rank: 4, isMe: true });

    events.test.clock.advance(2 * hourMs);
    await events.finish(d.id, 5_000);
    await Promise.all(Array.from({ length: 4 }, events.sweep));
    await events.sweep();
    expect(await Promise.all([a, b, c, d].map(({ id }) => events.coins(id)))).toEqual([500, 300, 100, 0]);
    expect(await events.mine(a.token, event._id)).toMatchObject({
      isCompleted: true,
      phase: 'finished',
      mine: { rank: 1, earned: 500 },
    });
  });

  it('wait for the end, and for the word of its last moment, also where an administrator sends them', async () => {
    const event = await events.weekly({ autoRun: false });
    await events.finish((await events.player()).id);
    const url = `/events/run-leaderboard/${event._id}`;
    expect(await events.ask('POST', url)).toMatchObject({ status: 409, code: 'event_running' });
    expect((await events.ask('GET', `/events/${event._id}/payouts`)).data).toMatchObject({ total: 500 });
    events.test.clock.advance(2 * hourMs + 30_000);
    expect(await events.ask('POST', url)).toMatchObject({ code: 'event_running' });
    events.test.clock.advance(30_000);
    expect(await events.ask('POST', url)).toMatchObject({ status: 200, data: { players: 1, total: 500 } });
  });

  it('leave out what was voided', async () => {
    const event = await events.weekly();
    const [cheat, fair] = [await events.player(), await events.player()];
    const attemptId = randomUUID();
    await events.finish(cheat.id, 120, attemptId);
    await events.finish(fair.id, 20);
    await events.tell('challenge.voided', { attemptId, playerId: cheat.id });
    events.test.clock.advance(3 * hourMs);
    await events.sweep();
    expect([await events.coins(cheat.id), await events.coins(fair.id)]).toEqual([0, 500]);
    expect((await events.mine(fair.token, event._id)).mine.rank).toBe(1);
  });
});

describe('a voided attempt', () => {
  it('takes back what events gave for it, once, and counts on for cap and budget', async () => {
    const event = await events.create({ eventConfig: { rewardAmount: 10, userCap: 1, budget: 20 } });
    const { id, token } = await events.player();
    const attemptId = randomUUID();
    await events.finish(id, 20, attemptId);
    expect(await events.coins(id)).toBe(10);
    const voided = () => events.tell('challenge.voided', { attemptId, playerId: id });
    await Promise.all([voided(), voided(), voided()]);
    expect(await events.coins(id)).toBe(0);
    await events.finish(id, 20, attemptId);
    expect(await events.coins(id)).toBe(0);
    await events.finish(id);
    expect(await events.coins(id)).toBe(0);
    expect((await events.mine(token, event._id)).mine).toMatchObject({ rewards: 1, today: 1, earned: 0 });
    const all: AdminEvent[] = (await events.ask('GET', '/events/all')).data;
    expect(all.find(({ _id }) => _id === event._id)).toMatchObject({ budgetSpent: 10, rewardsPaid: 0 });
  });

  it('pays nothing when its end is told later than its voiding, or at the same time', async () => {
    await events.create({ triggers: ['COMPLETE_CHALLENGE', 'EARN_XP'] });
    const players = await Promise.all(Array.from({ length: 10 }, () => events.player()));
    await Promise.all(
      players.map(async ({ id }, index) => {
        const attemptId = randomUUID();
        const voided = () => events.tell('challenge.voided', { attemptId, playerId: id });
        if (index % 2) await Promise.all([voided(), events.finish(id, 20, attemptId)]);
        else await voided().then(() => events.finish(id, 20, attemptId));
      }),
    );
    expect(await Promise.all(players.map(({ id }) => events.coins(id)))).toEqual(Array(10).fill(0));
    const board = (await events.ask('GET', '/leaderboard?period=all', { token: players[0]?.token ?? '' }))
      .data;
    expect(board.mine).toBeNull();
  });
});

it('a fact of the last moment counts though it is told after the end', async () => {
  await events.create({ endDate: events.inHours(1) });
  const { id } = await events.player();
  const at = events.inHours(0.9);
  events.test.clock.advance(2 * hourMs);
  await events.sweep();
  await events.tell('challenge.finished', {
    attemptId: randomUUID(),
    playerId: id,
    status: 'SUCCESS',
    xp: 120,
    at,
  });
  expect(await events.coins(id)).toBe(10);
});

it('leaves the books in order', async () => {
  const { proofs } = await auditLedger(events.test.db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});
