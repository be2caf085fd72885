// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, it } from 'vitest';
import { testSecret } from '../../../../tests/support/app.ts';
import { dyingDatabase } from '../../../../tests/support/dying-database.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { type Person, startPushTest, type WaitingPush, won } from '../../../../tests/support/push.ts';
import { createLogger } from '../../../platform/log.ts';
import { createPushSender } from '../../../providers/web-push/web-push.ts';
import { toService } from './push-counts.ts';
import { pushKeys } from './push-keys.ts';
import { cutText, sendPush } from './send-push.ts';

const test = openForTests(startPushTest);
afterEach(() => test.forgetJobs());

describe('a push message', () => {
  it('reaches every device of its player, without naming the player', { tags: ['long'] }, async () => {
    const [person, other] = [await test.player(), await test.player()];
    const first = await test.device(person);
    const second = await test.device({ ...person, token: await test.signIn(person.id) });
    const others = await test.device(other);
    await test.win(person);
    expect(await test.runJobs()).toEqual([]);
    const [message] = await test.messagesTo(first);
    expect(JSON.parse(message?.text ?? '')).toEqual({
      id: expect.stringMatching(/^\d+$/),
      kind: 'result',
      title: 'You won your challenge',
      body: 'Survive the ring: 1,200 GC are in your wallet.',
      link: '/past-challenges',
    });
    expect(message?.ttlSeconds).toBe(24 * 3_600);
    expect(await test.messagesTo(second)).toHaveLength(1);
    expect(await test.messagesTo(others)).toEqual([]);
  });

  it('is sent once, however often its event and job run', async () => {
    const person = await test.player();
    const browser = await test.device(person);
    const fact = won(person);
    await Promise.all([test.tell('challenge.decided', fact), test.tell('challenge.decided', fact)]);
    await test.tell('challenge.decided', fact);
    const left = await test.jobs();
    expect(left).toHaveLength(1);
    const [{ payload }] = left as [WaitingPush];
    await test.run(payload);
    await test.run(payload);
    expect(await test.messagesTo(browser)).toHaveLength(1);
  });

  it('arrives after a kill at any step, at most twice and under one topic', { tags: ['long'] }, async () => {
    const person = await test.player();
    const browser = await test.device(person);
    const log = createLogger('silent');
    const send = createPushSender({ subject: 'mailto:a@b.test', sandboxOrigin: test.sandboxUrl });
    const getKeys = pushKeys({ db: test.db, appSecret: testSecret, configured: undefined });
    for (let killBefore = 1; ; killBefore++) {
      await test.win(person);
      const [{ payload }] = (await test.jobs()) as [WaitingPush];
      await test.db.run(sql`delete from graphile_worker._private_jobs`);
      const db = dyingDatabase(test.databaseUrl, killBefore, () => Promise.reject(new Error('killed')));
      const ended = await sendPush(payload, { db, clock: test.clock, log, send, getKeys }).then(
        () => true,
        () => false,
      );
      await db.close();
      await test.run(payload);
      const topic = `n${payload.notificationId}`;
      const got = (await test.messagesTo(browser)).filter((message) => message.topic === topic);
      expect(got.length, `killed before step ${killBefore}`).toBeGreaterThan(0);
      expect(got.length).toBeLessThanOrEqual(ended ? 1 : 2);
      if (ended) return;
    }
  });

  it('waits for the end of quiet hours, and is dropped when seen by then', async () => {
    const person = await test.player();
    const browser = await test.device(person);
    const now = test.clock.now();
    const at = (hours: number) => `${String((now.getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`;
    await test.choose(person, { quietHours: { from: at(-1), until: at(2), timeZone: 'UTC' } });
    await test.win(person);
    await test.win(person);
    await test.tell('event.rewarded', {
      rewardId: randomUUID(),
      playerId: person.id,
      title: 'X',
      amount: 1,
      currency: 'GC',
    });
    const both = await test.runJobs();
    expect(both).toHaveLength(2);
    expect(await test.messagesTo(browser)).toEqual([]);
    const end = new Date(Math.ceil((now.getTime() + 1) / 3_600_000) * 3_600_000 + 3_600_000);
    expect(both.map(({ runAt }) => runAt.getTime())).toEqual(both.map(() => end.getTime()));

    test.clock.advance(end.getTime() - now.getTime());
    const [first, last] = both as [WaitingPush, WaitingPush];
    await test.call({
      method: 'POST',
      url: '/notifications/read',
      token: person.token,
      payload: { upTo: first.payload.notificationId },
    });
    await test.run(first.payload);
    expect(await test.messagesTo(browser)).toEqual([]);
    await test.run(last.payload);
    expect(await test.messagesTo(browser)).toHaveLength(1);
  });

  it('is rescheduled when the quiet hours change', { tags: ['long'] }, async () => {
    const person = await test.player();
    const browser = await test.device(person);
    const other = await test.player();
    await test.device(other);
    const now = test.clock.now();
    const at = (hours: number) => `${String((now.getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`;
    const hours = (until: number) => ({
      quietHours: { from: at(-1), until: at(until), timeZone: 'UTC' },
    });
    const due = async () => (await test.jobs()).map(({ runAt }) => runAt.getTime() <= Date.now());
    for (const one of [person, other]) {
      await test.choose(one, hours(6));
      await test.win(one);
    }
    await test.runJobs();
    expect(await due()).toEqual([false, false]);
    // Nothing changes if the quiet hours stay the same.
    await test.choose(person, { ...hours(6), push: ['result', 'restock'] });
    expect(await due()).toEqual([false, false]);

    await test.choose(person, hours(3));
    expect((await due()).sort()).toEqual([false, true]);
    const [held] = (await test.jobs()).filter(({ runAt }) => runAt.getTime() <= Date.now());
    await test.run((held as WaitingPush).payload);
    expect(await test.messagesTo(browser)).toEqual([]);
    expect((await test.jobs()).every(({ runAt }) => runAt.getTime() > now.getTime())).toBe(true);

    await test.choose(person, { quietHours: null });
    const [freed] = (await test.jobs()).filter(({ runAt }) => runAt.getTime() <= Date.now());
    await test.run((freed as WaitingPush).payload);
    expect(await test.messagesTo(browser)).toHaveLength(1);
  });

  it('is not sent for a kind that was turned off, even after it was queued', async () => {
    const person = await test.player();
    const browser = await test.device(person);
    await test.win(person);
    await test.choose(person, { push: ['restock'] });
    await test.runJobs();
    await test.win(person);
    expect(await test.jobs()).toEqual([]);
    expect(await test.messagesTo(browser)).toEqual([]);
  });

  it.each([
    [
      'has an expired session',
      ({ id }: Person) =>
        test.db.run(sql`update sessions set expires_at = ${test.clock.now()} where player_id = ${id}`),
    ],
    ['signed out', ({ token }: Person) => test.call({ method: 'POST', url: '/auth/logout', token })],
    [
      'turned everything off',
      ({ token }: Person) => test.call({ method: 'POST', url: '/notifications/silence', token }),
    ],
    [
      'is suspended',
      ({ id }: Person) => test.db.run(sql`update players set suspended_at = now() where id = ${id}`),
    ],
    [
      'deleted the account',
      ({ token }: Person) =>
        test.call({
          method: 'POST',
          url: '/auth/delete-account',
          token,
          payload: { confirmation: 'DELETE' },
        }),
    ],
  ])('is not sent to a player who %s', async (_what, leave) => {
    const person = await test.player();
    const browser = await test.device(person);
    await test.win(person);
    const [{ payload }] = (await test.jobs()) as [WaitingPush];
    await leave(person);
    await test.run(payload);
    expect(await test.messagesTo(browser)).toEqual([]);
  });
});

