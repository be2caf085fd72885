import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminEvent } from '../../../contract/events.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { balances } from '../../ledger/balances.ts';
import type { Task } from '../../platform/jobs/outbox.ts';

const hourMs = 3_600_000;
let test: TestApp;
let admin: string;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.signIn((await createPlayer(test.db, { role: 'SUPER_ADMIN' })).id);
});
afterAll(() => test.close());

const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * hourMs).toISOString();

function input(parts: Record<string, unknown> = {}) {
  return {
    title: 'Test event',
    type: 'challenge',
    triggers: ['COMPLETE_CHALLENGE'],
    startDate: inHours(0),
    endDate: inHours(2),
    eventConfig: { rewardAmount: 10 },
    ...parts,
  };
}

async function ask(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const key = randomUUID();
  const response = await test.call({ method, url, token: admin, key, ...(payload && { payload }) });
  const { data, code, message } = response.json();
  return { status: response.statusCode, data, code, message };
}

/** Alone: nothing of an earlier test is paid with it. */
async function create(parts: Record<string, unknown> = {}): Promise<AdminEvent> {
  await test.db.run(sql`update events set is_active = false`);
  test.clock.advance(1);
  const { status, data, message } = await ask('POST', '/events', input(parts));
  expect(status, message).toBe(200);
  return data;
}

const player = async () => (await createPlayer(test.db)).id;
const coins = async (playerId: string) => (await balances(test.db, playerId)).gamerCoins;
const sweep = () => (test.app.tasks['run-events'] as Task)({} as never);
const remove = (playerId: string) =>
  test.db.run(sql`update players set deleted_at = now() where id = ${playerId}`);

function finish(playerId: string, xp = 20): Promise<void> {
  const at = test.clock.now().toISOString();
  const fact = { attemptId: randomUUID(), playerId, status: 'FAILED', xp, at };
  return (test.app.tasks['challenge.finished'] as Task)(fact as never);
}

const weekly = { triggers: ['ACTIVITY_WEEKLY'], leaderboardRewards: [500, 300, 100] };

it('a deleted account gets nothing: not for a fact told late, not when rewards are sent', async () => {
  const [gone, there] = [await player(), await player()];
  await create();
  await remove(gone);
  await finish(gone);
  expect(await coins(gone)).toBe(0);

  const event = await create({ autoRun: false });
  const leaving = await player();
  for (const id of [leaving, there]) await finish(id);
  await remove(leaving);
  const preview = await ask('GET', `/events/${event._id}/payouts`);
  expect(preview.data).toMatchObject({ players: 1, total: 10, list: [{ playerId: there }] });
  expect((await ask('POST', `/events/run-leaderboard/${event._id}`)).data).toEqual({ players: 1, total: 10 });
  expect([await coins(leaving), await coins(there)]).toEqual([0, 10]);
});

it('the place of a deleted account is paid to nobody', async () => {
  const [first, second] = [await player(), await player()];
  await create(weekly);
  await finish(first, 50);
  await finish(second, 20);
  await remove(first);
  test.clock.advance(3 * hourMs);
  await sweep();
  expect([await coins(first), await coins(second)]).toEqual([0, 300]);
});

it('places beyond the budget are refused when they are promised, and none is paid beyond it', async () => {
  const eventConfig = { budget: 850 };
  const answer = await ask('POST', '/events', input({ ...weekly, eventConfig }));
  expect(answer).toMatchObject({ status: 400, code: 'event_invalid' });
  expect(answer.message).toContain('budget');

  const event = await create({ ...weekly, eventConfig: { budget: 900 } });
  await test.db.run(sql`update events set budget = 850 where id = ${event._id}`);
  const players = [await player(), await player(), await player()] as const;
  for (const [place, id] of players.entries()) await finish(id, 100 - place);
  test.clock.advance(3 * hourMs);
  await sweep();
  expect(await Promise.all(players.map(coins))).toEqual([500, 300, 0]);
  const all: AdminEvent[] = (await ask('GET', '/events/all')).data;
  expect(all.find(({ _id }) => _id === event._id)).toMatchObject({ budgetSpent: 800, rewardsPaid: 2 });
});

it('a budget that is set later counts what was paid before', async () => {
  const event = await create();
  for (const _ of [1, 2, 3]) await finish(await player());
  const budgeted = input({ eventConfig: { rewardAmount: 10, budget: 40 } });
  const { data } = await ask('PUT', `/events/${event._id}`, { ...budgeted, startDate: event.startDate });
  expect(data).toMatchObject({ budgetSpent: 30 });
  const [last, late] = [await player(), await player()];
  await finish(last);
  await finish(late);
  expect([await coins(last), await coins(late)]).toEqual([10, 0]);
});

it('once it has rewarded somebody, an event keeps its currency and whether it pays places', async () => {
  const event = await create({ autoRun: false });
  await finish(await player());
  for (const parts of [weekly, { eventConfig: { rewardAmount: 10, rewardType: 'XP' } }]) {
    const answer = await ask('PUT', `/events/${event._id}`, input({ autoRun: false, ...parts }));
    expect(answer).toMatchObject({ status: 400, code: 'event_invalid' });
  }
  expect((await ask('PUT', `/events/${event._id}`, input({ autoRun: false, title: 'New' }))).status).toBe(
    200,
  );
});
