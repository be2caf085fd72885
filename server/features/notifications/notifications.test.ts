// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { Notification } from '../../../contract/notifications.ts';
import { listIn, startTestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import type { DomainEvents, Task } from '../../platform/jobs/outbox.ts';

const test = openForTests(startTestApp);

async function player() {
  const { id } = await createPlayer(test.db);
  return { id, token: await test.signIn(id) };
}

function tell<Name extends keyof DomainEvents>(name: Name, fact: DomainEvents[Name]): Promise<void> {
  return (test.app.tasks[name] as Task)(fact as never);
}

const list = async (token: string, query = '') =>
  listIn<{ list: Notification[]; unread: number; nextBefore: string | null }>(
    (await test.call({ url: `/notifications${query}`, token })).json(),
  );

const won = (playerId: string) => ({
  attemptId: randomUUID(),
  playerId,
  description: 'Survive the ring',
  status: 'SUCCESS' as const,
  rewardGC: 1_200,
  refundGC: 0,
});

it('stores and sends each notification once, however often its event is handled', async () => {
  const { id, token } = await player();
  const fact = won(id);
  await Promise.all([tell('challenge.decided', fact), tell('challenge.decided', fact)]);
  await tell('challenge.decided', fact);
  const { list: told, unread, nextBefore } = await list(token);
  expect({ unread, nextBefore }).toEqual({ unread: 1, nextBefore: null });
  expect(told).toMatchObject([
    {
      kind: 'result',
      title: 'You won your challenge',
      body: 'Survive the ring: 1,200 GC are in your wallet.',
      link: '/past-challenges',
      isRead: false,
    },
  ]);
  const live = await test.db.rows(sql`
    select data from live_events where player_id = ${id} and name = 'notification'`);
  expect(live).toEqual([
    { data: expect.objectContaining({ _id: told[0]?._id, createdAt: told[0]?.createdAt, unread: 1 }) },
  ]);
});

it.each([
  ['FAILED', 'conditions-not-met', 0, 'Challenge not met', /match didn’t meet .* See why in the receipt/],
  // As an earlier release published it.
  ['FAILED', undefined, 0, 'Challenge not met', /match didn’t meet .* See why in the receipt/],
  ['FAILED', 'made-private', 0, 'Challenge not met', /: your game stats were made private/],
  ['CANCELLED', 'no-match', 95, 'Challenge cancelled', /95 GC went back/],
  ['CANCELLED', 'no-match', 0, 'Challenge cancelled', /cost nothing/],
] as const)('explains a %s attempt (%s, %i GC refunded)', async (status, reason, refundGC, title, body) => {
  const { id, token } = await player();
  const why = reason && { reason };
  await tell('challenge.decided', { ...won(id), status, rewardGC: 0, refundGC, ...why });
  const [told] = (await list(token)).list;
  expect(told?.title).toBe(title);
  expect(told?.body).toMatch(body);
});

it('explains that an administrator voided a running attempt, and the refund if any', async () => {
  const { id, token } = await player();
  const voided = { status: 'CANCELLED', reason: 'voided', rewardGC: 0 } as const;
  await tell('challenge.decided', { ...won(id), ...voided, refundGC: 105 });
  await tell('challenge.decided', { ...won(id), ...voided, refundGC: 0 });
  expect((await list(token)).list.map(({ title, body }) => [title, body])).toEqual([
    ['Challenge cancelled', 'Survive the ring: an administrator voided it. See why in the receipt.'],
    [
      'Challenge cancelled',
      'Survive the ring: an administrator voided it. 105 GC went back to your wallet. See why in the receipt.',
    ],
  ]);
});

it('explains once that a result was voided and what was taken back', async () => {
  const { id, token } = await player();
  const { attemptId, description, rewardGC } = won(id);
  const fact = { attemptId, playerId: id, description, rewardGC, refundGC: 105 };
  await tell('challenge.decided', { ...won(id), attemptId });
  for (let times = 0; times < 2; times++) await tell('challenge.voided', fact);
  const { list: told } = await list(token);
  expect(told.map(({ title }) => title)).toEqual(['Your result was voided', 'You won your challenge']);
  expect(told[0]).toMatchObject({
    body: 'Survive the ring: an administrator voided it. The reward of 1,200 GC was taken back. 105 GC went back to your wallet. See why in the receipt.',
    link: `/past-challenges?receipt=${attemptId}`,
  });
  // As an earlier release published it.
  await tell('challenge.voided', { attemptId: randomUUID(), playerId: id });
  expect((await list(token)).list[0]?.body).toBe(
    'One of your challenges: an administrator voided it. See why in the receipt.',
  );
});

it.each([
  ['conditions-not-met', 'Practice: conditions not met'],
  ['made-private', 'Practice is over'],
] as const)('explains the result of practice (%s)', async (reason, title) => {
  const { id, token } = await player();
  const { refundGC: _, ...fact } = won(id);
  await tell('challenge.practised', { ...fact, status: 'FAILED', reason });
  expect((await list(token)).list).toMatchObject([{ title, body: expect.stringMatching(/nothing is lost/) }]);
});

it('notifies the player of a reset handle and links to the page to choose another', async () => {
  const changeId = randomUUID();
  const { id, token } = await player();
  await tell('player.handle-reset', { playerId: id, changeId });
  await tell('player.handle-reset', { playerId: id, changeId });
  expect((await list(token)).list).toMatchObject([
    {
      kind: 'handle',
      title: 'Your gamertag was reset',
      body: expect.stringMatching(/an administrator removed your gamertag/i),
      link: '/profile',
    },
  ]);
});

it('notifies the player of an event reward', async () => {
  const { id, token } = await player();
  await tell('event.rewarded', {
    rewardId: randomUUID(),
    playerId: id,
    title: 'Weekly race',
    amount: 800,
    currency: 'GC',
  });
  const { list: told } = await list(token);
  expect(told).toMatchObject([{ kind: 'event', body: 'Weekly race: 800 GC.' }]);
});

it('marks notifications as read up to the last seen, never backwards, and pages', async () => {
  const { id, token } = await player();
  for (let count = 0; count < 5; count++) await tell('challenge.decided', won(id));
  const first = await list(token, '?limit=2');
  expect(first.list).toHaveLength(2);
  const second = await list(token, `?limit=3&before=${first.nextBefore}`);
  expect(second.list).toHaveLength(3);
  expect(second.nextBefore).toBeNull();

  const mark = async (upTo: string) =>
    (await test.call({ method: 'POST', url: '/notifications/read', token, payload: { upTo } })).json().data;
  expect(await mark(String(second.list[0]?._id))).toEqual({ unread: 2 });
  expect(await mark('1')).toEqual({ unread: 2 });
  expect(await mark('999999999999')).toEqual({ unread: 0 });
  const live = await test.db.rows(sql`
    select data from live_events where player_id = ${id} and name = 'notificationsRead' order by id`);
  expect(live, 'told to other pages, each once').toEqual([
    { data: { upTo: second.list[0]?._id, unread: 2 } },
    { data: { upTo: first.list[0]?._id, unread: 0 } },
  ]);
  await tell('challenge.decided', won(id));
  expect((await list(token)).unread).toBe(1);
});

it('shows players only their own notifications', async () => {
  const [one, other] = [await player(), await player()];
  await tell('challenge.decided', won(one.id));
  expect(await list(other.token)).toEqual({ list: [], unread: 0, nextBefore: null });
});

it('notifies once in 30 days of a friend request that is withdrawn and repeated', async () => {
  const { id, token } = await player();
  const [fromId, another] = [randomUUID(), randomUUID()];
  const asked = (from: string, at: string) =>
    tell('friend.asked', { playerId: id, fromId: from, at: `${at}T12:00:00.000Z` });
  await asked(fromId, '2026-07-01');
  await asked(fromId, '2026-07-02');
  await asked(another, '2026-07-02');
  expect((await list(token)).unread).toBe(2);
  await asked(fromId, '2026-08-01');
  expect((await list(token)).unread).toBe(3);
});