describe('a push service', () => {
  it('that reports a device as gone has it removed, while other devices are served', async () => {
    const person = await test.player();
    const gone = await test.device(person);
    const other = await test.device({ ...person, token: await test.signIn(person.id) });
    await test.sent(`/subscriptions/${gone.id}`, 'DELETE');
    await test.win(person);
    expect(await test.runJobs()).toEqual([]);
    expect(await test.messagesTo(other)).toHaveLength(1);
    expect((await test.settings(person)).devices).toHaveLength(1);
  });

  it.each(['busy', 'broken', 'lost'])('that is %s gets a retry', async (fault) => {
    const person = await test.player();
    const browser = await test.device(person);
    await test.win(person);
    const [{ payload }] = (await test.jobs()) as [WaitingPush];
    await test.behave(fault, { times: 1 });
    await expect(test.run(payload)).rejects.toThrow('1 of 1 devices');
    await test.run(payload);
    expect(new Set((await test.messagesTo(browser)).map(({ topic }) => topic)).size).toBe(1);
  });

  it('may postpone a retry by an hour at most, and an outdated message is dropped', async () => {
    const person = await test.player();
    const browser = await test.device(person);
    await test.win(person);
    await test.behave('busy', { times: 1, retryAfterSeconds: 86_400 });
    const [{ payload, runAt }] = (await test.runJobs()) as [WaitingPush];
    expect(runAt.getTime()).toBe(test.clock.now().getTime() + 3_600_000);
    test.clock.advance(24 * 3_600_000);
    await test.run(payload);
    expect(await test.messagesTo(browser)).toEqual([]);
  });

  it('that refuses a message gets no retry', async () => {
    const person = await test.player();
    const browser = await test.device(person);
    await test.win(person);
    await test.behave('refuse', { times: 1 });
    const [{ payload }] = (await test.jobs()) as [WaitingPush];
    await test.run(payload);
    await test.run(payload);
    expect(await test.messagesTo(browser)).toEqual([]);
    expect((await test.settings(person)).devices).toHaveLength(1);
  });
});

describe('the text of a push message', () => {
  const family = '👨‍👩‍👧‍👦';

  it('stays complete when it fits', () => {
    expect(cutText(`${family} won`, 100)).toBe(`${family} won`);
  });

  it.each([
    [`ab${family}cd`, 12, 'ab…'],
    ['e\u0301'.repeat(4), 9, 'e\u0301e\u0301…'],
    ['🏆🏆🏆', 9, '🏆…'],
    ['12345 6789', 9, '12345…'],
  ])('is cut between characters: %s', (text, maxBytes, cut) => {
    expect(cutText(text, maxBytes)).toBe(cut);
    expect(cut.isWellFormed()).toBe(true);
  });
});

it.each([
  ['https://fcm.googleapis.com/fcm/send/x', 'google'],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', 'mozilla'],
  ['https://web.push.apple.com/x', 'apple'],
  ['https://wns2-db5p.notify.windows.com/w/x', 'microsoft'],
  ['https://fcm.googleapis.com.evil.test/x', 'other'],
  ['https://notfcm.googleapis.com/x', 'other'],
])('counts %s as %s', (endpoint, service) => {
  expect(toService(endpoint)).toBe(service);
});
